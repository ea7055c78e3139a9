package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.stream.Collectors;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;

/** A frame for a reader of the trace. */
final class FrameText {
    private static final Map<Integer, String> NAMES =
            MessageTypes.TABLE.stream().collect(Collectors.toMap(MessageTable.Row::id, MessageTable.Row::name));

    private FrameText() {}

    static String of(byte[] frame) {
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(frame));
        int type = header.type();
        return NAMES.getOrDefault(type, "type " + type) + " epoch " + header.epoch() + " #" + header.sequence()
                + " from " + header.sender() + ", " + frame.length + " bytes";
    }
}
