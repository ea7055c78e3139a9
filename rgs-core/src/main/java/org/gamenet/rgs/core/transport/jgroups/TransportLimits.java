package org.gamenet.rgs.core.transport.jgroups;

/**
 * The bounds of one transport: what it sends, takes and queues at most.
 *
 * @param frameBytes the longest frame that is sent or put together again
 * @param packetBytes the longest packet of the group's stack that is taken; frames travel in fragments far below it
 * @param queuedPackets packets that wait for a thread that takes what arrives; more are dropped and, unless unreliable,
 *     sent again later
 * @param unreliablePackets packets that may wait for one link before unreliable frames to it are dropped
 * @param threads threads that deliver what arrives
 */
public record TransportLimits(int frameBytes, int packetBytes, int queuedPackets, int unreliablePackets, int threads) {

    /** 16 MB frames, 1 MB packets, 512 packets that wait for a thread, 8 for a link when unreliable, 4 threads. */
    public static final TransportLimits DEFAULT = new TransportLimits(16_000_000, 1_000_000, 512, 8, 4);

    /** Frames are cut into fragments of this many bytes. */
    static final int FRAGMENT_BYTES = 32 * 1024;

    /** Places of processes that are remembered. */
    static final int PROCESSES_MAX = 1_024;

    /** JGroups puts small messages together up to this many bytes. */
    static final int BUNDLE_BYTES = 64_000;

    public TransportLimits {
        if (frameBytes < 1
                || packetBytes < 2 * BUNDLE_BYTES
                || queuedPackets < 1
                || unreliablePackets < 1
                || threads < 2) {
            throw new IllegalArgumentException(
                    "limits too small: frameBytes, queuedPackets and unreliablePackets at least 1, "
                            + "threads at least 2, packetBytes at least " + 2 * BUNDLE_BYTES);
        }
    }

    int fragments() {
        return frameBytes / FRAGMENT_BYTES + 1;
    }
}
