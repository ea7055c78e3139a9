package org.gamenet.rgs.core.model;

import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * What stands for an application's state in a {@link World}: the requests of players that are in it, a bit each.
 *
 * @param epoch of the server that made it
 * @param version counts that server's states
 * @param requests those it contains
 * @param reports at a server: the requests in the last package of this epoch that each member has reported
 */
record Known(Epoch epoch, int version, int requests, Map<MemberId, Integer> reports) {
    static final Known NOTHING = new Known(Epoch.NONE, 0, 0, Map.of());

    Known {
        reports = Map.copyOf(reports);
    }

    /** One more request is in it. */
    Known handling(int request) {
        return new Known(epoch, version + 1, requests | request, reports);
    }

    /** As a follower takes it over. */
    Known shown() {
        return new Known(epoch, version, requests, Map.of());
    }

    /** Of the same requests, by a server that begins an epoch. */
    Known servedIn(Epoch next) {
        return new Known(next, 0, requests, Map.of());
    }

    Known reported(MemberId member, int contained) {
        Map<MemberId, Integer> more = new TreeMap<>(reports);
        more.put(member, contained);
        return new Known(epoch, version, requests, more);
    }
}
