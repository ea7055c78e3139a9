package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Frames that came before their time: of an epoch that I have not resumed, or of somebody whose JOIN I have not
 * delivered (HA27).
 */
final class EarlyFrames {
    private static final int FRAMES_MAX = 1_024;
    private static final int BYTES_MAX = 4 << 20;
    private final Deque<Held> held = new ArrayDeque<>();
    private long bytes;

    record Held(FrameHeader header, ByteBuffer body) {}

    /** Holds it; how many older ones had to go. */
    int hold(FrameHeader header, ByteBuffer body) {
        int dropped = 0;
        held.add(new Held(header, body));
        bytes += body.remaining() + FrameHeader.BYTES;
        while (held.size() > FRAMES_MAX || bytes > BYTES_MAX && held.size() > 1) {
            bytes -= held.remove().body.remaining() + FrameHeader.BYTES;
            dropped++;
        }
        return dropped;
    }

    /** All of them, and none is held any more. */
    List<Held> release() {
        if (held.isEmpty()) return List.of();
        List<Held> all = new ArrayList<>(held);
        held.clear();
        bytes = 0;
        return all;
    }
}
