package org.gamenet.rgs.testkit.simulation;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Back;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.StatePackage;
import org.jspecify.annotations.Nullable;

/** The events that one application is told. */
final class Witness {
    /** By number, as they stand in their file. */
    private static final List<Class<?>> EVENTS = List.of(SessionEvent.class.getPermittedSubclasses());

    private enum Mode {
        OUT,
        IN,
        FROZEN,
        CLOSED
    }

    private final Judge judge;
    final CountingProcess process;
    private final PlayersTold present;
    private final Set<Long> players;
    private final Sequences sequences;
    private final OrderBook.Reader order;
    final Telling telling;
    private Mode mode = Mode.OUT;
    private boolean restored;
    final Restoring restoring = new Restoring();
    private final Restored replays;
    private boolean complete;
    /** Told of the players of a game that stands still, of which no frame tells. */
    private boolean introduced;

    private ServerRole role = ServerRole.IDLE;
    private long epoch;
    private CountingGame.World last;
    /** The state that it was shown last, and the same without what it made itself in this update. */
    private Ages.@Nullable Shown shown, shownBefore;

    private long frozenAt;
    private long newestBefore;
    private boolean tooLong, member;
    Closed.Why closedWhy;
    String closedDetail = "";

    Witness(Judge judge, CountingProcess process) {
        this.judge = judge;
        this.process = process;
        this.sequences = judge.tells.to(process);
        this.order = judge.orders.reader(process.name, this::me);
        this.telling = new Telling(this::me);
        this.present = new PlayersTold(process, this::violates);
        this.players = present.players;
        this.replays = new Restored(judge.history, process, present, this::violates);
    }

    void note(String text) {
        judge.trace.note(process.number, text.hashCode(), () -> process + ": " + text);
    }

    /** A process that lies is judged by nobody. */
    void violates(String rule, String what) {
        if (!process.lies()) judge.violates(rule, process + ": " + what);
    }

    /** Admitted, told of everybody, and not closed. */
    boolean isIn() {
        return complete && (mode == Mode.IN || mode == Mode.FROZEN);
    }

    /** Let in at some time, and not told since that it is over. */
    boolean isMember() {
        return member && mode != Mode.CLOSED && process.takesPart() | process.isDead();
    }

    boolean isClosed() {
        return mode == Mode.CLOSED;
    }

    boolean isFrozen() {
        return mode == Mode.FROZEN;
    }

    /** In which it plays, or did so before it froze. */
    long epoch() {
        return epoch;
    }

    /** The newest epoch of which anything was stamped when it last played. */
    long newest() {
        return mode == Mode.FROZEN ? newestBefore : judge.history.newest();
    }

    /** Lets others play, or plays. */
    boolean plays() {
        return complete && mode == Mode.IN;
    }

    long frozenAt() {
        return frozenAt;
    }

    Set<Long> players() {
        return players;
    }

    // ---- events

    void event(Peer about, SessionEvent event) {
        judge.trace.told(process.number, EVENTS.indexOf(event.getClass()));
        judge.trace.note(
                process.number,
                event.getClass().getSimpleName().hashCode(),
                () -> process + " is told " + event + " " + about + " " + process.session.phase() + " "
                        + process.session.view());
        if (mode == Mode.CLOSED) violates("rule 5", "told " + event + " after Closed");
        if (!(event instanceof Joined) && !(event instanceof Away)) introduced = false;
        if (event instanceof Joined joined) joined(joined);
        else if (event instanceof Left left) left(left);
        else if (event instanceof Away lost) away(lost.peer().id());
        else if (event instanceof Back back) back(back.peer().id());
        else if (event instanceof Frozen) frozen();
        else if (event instanceof Resumed resumed) resumed(resumed);
        else if (event instanceof RoleChanged changed) changed(changed);
        else if (event instanceof Closed closed) closed(closed);
    }

