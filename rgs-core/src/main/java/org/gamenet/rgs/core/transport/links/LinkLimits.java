package org.gamenet.rgs.core.transport.links;

/**
 * The bounds of links.
 *
 * @param frameBytes the longest frame
 * @param waitingFrames frames that wait for one link; then the oldest goes
 * @param waitingBytes bytes that wait for one link; then the oldest frames go. At least one frame
 * @param unproven visitors to whom nothing was said yet; then the oldest goes of the address that has most
 * @param links links of all visitors, finished or not; a further visitor is sent away
 * @param perAddress links from one address; a further visitor is sent away
 * @param perProcess links that one process may have; then the oldest goes
 * @param heldBytes of frames that are not whole yet, on all links; then the link goes that holds most, a stranger's
 *     first
 */
public record LinkLimits(
        int frameBytes,
        int waitingFrames,
        long waitingBytes,
        int unproven,
        int links,
        int perAddress,
        int perProcess,
        long heldBytes) {
    /** As many as the entries that a follower may lack (P22.6): a link drops none of an order. */
    private static final int WAITING_FRAMES = 16_384;

    private static final int UNPROVEN = 128;
    private static final int LINKS = 1_024;
    /** 64 players on one machine, each with {@link #PER_PROCESS}. */
    private static final int PER_ADDRESS = 256;

    private static final int PER_PROCESS = 4;
    private static final long HELD_FRAMES = 4;

    public LinkLimits {
        if (frameBytes < 1
                || waitingFrames < 1
                || waitingBytes < frameBytes
                || unproven < 1
                || links < 1
                || perAddress < 1
                || perProcess < 1
                || heldBytes < frameBytes) {
            throw new IllegalArgumentException(
                    "limits too small: each at least 1, waitingBytes and heldBytes at least frameBytes");
        }
    }

    /** For frames of up to so many bytes. */
    public static LinkLimits forFrames(int frameBytes) {
        return new LinkLimits(
                frameBytes,
                WAITING_FRAMES,
                frameBytes,
                UNPROVEN,
                LINKS,
                PER_ADDRESS,
                PER_PROCESS,
                HELD_FRAMES * frameBytes);
    }
}
