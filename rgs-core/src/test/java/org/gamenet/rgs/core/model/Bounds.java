package org.gamenet.rgs.core.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.Timer;

/** How much may happen in a searched world; a bound of 0 switches a kind of event off. */
record Bounds(int players, int spares, boolean founderPlays, List<Failover> ways, int crashes, int doubts, int orders, int leaves, int joins, int kicks,
              int changes, int offers, int epochs, boolean slowCallbacks, int patience, Set<Timer> timers) {

    /** Those that only send again what was sent: here nothing sent is lost. */
    private static final Set<Timer> REPEATS = EnumSet.of(Timer.ASK, Timer.ADVERTISE, Timer.RESEND, Timer.GOODBYE, Timer.REPEAT);
    private static final Set<Timer> LAST = EnumSet.of(Timer.NO_GAME, Timer.GIVE_UP, Timer.GO, Timer.LAPSE, Timer.CALLBACK, Timer.LAST_RESORT);

    static Bounds of(int players, int spares, int crashes) {
        Set<Timer> timers = EnumSet.allOf(Timer.class);
        timers.removeAll(REPEATS);
        timers.removeAll(LAST);
        return new Bounds(players, spares, false, List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER), crashes, 0, 0, 0, 0, 0, 0, 2, 4, false, 3, timers);
    }

    Bounds founderPlays(boolean plays) {
        return new Bounds(players, spares, plays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds ways(Failover... only) {
        return new Bounds(players, spares, founderPlays, List.of(only), crashes, doubts, orders, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds doubts(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, n, orders, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds orders(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, n, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds leaves(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, n, joins, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds joins(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, n, kicks, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds kicks(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, n, changes, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds changes(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, n, offers, epochs, slowCallbacks, patience, timers);
    }

    Bounds offers(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, n, epochs, slowCallbacks, patience, timers);
    }

    Bounds epochs(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, offers, n, slowCallbacks, patience, timers);
    }

    Bounds slow() {
        Set<Timer> more = EnumSet.copyOf(timers);
        more.add(Timer.CALLBACK);
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, offers, epochs, true, patience, more);
    }

    Bounds with(Timer timer) {
        Set<Timer> more = EnumSet.copyOf(timers);
        more.add(timer);
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, patience, more);
    }

    Bounds patience(int n) {
        return new Bounds(players, spares, founderPlays, ways, crashes, doubts, orders, leaves, joins, kicks, changes, offers, epochs, slowCallbacks, n, timers);
    }
}
