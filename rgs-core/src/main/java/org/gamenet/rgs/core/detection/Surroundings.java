package org.gamenet.rgs.core.detection;

import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Everything that all parts of the detector go by: this member, the game's times, the situation, the others as seen.
 */
final class Surroundings {
    final MemberId me;
    final Map<MemberId, Sightings> seen = new TreeMap<>();
    Timing timing;
    Situation now = Situation.NONE;
    /** The time that this process slept through, which the monotonic clock does not count. */
    long sleptNanos;
    /** False: nobody is to be dialled, and nobody is out of reach, so that none of them need be looked at. */
    boolean dials;

    Surroundings(MemberId me, Timing timing) {
        this.me = me;
        this.timing = timing;
    }

    /** Time as it has passed for others. */
    long lived(long nanos) {
        return nanos + sleptNanos;
    }

    /** It is dialled so often, for the first time then. */
    void dial(Sightings member, int times, long at) {
        member.dialsLeft = times;
        member.nextDialAt = at;
        dials = true;
    }

    boolean watches(MemberId member) {
        return now.watches().isPresent() && now.watches().get().equals(member);
    }
}
