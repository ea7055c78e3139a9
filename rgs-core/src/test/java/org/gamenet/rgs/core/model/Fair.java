package org.gamenet.rgs.core.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * How every game must end: from here on nothing fails and nothing is lost, everything under way arrives, and time
 * passes. Then everybody plays under one server, is closed with a reason, or stands by again (L1, L2, L4, L6, L7, S17).
 * A run that meets one known to end well is over.
 */
final class Fair {
    private static final Set<Timer> REPEATED = Set.of(
            Timer.ASK,
            Timer.ADVERTISE,
            Timer.RESEND,
            Timer.FETCH,
            Timer.SUSPECT,
            Timer.AWAIT_ACK,
            Timer.CLAIM,
            Timer.ACTIVATE,
            Timer.ASK_ARBITER,
            Timer.ENLIST,
            Timer.GOODBYE,
            Timer.DEPART);
    private static final Set<Timer> LAST = Set.of(Timer.NO_GAME, Timer.GIVE_UP, Timer.GO, Timer.CLOSE, Timer.LAPSE);
    private static final Set<Timer> SLOW = Set.of(
            Timer.COLLECT,
            Timer.AWAIT_HOLDER,
            Timer.LAST_RESORT,
            Timer.RESERVATION,
            Timer.NEGOTIATE,
            Timer.GO,
            Timer.HANDOVER,
            Timer.CLOSE,
            Timer.PACKAGE,
            Timer.RESTORE,
            Timer.END);
    /** Slow timers run out in the last of so many rounds. */
    private static final int CYCLE = 20;

    private static final int ROUNDS = 400;

    /** P74's time is over after so many. */
    private static final int LATE = 200;

    private final World world;
    private final int count;
    private Seen endsWell = new Seen(1 << 12);

    Fair(World world) {
        this.world = world;
        count = world.count;
    }

    /** The fault if not everybody comes to rest; {@code lost}: all under way is lost first. */
    Optional<String> rest(int[] from, boolean lost) {
        int[] at = lost ? Arrays.copyOf(from, count + 3) : from.clone();
        List<Long> passed = new ArrayList<>();
        if (endsWell.size() > 30_000_000) endsWell = new Seen(1 << 12);
        world.calm();
        try {
            at = speaking(at);
            for (int round = 0; round < ROUNDS; round++) {
                long here = Seen.hash(at) * 31 + round % CYCLE + (round < LATE ? 0 : CYCLE);
                if (endsWell.has(here) || atRest(at)) {
                    passed.forEach(endsWell::add);
                    return Optional.empty();
                }
                passed.add(here);
                if (round == LATE && !hasLostASpare(at)) break;
                at = round(at, round % CYCLE, round >= LATE);
            }
            return Optional.of("L1 L2 not at rest after " + (hasLostASpare(at) ? ROUNDS : LATE) + " fair rounds"
                    + (lost ? ", all under way lost" : "") + "\n" + world.describe(at));
        } finally {
            world.usual();
        }
    }

    /**
     * By permission everybody that plays has one more thing to say: nobody owes a permit for good, and no permit of the
     * dead is waited for.
     */
    private int[] speaking(int[] from) {
        int[] at = from;
        for (int i = 0; i < count && world.rules.byPermission(); i++)
            if (world.facts(at, i).plays) at = world.speech.says(at, i);
        return at;
    }

    private int[] round(int[] from, int round, boolean late) {
        int[] at = from;
        for (int p : Arrays.copyOfRange(at, count + 3, at.length)) if (world.has(at, p)) at = world.arrive(at, p, true);
        for (int i = 0; i < count; i++) at = world.speech.again(world.beat(notice(at, i), i), i);
        if (at.length > count + 3 && round % 4 != 3) return at;
        for (Timer timer : Timer.values()) {
            if (SLOW.contains(timer) && round < CYCLE - 1) continue;
            if (timer == Timer.LAST_RESORT && !late) continue;
            for (int k = 0; k < count; k++) {
                int i = (round + timer.ordinal() + k) % count;
                Actor a = world.actor(at, i);
                boolean goes = (timer == Timer.GO || timer == Timer.CLOSE)
                        && (a.is("Leaving") || a.is("Departing") || !a.why().isEmpty());
                boolean unknown = a.patience() == 0 && timer != Timer.PERMIT;
                boolean again = REPEATED.contains(timer) || (a.runs(timer) || unknown) && !LAST.contains(timer);
                if (a.able() && (goes || again)) at = world.fire(at, i, timer);
            }
        }
        return at;
    }

    /**
     * Whether one of those listed is a spare that is gone: no offer shows it, so the next spare never learns that, and
     * only P74's time lets it go on. Everybody else must come to rest without.
     */
    private boolean hasLostASpare(int[] at) {
        for (MemberId id : world.ledger(at).listing().members())
            if (!world.lives(at, id) && world.isSpare(World.place(id))) return true;
        return false;
    }

    /** Findings that a failure detector would have by now. */
    private int[] notice(int[] from, int i) {
        int[] at = from;
        Facts a = world.facts(at, i);
        if (a.watched >= 0 && !world.leads(at, a)) at = world.happen(at, i, a.suspects);
        a = world.facts(at, i);
        if (a.suspecting)
            for (int j = 0; j < count; j++) {
                Facts b = world.facts(at, j);
                if (j != i && b.leads && b.plays && b.epoch.equals(a.epoch)) at = world.happen(at, i, b.answered);
            }
        MemberId[] known = world.facts(at, i).known;
        for (MemberId id : known)
            if (!world.lives(at, id) && world.facts(at, i).able) at = world.happen(at, i, new Event.MemberGone(id));
        // A spare watches whom its offer names, the newest incarnations among them; facts know the first ones alone.
        for (int j = 0; j < count && world.facts(at, i).actor.collects(); j++)
            if (!world.actor(at, j).able() && !world.isSpare(j))
                at = world.happen(at, i, new Event.MemberGone(world.actor(at, j).id()));
        a = world.facts(at, i);
        if (a.leads && a.actor.is("Serving") && !a.plays) at = world.happen(at, i, new Event.MayAct(true));
        a = world.facts(at, i);
        if (a.leads
                && (!world.ledger(at).current().epoch().equals(a.promise)
                        || world.ledger(at).ended())) at = world.happen(at, i, world.standing(world.ledger(at)));
        return at;
    }

    boolean atRest(int[] at) {
        int joining = 0;
        int in = 0;
        int serving = 0;
        boolean together = true;
        Facts some = null;
        for (int i = 0; i < count; i++) {
            Facts a = world.facts(at, i);
            if (!a.able || a.standing) continue;
            in++;
            if (a.actor.is("Joining")) joining++;
            if (a.actor.is("Serving")) serving++;
            together &= a.plays && !waits(a) && (some == null || some.log.end().equals(a.log.end()));
            some = a;
        }
        return joining == in || serving == 1 && together || hopeless(at);
    }

    /** By permission: has something to say, or to be answered. */
    private boolean waits(Facts a) {
        return a.insists
                || a.actor
                        .state()
                        .permission()
                        .filter(p -> p.wish().isPresent())
                        .isPresent();
    }

    /** Nobody is left who could serve: what remains is to give up, in time (P35). */
    private boolean hopeless(int[] at) {
        if (world.bounds.ways().contains(Failover.PROMOTED_PLAYER)) return false;
        for (int i = 0; i < count; i++) {
            Facts a = world.facts(at, i);
            if (a.able && (world.isSpare(i) || a.leads)) return false;
        }
        return true;
    }
}
