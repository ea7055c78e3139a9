package org.gamenet.rgs.core.wire;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/** The epoch and the members that frames named lately: reading them once more makes no objects. For one thread. */
public final class RecentIds {
    private static final int PLACES = 64;

    private final @Nullable MemberId[] members = new MemberId[PLACES];
    private Epoch epoch = Epoch.NONE;

    Epoch epoch(long number, long claimId) {
        if (epoch.number() != number || epoch.claimId() != claimId) epoch = new Epoch(number, claimId);
        return epoch;
    }

    MemberId member(long peer, long attempt, long nonce) {
        int place = (int) nonce & PLACES - 1;
        MemberId known = members[place];
        if (known == null
                || known.peer() != peer
                || known.incarnation().attempt() != attempt
                || known.incarnation().nonce() != nonce) {
            known = new MemberId(peer, new Incarnation(attempt, nonce));
            members[place] = known;
        }
        return known;
    }
}
