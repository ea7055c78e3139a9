package org.gamenet.rgs.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LargeFramesTest {
    private static final int LARGE = 65 << 20;

    record Word(String text) {}

    @ParameterizedTest
    @EnumSource(
            value = Limit.class,
            names = {"MESSAGE_BYTES", "PACKAGE_BYTES"})
    @DisplayName("what a limit allows can be put into a frame, and the transport takes it")
    void takeWhatIsAllowed(Limit limit) {
        SessionSetup setup = new SessionSetup(
                "large", "ann", Records.of(List.of(Word.class), Map.of()), Map.of(limit, (long) LARGE));
        Message large = new Message.OrderRequest(1, 1, 0, new Payload(new byte[LARGE]));
        MemberId me = new MemberId(1, new Incarnation(1, 1));
        byte[] frame = Frames.encode((Record) large, new Frames.Stamp(1, new Epoch(1, 1), me, 0, 0));
        int most = RunningRgs.frameBytes(setup);
        assertTrue(frame.length <= most, frame.length + " bytes, and the transport takes " + most);
    }
}
