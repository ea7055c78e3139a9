package org.gamenet.rgs.core.model;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.PackedState;

/**
 * A stand-in for an application's state in a {@link World}: the requests of players that are in it, a bit each.
 *
 * @param epoch of the server that made it
 * @param version counts that server's states
 * @param requests the requests in it
 * @param reports at a server: the requests in the last package of this epoch that each member has reported
 * @param copies at a server: the requests in the copy that each would go on from that backs it up, or is about to
 * @param holders at a server: the members that have confirmed a copy of this epoch
 */
record Known(
        Epoch epoch,
        int version,
        int requests,
        Map<MemberId, Integer> reports,
        Map<MemberId, Integer> copies,
        Set<MemberId> holders) {
    static final Known NOTHING = new Known(Epoch.NONE, 0, 0, Map.of(), Map.of(), Set.of());

    Known {
        reports = Map.copyOf(reports);
        copies = Map.copyOf(copies);
        holders = Set.copyOf(holders);
    }

    /** As a state says. */
    static Known of(Epoch epoch, int version, int requests) {
        return new Known(epoch, version, requests, Map.of(), Map.of(), Set.of());
    }

    /** One more request is in it. */
    Known handling(int request) {
        return new Known(epoch, version + 1, requests | request, reports, copies, holders);
    }

    /** As a follower takes it over. */
    Known shown() {
        return of(epoch, version, requests);
    }

    /** Of the same requests, by a server that begins an epoch. */
    Known servedIn(Epoch next) {
        return of(next, 0, requests);
    }

    Known reported(MemberId member, int contained) {
        Map<MemberId, Integer> more = new TreeMap<>(reports);
        more.put(member, contained);
        return new Known(epoch, version, requests, more, copies, holders);
    }

    PackedState packed(Position at) {
        return packed(new Payload(new byte[] {(byte) requests}), epoch, version, at);
    }

    static PackedState packed(Payload state, Epoch of, long version, Position at) {
        return new PackedState(state, false, 1, of, version, Map.of(), List.of(), 0).at(at);
    }

    /** A copy of it is on its way to this one, the first of this epoch: that one counts from here on. */
    Known copying(MemberId member) {
        if (copies.containsKey(member)) return this;
        Map<MemberId, Integer> more = new TreeMap<>(copies);
        more.put(member, requests);
        return new Known(epoch, version, requests, reports, more, holders);
    }

    Known copied(MemberId member, int contained) {
        Map<MemberId, Integer> more = new TreeMap<>(copies);
        more.put(member, contained);
        Set<MemberId> all = new TreeSet<>(holders);
        all.add(member);
        return new Known(epoch, version, requests, reports, more, all);
    }

    /** Requests that every copy contains; none as long as a backup has confirmed no copy in this epoch. */
    int inCopies(Collection<MemberId> backups) {
        int all = copies.keySet().containsAll(backups) ? -1 : 0;
        for (int contained : copies.values()) all &= contained;
        return all;
    }
}
