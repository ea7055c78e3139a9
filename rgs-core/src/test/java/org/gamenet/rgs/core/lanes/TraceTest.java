package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
            RuntimeException refused =
                    assertThrows(RuntimeException.class, () -> DatumTrace.read(cut), "cut after " + length);
            assertTrue(refused instanceof BufferUnderflowException || refused instanceof MalformedException);
        }
        long most = 1L << 51;
        for (long[] wrong : new long[][] {
            {Long.MAX_VALUE, 0, 0, 0},
            {most + 2, 0, 0, 0},
            {most, 2, 0, 0},
            {0, most + 2, 0, 0},
            {0, 0, most + 3, 0},
            {0, 0, Long.MAX_VALUE, 0},
            {0, 0, 0, most}
        }) {
            ByteBuffer to = ByteBuffer.allocate(100).put((byte) 1).putLong(7);
            for (long number : wrong) DataFrame.put(to, number);
            assertThrows(MalformedException.class, () -> DatumTrace.read(to.flip()), Arrays.toString(wrong));
        }
    }

    @Test
    @DisplayName("to the microsecond, whichever way the clocks differ, in two dozen bytes after an hour")
    void toTheMicrosecond() {
        List<DatumTrace> all = List.of(
                new DatumTrace(7, 3_600.000_001, 3_600.000_002, Double.NaN, 0.000_9),
                new DatumTrace(-8, -0.000_001, -3.5, -2.000_001, 12));
        assertEquals(all, DatumTrace.read(bytes(all.get(0), all.get(1))));
        DatumTrace far = DatumTrace.read(bytes(new DatumTrace(7, 1e300, -1e300, 1e300, 1e300)))
                .get(0);
        assertEquals(-far.actedAt(), far.sentAt(), "as far away as can be said");
        assertTrue(bytes(new DatumTrace(7, 3_600, 3_600.016, 3_600.035, 0.001)).limit() <= 24);
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
