package org.gamenet.rgs.core.directory.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The members that claim a game that is served, or are named by a claim: while its line is there, an entry that takes
 * half of the listed off waits for its claim to be weighed (P71).
 */
final class Claims {
    private static final int MEMBERS_MAX = 2_048;
    /** Longer than a negotiator waits for a spare that agreed. */
    private static final long LATELY_MILLIS = 1_500;

    static final long RECOVERY_MILLIS = 2_500;
    private static final int PROPOSED_MAX = 64;

    private final Map<MemberId, Claim> latest = new HashMap<>();
    private final Map<Long, Integer> proposed = new HashMap<>();
    private long heldCount = -1;
    private long heldSince;
    private long heldLast;

    private record Claim(long line, long at) {}

    void note(Collection<MemberId> members, long line, long now) {
        if (latest.size() + members.size() > MEMBERS_MAX) {
            latest.clear();
        }
        members.forEach(member -> latest.put(member, new Claim(line, now)));
    }

    /** So many others than the claimant support the claim that is given to the log. */
    void proposed(long claimId, int others) {
        if (proposed.size() < PROPOSED_MAX) {
            proposed.put(claimId, others);
        }
    }

    /**
     * How many others supported the claim that is granted, 0 if that is not known. The claims beside it are forgotten:
     * the ledger denies them.
     */
    int granted(long claimId) {
        int others = proposed.getOrDefault(claimId, 0);
        proposed.clear();
        return others;
    }

    /**
     * Whether the entry after this count is to wait: a member that it takes off was in a claim lately, or looked for a
     * spare, on a line that is still open. No longer than a recovery may take: a claim that was not granted by then is
     * outweighed. An entry that was not asked for lately is another one.
     */
    boolean holdsUp(long count, Collection<MemberId> off, long suspectAfter, long now, LongPredicate open) {
        long lately = Math.max(suspectAfter, LATELY_MILLIS);
        latest.values().removeIf(claim -> now - claim.at > lately || !open.test(claim.line));
        if (off.stream().noneMatch(latest::containsKey)) {
            return false;
        }
        if (heldCount != count || now - heldLast > lately) {
            heldCount = count;
            heldSince = now;
        }
        heldLast = now;
        return now - heldSince < suspectAfter + RECOVERY_MILLIS;
    }
}
