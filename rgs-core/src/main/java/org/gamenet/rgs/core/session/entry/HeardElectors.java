package org.gamenet.rgs.core.session.entry;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;

/** The electors, and those who ask for a seat in their place, as they were heard last. Worker's thread only. */
final class HeardElectors {
    private static final int PEERS_MOST = 1_024;

    /** By peer, the newest incarnation that asked for a seat. */
    private final Map<Long, SeatRequest> newest = new HashMap<>();
    /** By peer, when it asked for a seat or said what an arbiter hears. */
    private final Map<Long, Long> spokeAt = new HashMap<>();

    /** A request for a seat, and when it came. */
    private record SeatRequest(MemberId by, long at) {
        boolean isNewerThan(MemberId other) {
            return by.incarnation().compareTo(other.incarnation()) > 0;
        }
    }

    void spoke(MemberId member, long now) {
        if (spokeAt.size() >= PEERS_MOST) spokeAt.clear();
        spokeAt.put(member.peer(), now);
    }

    void askedForSeat(MemberId member, long now) {
        spoke(member, now);
        if (newest.size() >= PEERS_MOST) newest.clear();
        newest.merge(
                member.peer(), new SeatRequest(member, now), (known, next) -> known.isNewerThan(member) ? known : next);
    }

    /** The members that have asked for a seat after that time. */
    Set<MemberId> askingSince(long time) {
        Set<MemberId> asking = new HashSet<>();
        for (SeatRequest request : newest.values()) if (request.at() > time) asking.add(request.by());
        return asking;
    }

    /** Whether a newer incarnation speaks in the elector's place. */
    boolean isReplaced(MemberId elector) {
        SeatRequest known = newest.get(elector.peer());
        return known != null && known.isNewerThan(elector);
    }

    /** The newest incarnation of the elector's session that was heard: it speaks for the elector that it was (P59). */
    MemberId present(MemberId elector) {
        SeatRequest known = newest.get(elector.peer());
        return known != null && known.isNewerThan(elector) && known.by().isOfSession(elector) ? known.by() : elector;
    }

    /** When the elector spoke last; never before {@code least}. */
    long spokeAt(MemberId elector, long least) {
        return Math.max(least, spokeAt.getOrDefault(elector.peer(), least));
    }
}
