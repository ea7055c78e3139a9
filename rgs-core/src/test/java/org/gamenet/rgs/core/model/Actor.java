package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * A process of a {@link World}, and what stands for its application.
 *
 * @param timers those that run, as bits
 * @param over whether its machine has nothing left to do
 * @param why the reason that its application was told
 * @param shown news that its application was told
 * @param lives how many incarnations it has had before this one
 * @param patience how many of its timers may still run out
 * @param known the state that its application has
 * @param said how much its application has said for the order by permission
 */
record Actor(
        MemberState state,
        MemberId id,
        int timers,
        boolean dead,
        boolean over,
        String why,
        Shown shown,
        int lives,
        int patience,
        Known known,
        int said) {

    /** States of somebody who holds an epoch that is not on yet. */
    static final Set<String> COLLECTING = Set.of("Gathering", "Restoring", "Activating");

    /** Timers known to run even where they may not run out before the fair end: it waits for them. */
    static final Set<Timer> KEPT = Set.of(
            Timer.CHECK, Timer.PACKAGE, Timer.RESTORE, Timer.END, Timer.LAST_RESORT, Timer.HANDOVER, Timer.PERMIT);

    /**
     * The news that an application was told.
     *
     * @param in whether it was told that it is in a game
     * @param frozen whether Frozen was the last
     * @param told the last entry
     * @param resumed the last epoch that it resumed, was admitted to or founded
     * @param restored where the packages came from that it was given last
     * @param senders the members that made them
     */
    record Shown(
            boolean in, boolean frozen, Position told, Epoch resumed, List<Position> restored, List<MemberId> senders) {
        static final Shown NOTHING = new Shown(false, false, Position.NONE, Epoch.NONE, List.of(), List.of());

        Shown frozen(boolean nowFrozen) {
            return new Shown(in, nowFrozen, told, resumed, restored, senders);
        }

        Shown told(Position at) {
            return new Shown(in, frozen, at, resumed, restored, senders);
        }

        Shown resumes(Epoch epoch) {
            return new Shown(true, false, told, epoch, List.of(), List.of());
        }

        Shown restores(List<Position> places, List<MemberId> from) {
            return new Shown(in, frozen, told, resumed, places, from);
        }
    }

    boolean able() {
        return !dead && !over;
    }

    boolean is(String name) {
        return state.name().equals(name);
    }

    boolean collects() {
        return COLLECTING.contains(state.name());
    }

    boolean runs(Timer timer) {
        return (timers & 1 << timer.ordinal()) != 0;
    }

    Actor with(MemberState next) {
        return new Actor(next, id, timers, dead, over, why, shown, lives, patience, known, said);
    }

    Actor running(int some) {
        return new Actor(state, id, some, dead, over, why, shown, lives, patience, known, said);
    }

    Actor with(Shown now) {
        return new Actor(state, id, timers, dead, over, why, now, lives, patience, known, said);
    }

    Actor knows(Known now) {
        return new Actor(state, id, timers, dead, over, why, shown, lives, patience, now, said);
    }

    /**
     * One of its timers has run out; without patience none does any more, but for {@code CHECK}, so that nobody waits
     * for the arbiter for ever.
     */
    Actor waited() {
        int running = timers;
        if (patience == 1)
            for (Timer timer : Timer.values()) if (!KEPT.contains(timer)) running &= ~(1 << timer.ordinal());
        return new Actor(state, id, running, dead, over, why, shown, lives, patience - 1, known, said);
    }

    /** One more thing for the order. */
    Actor says() {
        return new Actor(state, id, timers, dead, over, why, shown, lives, patience, known, said + 1);
    }

    Actor patient(int again) {
        return new Actor(state, id, timers, dead, over, why, shown, lives, again, known, said);
    }

    Actor dies() {
        return new Actor(
                new GameOver(state.self(), Epoch.NONE), id, 0, true, over, "", Shown.NOTHING, 0, 0, Known.NOTHING, 0);
    }

    /** Its application is told that it is over; its machine may have something left to do. */
    Actor closes(String reason) {
        return new Actor(state, id, timers, dead, over, reason, Shown.NOTHING, lives, patience, known, said);
    }

    /** Nothing is left to do. */
    Actor ends() {
        return new Actor(
                new GameOver(state.self(), Epoch.NONE), id, 0, dead, true, why, Shown.NOTHING, 0, 0, Known.NOTHING, 0);
    }

    Actor reborn(MemberId as) {
        return new Actor(state, as, 0, dead, over, why, shown, lives + 1, patience, known, said);
    }
}
