package org.gamenet.rgs.core.session.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.ManualClock;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConditionerTest {
    private static final Node BOB = new Node(7, 2);

    private final ManualClock clock = new ManualClock();
    private final SessionTime time = new SessionTime(clock);
    private final List<byte[]> sent = new ArrayList<>();
    private final Neighbours neighbours = new Neighbours();
    private final Conditioner conditioner = new Conditioner(wire(), neighbours, time, () -> 7);

    private GroupTransport wire() {
        GroupTransport wire = mock(GroupTransport.class, withSettings().stubOnly());
        doAnswer(said -> sent.add(said.getArgument(1))).when(wire).send(any(), any(), any());
        doAnswer(said -> sent.add(said.getArgument(0))).when(wire).cast(any(), any());
        return wire;
    }

    private static Conditions late(long seconds) {
        return new Conditions(Duration.ofSeconds(seconds), Duration.ZERO, 0, 0, 0);
    }

    private static byte[] frame(int number, int size) {
        byte[] frame = new byte[size];
        java.nio.ByteBuffer.wrap(frame).putInt(number);
        return frame;
    }

    private List<Integer> numbers() {
        return sent.stream().map(f -> java.nio.ByteBuffer.wrap(f).getInt()).toList();
    }

    @Test
    @DisplayName(
            "holds a bounded number of messages; more push out what is due first, and nothing reliable is lost or overtaken")
    void isBounded() {
        conditioner.set(late(10));
        for (int i = 0; i < 50_000; i++) {
            conditioner.send(BOB, frame(i, 40), Lane.RELIABLE);
            assertTrue(conditioner.heldFrames() <= Conditioner.FRAMES_MAX);
        }
        assertEquals(50_000 - Conditioner.FRAMES_MAX, sent.size());
        conditioner.set(Conditions.NONE);
        assertEquals(java.util.stream.IntStream.range(0, 50_000).boxed().toList(), numbers());
    }

    @Test
    @DisplayName("holds a bounded number of bytes, and lets a message through that is larger than all of it")
    void isBoundedInBytes() {
        conditioner.set(late(10));
        for (int i = 0; i < 100; i++) conditioner.send(BOB, frame(i, 1 << 20), Lane.RELIABLE);
        assertTrue(conditioner.heldBytes() <= Conditioner.BYTES_MAX);
        conditioner.send(BOB, frame(100, (int) Conditioner.BYTES_MAX + 1), Lane.RELIABLE);
        assertEquals(0, conditioner.heldFrames());
        assertEquals(java.util.stream.IntStream.rangeClosed(0, 100).boxed().toList(), numbers());
    }

    @Test
    @DisplayName("says when it has something to do, and what was on its way into a group that was left is lost")
    void knowsWhen() {
        assertEquals(Long.MAX_VALUE, conditioner.nextAt(0));
        neighbours.enterGroup(new Node(7, 1), List.of(new Node(7, 1), BOB, new Node(7, 3)));
        conditioner.set(late(1));
        conditioner.cast(frame(1, 4), Lane.URGENT);
        assertEquals(2, conditioner.heldFrames(), "one copy for each of the others");
        assertEquals(1_000_000_000, conditioner.nextAt(0));
        assertEquals(0, conditioner.tick(999_999_999));
        assertEquals(2, conditioner.tick(1_000_000_000));
        conditioner.cast(frame(2, 4), Lane.URGENT);
        conditioner.leaveGroup();
        conditioner.set(Conditions.NONE);
        assertEquals(List.of(1, 1), numbers());
    }
}
