package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.MalformedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("T56 traces on messages")
class TraceTest {
    private static final Trace THERE = new Trace(7, 1.5, 1.53, Double.NaN, 0.002);
    private static final Trace BACK = new Trace(8, 1.5, 1.53, 1.54, 0);

    private static ByteBuffer bytes(Trace... traces) {
        List<Trace> all = List.of(traces);
        ByteBuffer to = ByteBuffer.allocate(Trace.length(all));
        Trace.put(to, all);
        assertEquals(0, to.remaining());
        return to.flip();
    }

    @Test @DisplayName("arrive as they were sent") void roundTrip() {
        assertEquals(List.of(THERE, BACK), Trace.read(bytes(THERE, BACK)));
    }

    @Test @DisplayName("are refused where they make no sense, without taking more memory than there are bytes") void hostile() {
        for (int count : new int[] {0, Trace.MOST + 1, 127, -1, -128}) {
            assertThrows(MalformedException.class, () -> Trace.read(ByteBuffer.allocate(1_000).put(0, (byte) count)), "count " + count);
        }
        byte[] whole = bytes(THERE, BACK).array();
        for (int length = 0; length < whole.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole, 0, length);
            assertThrows(BufferUnderflowException.class, () -> Trace.read(cut), "cut after " + length);
        }
        for (Trace wrong : List.of(new Trace(7, Double.NaN, 1, 1, 0), new Trace(7, 1, Double.POSITIVE_INFINITY, 1, 0),
                new Trace(7, 1, 1, Double.NEGATIVE_INFINITY, 0), new Trace(7, 1, 1, 1, -1), new Trace(7, 1, 1, 1, Double.NaN),
                new Trace(7, 1, 1, 1, Double.POSITIVE_INFINITY))) {
            assertThrows(MalformedException.class, () -> Trace.read(bytes(wrong)), wrong.toString());
        }
    }

    @Test @DisplayName("of a message that nobody will see go over to the one in its place, as many as a message has room for") void inItsPlace() {
        Trace.Arrived older = new Trace.Arrived(THERE, 2, 20);
        Trace.Arrived newer = new Trace.Arrived(BACK, 3, 30);
        assertEquals(List.of(older, newer), arrival(List.of(newer)).inPlaceOf(arrival(List.of(older))).traces());
        assertEquals(List.of(older), arrival(null).inPlaceOf(arrival(List.of(older))).traces());
        assertEquals(List.of(newer), arrival(List.of(newer)).inPlaceOf(arrival(null)).traces());
        List<Trace.Arrived> full = Collections.nCopies(Trace.MOST, older);
        assertEquals(full, arrival(List.of(newer)).inPlaceOf(arrival(full)).traces());
    }

    private static Arrival arrival(List<Trace.Arrived> traces) {
        return new Arrival(new MemberId(1, new Incarnation(1, 1)), Peer.of(1, "ann"), Delivery.UNRELIABLE_SEQUENCED, 1, 2, 0, null,
                ByteBuffer.allocate(4), traces);
    }
}
