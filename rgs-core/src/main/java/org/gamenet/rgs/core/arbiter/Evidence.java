package org.gamenet.rgs.core.arbiter;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The evidence for and against a claim by another process than the holder (P12). It decides how soon a server is
 * replaced, never how many there are (P5).
 *
 * @param supporters members that suspect the epoch, each counted once
 * @param weight the supporters that the holder has to set against them
 */
public record Evidence(int supporters, int weight) {

    /** Silence, in hundredths of {@code suspectAfter}, after which a holder weighs nothing. */
    public static final int SILENT_HUNDREDTHS = 83;

    /** Whether that is enough to replace the holder. */
    public boolean suffices() {
        return supporters > weight;
    }

    /** Whether a holder that renewed this long ago counts as silent. All in milliseconds. */
    public static boolean silent(long sinceRenewed, long suspectAfter) {
        return sinceRenewed * 100 >= suspectAfter * SILENT_HUNDREDTHS;
    }

    /** The weight of a holder that is there: itself, and whoever echoes it. */
    public static int weight(int echoed) {
        return 1 + Math.max(0, echoed);
    }

    /**
     * Counts who supports a claim, each peer once. A claimant of the roster supports itself; a spare does not.
     *
     * @param named the members that the claim names
     * @param roster the members that an active holder last reported
     * @param holder does not testify against itself; nobody, once the number is released
     */
    public static int supporters(
            Collection<MemberId> named,
            MemberId claimant,
            boolean spare,
            Collection<MemberId> roster,
            Optional<MemberId> holder) {
        Set<MemberId> counted = new LinkedHashSet<>(named);
        if (spare) {
            counted.remove(claimant);
        } else {
            counted.add(claimant);
        }
        holder.ifPresent(counted::remove);
        counted.retainAll(roster);
        return (int) counted.stream().mapToLong(MemberId::peer).distinct().count();
    }
}
