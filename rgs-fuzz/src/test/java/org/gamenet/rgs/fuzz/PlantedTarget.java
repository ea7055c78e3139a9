package org.gamenet.rgs.fuzz;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;

/** A decoder with a fault in it: whoever fuzzes must find it. */
public final class PlantedTarget {
    static final byte TYPE = 42;

    private PlantedTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            FrameHeader header = FrameHeader.read(ByteBuffer.wrap(input));
            if (header.type() == TYPE) throw new IllegalStateException("planted");
        } catch (MalformedException refused) {
            // as documented
        }
    }
}
