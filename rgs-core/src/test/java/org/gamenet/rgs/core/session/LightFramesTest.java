package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LightFramesTest {
    private static final MemberId ANN = new MemberId(1, new Incarnation(1, 1));

    private static WorkerInput heard(int type) {
        FrameHeader header = new FrameHeader(type, 1, Epoch.NONE, ANN, 1, 0, 0);
        return new WorkerInput.Read(new Endpoint("127.0.0.1", 1, 1), header, ByteBuffer.allocate(0));
    }

    private static WorkerInput heard(Class<?> type) {
        return heard(MessageTypes.RECORDS.idOf(type));
    }

    @Test
    @DisplayName("the order, messages and signs of life are taken by whoever brings them, all else waits for a round")
    void frames() {
        for (Class<?> light : List.of(
                Message.EntryNews.class,
                Message.OrderRequest.class,
                Signal.Heartbeat.class,
                Signal.Echo.class,
                ClockSignal.ClockPing.class,
                ClockSignal.ClockPong.class)) {
            assertTrue(LightTurn.isLight(heard(light), true), light::getName);
            assertFalse(LightTurn.isLight(heard(light), false), light::getName);
        }
        for (Class<?> other : List.of(
                Signal.Ping.class,
                Signal.Out.class,
                Message.EpochStart.class,
                Message.Collect.class,
                Message.JoinRequest.class)) assertFalse(LightTurn.isLight(heard(other), true), other::getName);
        assertFalse(LightTurn.isLight(
                new WorkerInput.Heard(new Endpoint("127.0.0.1", 1, 1), ByteBuffer.allocate(1)), true));
    }

    @Test
    @DisplayName(
            "what the application sends is light, what it asks of the machine is not, but for a place in the order")
    void own() {
        Message order = new Message.OrderRequest(1, 1, 0, Payload.EMPTY);
        for (boolean frames : new boolean[] {false, true}) {
            assertTrue(LightTurn.isLight(new WorkerInput.Pump(), frames));
            assertTrue(LightTurn.isLight(new WorkerInput.Asked(new Event.Heard(ANN, order)), frames));
            assertFalse(LightTurn.isLight(new WorkerInput.Asked(new Event.LeaveAsked()), frames));
            assertFalse(
                    LightTurn.isLight(new WorkerInput.Asked(new Event.Heard(ANN, new Message.LeaveRequest())), frames));
        }
        assertFalse(LightTurn.isLight(new WorkerInput.Left(), true));
    }
}
