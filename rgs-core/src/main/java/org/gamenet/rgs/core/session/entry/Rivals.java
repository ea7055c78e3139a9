package org.gamenet.rgs.core.session.entry;

import java.util.function.Predicate;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/**
 * Another member that asked for votes a moment ago (P57). Two that ask at the same time refuse each other the number,
 * and as both wait equally long they do it again with the next one: of the two the later, as ids go, gives the other a
 * start. Worker's thread only.
 */
final class Rivals {
    /** A claim that was refused is followed by the next one within that time. */
    private static final long REMEMBERED_NANOS = 3_000_000_000L;
    /** Far more than a claim is under way. */
    private static final long START_NANOS = 300_000_000;

    private @Nullable MemberId rival;
    private Epoch number = Epoch.NONE;
    private long askedAt;
    /** Since when this member holds back for that number of the other's; 0: it has not tried yet. */
    private long since;

    /** That member asks for votes. */
    void asks(MemberId member, Epoch wanted, long now) {
        if (!wanted.equals(number)) since = 0;
        rival = member;
        number = wanted;
        askedAt = now;
    }

    /**
     * Whether a claim of this member, which is repeated until it is answered, is to wait.
     *
     * @param isGone whether a member is known to be dead, so that nobody waits for it
     */
    boolean letsGoFirst(MemberId me, long now, Predicate<MemberId> isGone) {
        MemberId other = rival;
        if (other == null || other.compareTo(me) > 0 || now - askedAt > REMEMBERED_NANOS || isGone.test(other))
            return false;
        if (since == 0) since = now;
        return now - since < START_NANOS;
    }
}