    private void closed(Closed closed) {
        closedWhy = closed.why();
        closedDetail = closed.detail();
        Closing.check(this, judge, closed, member, restoring.mayClose());
        mode = Mode.CLOSED;
    }

    long me() {
        return process.session.self().id();
    }

    private void joined(Joined joined) {
        long peer = joined.peer().id();
        sequences.beginAnew(peer);
        if (replays.listens() && mode == Mode.FROZEN && !introduced) {
            replays.coming(peer);
            return;
        }
        if (!players.add(peer)) violates("S7", joined + " twice");
        if (mode == Mode.OUT) {
            enters();
        } else if (!introduced && (complete || mode == Mode.FROZEN)) {
            add(OrderBook.item('J', peer, 0));
        }
        if (peer == me()) complete = member = true;
        introducedAll();
        if (peer == me()) epoch = process.session.view().epoch();
        if (peer == me() && !present.isAll())
            violates("rule 4", "my own Joined is not the last: " + present + " of " + present.viewed());
    }

    /** A process that does not play has no Joined of its own, which would be the last. */
    private void introducedAll() {
        if (present.isAll() && !process.plays) complete = true;
        if (present.isAll()) introduced = false;
    }

    private void away(long peer) {
        if (replays.listens() && mode == Mode.FROZEN && !introduced) {
            replays.away(peer);
            return;
        }
        present.lost(peer);
        if (!introduced && (complete || mode == Mode.FROZEN)) add(OrderBook.item('A', peer, 0));
        introducedAll();
    }

    private void back(long peer) {
        sequences.beginAnew(peer);
        if (replays.listens()) {
            replays.back(peer);
            return;
        }
        present.back(peer);
        add(OrderBook.item('B', peer, 0));
    }

    private void left(Left left) {
        if (replays.listens()) {
            replays.going(left.peer().id(), left.why());
            return;
        }
        present.away.remove(left.peer().id());
        boolean there = players.remove(left.peer().id());
        if (!there) violates("S7", left + ", who was not there: " + players);
        if (left.peer().id() == me()) violates("S7", "my own " + left);
        add(OrderBook.item('L', left.peer().id(), left.why().ordinal()));
    }

    private void frozen() {
        if (mode != Mode.IN) violates("rule 5", "Frozen while " + mode);
        mode = Mode.FROZEN;
        frozenAt = judge.cluster.time.now();
        judge.recovery.plays();
        newestBefore = judge.history.newest();
        // Packed in this very update, ahead of this event: no frame has shown it, for its session stood still (P44.5).
        if (shownBefore != null) shown = shownBefore;
        tooLong = false;
        restored = false;
        replays.stop();
        order.freeze();
        telling.freeze();
    }

    private void enters() {
        mode = process.session.phase() == Phase.FROZEN ? Mode.FROZEN : Mode.IN;
        introduced = mode == Mode.FROZEN;
        replays.enters(introduced);
        begins(process.session.view().epoch());
    }

    private void begins(long in) {
        order.begin(in, false);
        telling.begin(in);
    }

    private void add(long item) {
        add(process.session.view().epoch(), process.session.view().version(), item);
    }

    private void add(long in, long version, long item) {
        order.add(in, version, item);
        telling.add(in, item);
    }

    private void resumed(Resumed resumed) {
        if (mode != Mode.FROZEN) violates("rule 5", "Resumed while " + mode);
        long now = resumed.view().epoch();
        judge.excuses.told(this, resumed.uncertain(), now);
        mode = Mode.IN;
        complete = true;
        boolean isBack = replays.isBack(now);
        for (Replays.Heard each : replays.resumed(now)) if (!isBack) add(each.epoch(), each.version(), each.item());
        if (now < epoch) violates("S2", "back from epoch " + epoch + " to " + now);
        if (!resumed.view().equals(process.session.view()))
            violates("rule 3", "Resumed tells " + resumed.view() + ", the session " + process.session.view());
        present.compare();
        boolean reloaded = restored && (isBack || !process.session.isServer());
        // The words of the others to each other meanwhile are lost to a member that was left behind, and it is told so.
        if (reloaded) sequences.beginAllAnew(me());
        if (now > epoch) {
            judge.resumes(now, resumed, this::violates);
            judge.tells.resumed(process, epoch, now);
            if (reloaded) begins(now);
            else order.resume(now);
            if (!reloaded) telling.resume(now);
        } else if (reloaded) {
            begins(now);
        } else {
            judge.revoked++;
            order.thaw();
            telling.resume(now);
        }
        age(resumed, now);
        restored = false;
        epoch = now;
    }

