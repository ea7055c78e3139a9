package org.gamenet.rgs.core.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.wire.Records;

/**
 * A process that says one thing after the other, and its application's state: how much of everybody's is in, and in
 * which order.
 */
final class LanPlayer implements StateHandler<LanPlayer.Counted> {
    private static final Records RECORDS = Records.of(Said.class, Counted.class);
    private static final int SHOW_MILLIS = 40;
    private static final long NEVER = Long.MAX_VALUE / 4;

    public record Said(int number) {}

    /** How much of each member's is in, and a number that depends on the order of all of it. */
    public record Counted(Map<String, Integer> said, long order) {}

    final Citizen citizen;
    private final GameRules rules;
    private final LanJudge judge;
    private final long pause;
    final boolean spare;
    private Map<String, Integer> counts = new TreeMap<>();
    private long order;
    private int said;
    private long nextAt;
    int resumed;
    /** Whether it has restored a state to serve from, and has not resumed since. */
    private boolean restored;

    /** Until when it stands still, or when it went on last; -1: it never did. */
    long hungUntil = -1;
    /** Whether it has left, or its session is closed. */
    boolean gone;
    /** Whether it was told that something of its own may be missing. */
    boolean uncertain;

    /** @param pause between two things that it says, in milliseconds */
    LanPlayer(LanTown lanTown, String name, GameRules rules, LanJudge judge, long pause) {
        this(lanTown.citizen(name, rules, RECORDS), rules, judge, pause);
    }

    /** A process that stands by, and says nothing. */
    static LanPlayer spare(LanTown lanTown, String name, GameRules rules, LanJudge judge) {
        return new LanPlayer(lanTown.spare(name, RECORDS), rules, judge, NEVER);
    }

    private LanPlayer(Citizen citizen, GameRules rules, LanJudge judge, long pause) {
        this.citizen = citizen;
        String name = citizen.name;
        this.rules = rules;
        this.judge = judge;
        this.pause = pause;
        spare = pause == NEVER;
        nextAt = judge.millis() + Math.max(300, pause);
        citizen.session
                .on(Said.class, (who, what) -> hears(who.name(), what.number()))
                .on(Counted.class, (server, state) -> {})
                .on(SessionEvent.Resumed.class, (server, e) -> resumes(server, e))
                .on(SessionEvent.Frozen.class, (server, e) -> judge.tell(name + " frozen: " + e.why()))
                .on(SessionEvent.Closed.class, (self, e) -> closes(e))
                .state(Counted.class, this);
        citizen.begins();
        judge.tell(name + " comes");
    }

    boolean byPermission() {
        return rules.peers() && rules.order() == Order.LAMPORT;
    }

    private void hears(String from, int number) {
        int had = counts.getOrDefault(from, 0);
        // A new server whose state is another's, who had heard more, hears the rest in its turn (P40).
        if (number <= had && restored) return;
        judge.hears(this, from, number, had);
        counts.put(from, number);
        order = order * 31 + from.hashCode() * 7L + number;
    }

    private void resumes(Peer server, SessionEvent.Resumed e) {
        resumed++;
        restored = false;
        uncertain |= e.uncertain() > 0;
        judge.tell(
                this + " resumed, served by " + server.name() + " in " + epoch() + ", " + e.uncertain() + " uncertain");
    }

    private void closes(SessionEvent.Closed e) {
        String why = " closed: " + e.why() + ", " + e.detail();
        // A spare that served and is replaced does not come back: its application stands by again.
        if (gone || spare && e.why() == SessionEvent.Closed.Why.CUT_OFF) judge.tell(this + why);
        else judge.wrong(this + " lives, and is" + why);
        gone = true;
    }

    @Override
    public Counted packageState() {
        return new Counted(counts, order);
    }

    @Override
    public void restoreState(List<StatePackage<Counted>> packages) {
        Counted base = packages.get(0).state();
        counts = new TreeMap<>(base.said());
        order = base.order();
        restored = !rules.peers() && citizen.session.phase() == Phase.FROZEN;
        judge.tell(this + " restores " + packages);
    }

    // ---- what it does

    void speaks() {
        Phase phase = citizen.session.phase();
        if (judge.millis() < nextAt || !runs() || phase != Phase.PLAYING && phase != Phase.FROZEN) return;
        nextAt = judge.millis() + pause;
        says();
    }

    void says() {
        try {
            citizen.session.send(new Said(said + 1), Delivery.TOTAL_ORDER);
            said++;
        } catch (RgsException full) {
            judge.tell(this + " cannot say more: " + full.reason());
        }
    }

    /** The order makes everybody's state; that the server shows it has others' packages count for its requests. */
    void shows() {
        if (judge.millis() % SHOW_MILLIS != 0 || rules.peers() || !plays() || !citizen.session.isServer()) return;
        citizen.session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    void hangs(long millis) {
        citizen.hangs = true;
        hungUntil = judge.millis() + millis;
        judge.tell(this + " hangs until " + hungUntil);
    }

    void wakes() {
        if (!citizen.hangs) return;
        citizen.hangs = false;
        hungUntil = judge.millis();
        judge.tell(this + " goes on");
    }

    void wakesInTime() {
        if (judge.millis() >= hungUntil) wakes();
    }

    // ---- how it stands

    /** Asked every virtual millisecond: no stream. */
    static List<LanPlayer> living(List<LanPlayer> of) {
        List<LanPlayer> some = new ArrayList<>(of.size());
        for (LanPlayer each : of) if (each.lives()) some.add(each);
        return some;
    }

    boolean lives() {
        return citizen.alive && !gone;
    }

    boolean runs() {
        return lives() && !citizen.hangs;
    }

    boolean plays() {
        return runs() && citizen.session.phase() == Phase.PLAYING;
    }

    boolean serves() {
        return citizen.session.isServer();
    }

    /** Whether it plays with so many, itself among them, in the game of that one. */
    boolean playsWith(int many, LanPlayer other) {
        return plays()
                && others().size() == many
                && citizen.session
                        .game()
                        .id()
                        .equals(other.citizen.session.game().id());
    }

    List<Peer> others() {
        return citizen.session.view().players();
    }

    long epoch() {
        return citizen.session.view().epoch();
    }

    int said() {
        return said;
    }

    Map<String, Integer> counts() {
        return counts;
    }

    boolean has(LanPlayer other) {
        return order == other.order && counts.equals(other.counts);
    }

    String standing() {
        return this + " " + citizen.session.phase() + (citizen.session.isServer() ? " serves " : " ") + epoch()
                + " with " + others().size();
    }

    @Override
    public String toString() {
        return citizen.name;
    }
}
