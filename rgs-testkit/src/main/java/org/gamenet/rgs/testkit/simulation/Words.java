package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import org.gamenet.rgs.core.wire.FrameHeader;

/** A frame for a reader of the trace. */
final class Words {
    private Words() {}

    static String of(byte[] frame) {
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(frame));
        return "type " + header.type() + " epoch " + header.epoch() + " #" + header.sequence() + " from "
                + header.sender() + ", " + frame.length + " bytes";
    }
}
