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
    private static final DatumTrace THERE = new DatumTrace(7, 1.5, 1.53, Double.NaN, 0.002);
    private static final DatumTrace BACK = new DatumTrace(8, 1.5, 1.53, 1.54, 0);

    private static ByteBuffer bytes(DatumTrace... traces) {
        List<DatumTrace> all = List.of(traces);
        ByteBuffer to = ByteBuffer.allocate(DatumTrace.length(all));
        DatumTrace.put(to, all);
        assertEquals(0, to.remaining());
        return to.flip();
    }

    @Test
    @DisplayName("arrive as they were sent")
    void roundTrip() {
        assertEquals(List.of(THERE, BACK), DatumTrace.read(bytes(THERE, BACK)));
    }

    @Test
    @DisplayName("are refused where they make no sense, without taking more memory than there are bytes")
    void hostile() {
        for (int count : new int[] {0, DatumTrace.MOST + 1, 127, -1, -128}) {
            assertThrows(
                    MalformedException.class,
                    () -> DatumTrace.read(ByteBuffer.allocate(1_000).put(0, (byte) count)),
                    "count " + count);
        }
        byte[] whole = bytes(THERE, BACK).array();
        for (int length = 0; length < whole.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole, 0, length);
            assertThrows(BufferUnderflowException.class, () -> DatumTrace.read(cut), "cut after " + length);
        }
        for (DatumTrace wrong : List.of(
                new DatumTrace(7, Double.NaN, 1, 1, 0),
                new DatumTrace(7, 1, Double.POSITIVE_INFINITY, 1, 0),
                new DatumTrace(7, 1, 1, Double.NEGATIVE_INFINITY, 0),
                new DatumTrace(7, 1, 1, 1, -1),
                new DatumTrace(7, 1, 1, 1, Double.NaN),
                new DatumTrace(7, 1, 1, 1, Double.POSITIVE_INFINITY))) {
            assertThrows(MalformedException.class, () -> DatumTrace.read(bytes(wrong)), wrong.toString());
        }
    }

    @Test
    @DisplayName("of a message that nobody will see go over to the one in its place, as many as a message has room for")
    void inItsPlace() {
        DatumTrace.Arrived older = new DatumTrace.Arrived(THERE, 2, 20);
        DatumTrace.Arrived newer = new DatumTrace.Arrived(BACK, 3, 30);
        assertEquals(
                List.of(older, newer),
                arrival(List.of(newer)).inPlaceOf(arrival(List.of(older))).traces());
        assertEquals(
                List.of(older), arrival(null).inPlaceOf(arrival(List.of(older))).traces());
        assertEquals(
                List.of(newer), arrival(List.of(newer)).inPlaceOf(arrival(null)).traces());
        List<DatumTrace.Arrived> full = Collections.nCopies(DatumTrace.MOST, older);
        assertEquals(full, arrival(List.of(newer)).inPlaceOf(arrival(full)).traces());
    }

    private static Arrival arrival(List<DatumTrace.Arrived> traces) {
        return new Arrival(
                new MemberId(1, new Incarnation(1, 1)),
                Peer.of(1, "ann"),
                Delivery.UNRELIABLE_SEQUENCED,
                Subject.of(1),
                2,
                0,
                null,
                ByteBuffer.allocate(4),
                traces);
    }
}