    /** Everybody is told how much of what it was shown is gone, and no more. One update may bring a whole epoch. */
    private void age(Resumed resumed, long now) {
        Ages.Shown before = shown;
        if (last != null && restored) shown = judge.ages.shown(last, now).orElse(null);
        else if (before != null && now > epoch)
            shown = judge.ages.left(before, now).orElse(before);
        shownBefore = shown;
        if (before == null || !process.plays) return;
        judge.ages.judge(before, now, resumed.stateAge()).ifPresent(wrong -> violates("stateAge", wrong));
    }

    /** Its machine begins an epoch with what its application has, which may die before it is told. */
    void stamps(long begins) {
        judge.ages.base(begins, last == null ? CountingGame.NOTHING : last);
    }

    private void changed(RoleChanged changed) {
        if (changed.from() != role || changed.to() == role) violates("rule 5", changed + " while " + role);
        if (process.session.role() != changed.to())
            violates("rule 3", changed + " but the session is " + process.session.role());
        role = changed.to();
        if (mode == Mode.OUT) {
            // A spare that is handed a game in which nobody plays.
            enters();
            epoch = process.session.view().epoch();
            if (!process.plays) complete = true;
        }
        if (!role.isActive()) return;
        long now = process.session.view().epoch();
        if (restored) judge.bases.serves(process, now);
        restored &= mode != Mode.IN;
        member = true;
        Long other = judge.servers.putIfAbsent(now, me());
        if (other != null && other != me()) violates("S1", "two servers in epoch " + now);
    }

    void gap(Peer from, long before, long number) {
        judge.excuses.gap(this, from, before, number);
    }

    // ---- messages

    void message(Peer from, String what, boolean ordered) {
        judge.trace.note(process.number, what.hashCode(), () -> process + " gets " + what + " of " + from);
        if (mode == Mode.FROZEN && !ordered) violates("S8", what + " of " + from + " while FROZEN");
        if (mode == Mode.OUT || mode == Mode.CLOSED || !complete && mode == Mode.IN)
            violates("S19", what + " of " + from + " while " + mode);
        // Looked up in the history, and that knows who was in when it was ordered.
        if (ordered && replays.listens() && mode == Mode.FROZEN) return;
        boolean serves = process.session.view().servers().contains(from);
        if (!serves && !players.contains(from.id())) violates("S7", what + " of " + from + ", who is out");
    }

    void told(Peer from, long number) {
        message(from, "Tell " + number, false);
        sequences.told(from.id(), number).ifPresent(wrong -> violates("S10", wrong));
    }

    void loose(Peer from, long number) {
        message(from, "Loose " + number, false);
        sequences.loose(from.id(), number).ifPresent(wrong -> violates("S10", wrong));
    }

    void turn(Peer from, long number) {
        message(from, "Turn " + number, true);
        if (replays.listens() && mode == Mode.FROZEN) replays.turn(from.id(), number);
        else add(OrderBook.item('T', from.id(), number));
    }

    void request(Peer from) {
        message(from, "a request", false);
        if (!process.session.isServer()) violates("S9", "a request reached who does not serve");
    }

    // ---- state

