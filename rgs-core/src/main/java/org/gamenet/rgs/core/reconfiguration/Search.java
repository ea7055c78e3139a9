package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * How far a negotiator has come with the ways to a new server (P32, P33).
 *
 * @param way index of the way tried last; -1 before the first
 * @param asked the players that were asked in this turn
 * @param asking the player that has not answered yet
 * @param turns how often all ways were tried, up to where it makes no difference
 * @param burnt numbers, one after the other, that led to nobody here
 */
record Search(int way, Set<MemberId> asked, Optional<MemberId> asking, int turns, int burnt) {

    static final Search NOT_BEGUN = new Search(-1, Set.of(), Optional.empty(), 0, 0);

    private static final long BACKOFF_MILLIS = 100;
    private static final long BACKOFF_MAX_MILLIS = 1_000;

    /** From here on the pause does not grow, and nothing is counted any more (P52). */
    private static final int TURNS_MAX = 4;

    /** The ways to a server that is to be found; a backup claims by itself. */
    static List<Failover> ways(List<Failover> named) {
        return named.stream().filter(w -> w != Failover.HOT_BACKUP).toList();
    }

    /**
     * The ways in the order in which they are tried. One candidate that reaches nobody may be broken; after two in a
     * row it is rather this side that is cut off from them, and begins with the way behind.
     */
    List<Failover> order(List<Failover> named) {
        List<Failover> ways = new ArrayList<>(ways(named));
        Collections.rotate(ways, -(burnt / 2));
        return ways;
    }

    /** Begins anew after so many numbers that led to nobody, whoever sought them. */
    Search burns(List<Failover> named, long numbers) {
        int most = Math.max(1, 2 * ways(named).size());
        return new Search(-1, Set.of(), Optional.empty(), 0, (int) ((burnt + numbers) % most));
    }

    boolean begun() {
        return way >= 0;
    }

    Search next() {
        return new Search(way + 1, Set.of(), Optional.empty(), turns, burnt);
    }

    Search asks(MemberId player) {
        Set<MemberId> more = new TreeSet<>(asked);
        more.add(player);
        return new Search(way, more, Optional.of(player), turns, burnt);
    }

    Search answered() {
        return new Search(way, asked, Optional.empty(), turns, burnt);
    }

    /** Every way failed: begins again, after {@link #pauseMillis}. */
    Search again() {
        return new Search(-1, Set.of(), Optional.empty(), Math.min(turns + 1, TURNS_MAX), burnt);
    }

    long pauseMillis() {
        return Math.min(BACKOFF_MAX_MILLIS, BACKOFF_MILLIS << turns);
    }

    /** Whether players are asked now, and not spares. */
    boolean seeksPlayers(List<Failover> named) {
        List<Failover> ways = order(named);
        return way >= ways.size() || ways.get(Math.max(0, way)) == Failover.PROMOTED_PLAYER;
    }

    /**
     * The member of this kind to ask next (P33): by rank; coordinators of the transport group come behind the others,
     * and members with a poor connection behind these.
     */
    Optional<MemberId> candidate(Kind kind, List<Member> roster, Set<MemberId> excluded, SuspicionHints hints) {
        List<MemberId> willing = new ArrayList<>();
        for (Member m : roster)
            if (m.kind() == kind
                    && !excluded.contains(m.id())
                    && !hints.gone().contains(m.id())
                    && !asked.contains(m.id())) willing.add(m.id());
        willing.sort(Comparator.<MemberId>comparingInt(id -> hints.poor().indexOf(id))
                .thenComparing(id -> hints.coordinators().contains(id)));
        return willing.stream().findFirst();
    }
}
