package org.gamenet.rgs.core.port;

import java.nio.ByteBuffer;

/**
 * Room for one frame that is made again and again, and copied by whoever sends it. The frame that was in it before is
 * overwritten from the first byte on, and only what was written counts. One thread.
 */
public final class Scratch {
    private static final int FIRST_BYTES = 1_024;
    /** A frame that is larger has room of its own: it is seldom. */
    private static final int KEPT_BYTES = 64 * 1_024;

    private ByteBuffer room = ByteBuffer.allocate(FIRST_BYTES);

    /** Empty, for exactly so many bytes. */
    public ByteBuffer of(int bytes) {
        if (bytes > room.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate(bytes > KEPT_BYTES ? bytes : Integer.highestOneBit(bytes) * 2);
            if (bytes > KEPT_BYTES) return larger;
            room = larger;
        }
        return room.clear().limit(bytes);
    }
}