    void made(CountingGame.World world, double at) {
        Long before = judge.worlds.putIfAbsent(Ages.key(world), world.digest());
        if (before != null && before != world.digest())
            violates("S1", "two worlds " + world.epoch() + "." + world.version());
        judge.ages.made(world, at);
        if (mode != Mode.FROZEN || !restored) last = world;
        // Its game stands still: it makes the same world again, and shows nobody anything.
        if (mode != Mode.FROZEN) shown = judge.made(process, world, shown);
    }

    void world(Peer from, CountingGame.World world) {
        message(from, "World " + world.epoch() + "." + world.version(), false);
        judge.genuine(world, this::violates);
        if (!process.session.view().servers().contains(from))
            violates("S3", "the state of " + from + ", who does not serve in " + process.session.view());
        if (last != null
                && !process.session.isServer()
                && (world.epoch() < last.epoch()
                        || world.epoch() == last.epoch() && world.version() <= last.version())) {
            violates(
                    "S10",
                    "World " + world.epoch() + "." + world.version() + " after " + last.epoch() + "." + last.version());
        }
        shown = judge.seen(process, world, shown);
        if (process.session.isServer()) return;
        last = world;
        shownBefore = shown;
        judge.promises.world(process, world);
    }

    /** Whether its application has a whole state. */
    boolean holdsState() {
        return !restoring.hasFailed() && !process.game.callbacks.hasTorn();
    }

    /** A restoreState that is going to throw. Whoever is let in is given one package, and was no backup before. */
    void restoresInVain(List<StatePackage<CountingGame.World>> packages) {
        restored = true;
        if (mode == Mode.FROZEN) replays.begin(packages.get(0).from().id());
        fails(packages);
    }

    /** A restoreState failed, or ended too late: then the application has that state, and its session gives up. */
    void fails(List<StatePackage<CountingGame.World>> packages) {
        Peer from = packages.get(0).from();
        boolean servers =
                packages.size() == 1 && process.session.view().servers().contains(from);
        restoring.failed(mode == Mode.OUT || servers && role != ServerRole.BACKUP);
    }

    /** It was to restore a state, and nothing of it could be read. */
    void unreadable() {
        note("nothing could be read");
        restored = true;
        restoring.failed(mode == Mode.OUT);
    }

    void restored(List<StatePackage<CountingGame.World>> packages) {
        judge.trace.note(process.number, packages.size(), () -> process + " restores " + packages);
        if (packages.isEmpty()) violates("rule 4", "nothing to restore");
        if (mode == Mode.IN && role != ServerRole.BACKUP) violates("rule 5", "restoreState while " + mode);
        for (StatePackage<CountingGame.World> each : packages) judge.genuine(each.state(), this::violates);
        restored = true;
        last = packages.get(0).state();
        long from = packages.get(0).from().id();
        if (mode != Mode.IN) replays.begin(from);
        judge.bases.restores(process, last);
        if (from != me()) judge.promises.world(process, last);
    }

    void beforeUpdate() {
        shownBefore = shown;
    }

    void afterUpdate() {
        if (plays()) judge.recovery.plays();
        if (mode == Mode.IN && process.session.isServer() && judge.recovery.isForgotten(process))
            violates("P14", "it serves, and a directory that lost its disk knows of no game");
        if (mode == Mode.FROZEN && !tooLong) {
            String why = judge.recovery.tooLong(process);
            tooLong = !why.isEmpty();
            if (tooLong) violates("recovery", why);
        }
        if (mode == Mode.IN && complete && process.session.phase() == Phase.PLAYING) present.compare();
        Phase phase = process.session.phase();
        boolean fits = switch (mode) {
            case OUT -> phase == Phase.WAITING || restored || phase == Phase.PLAYING;
            case IN -> phase == Phase.PLAYING;
            case FROZEN -> phase == Phase.FROZEN;
            case CLOSED -> phase == Phase.CLOSED;
        };
        if (!fits && phase != Phase.CLOSED) violates("rule 3", "phase " + phase + " while the events say " + mode);
    }
}
