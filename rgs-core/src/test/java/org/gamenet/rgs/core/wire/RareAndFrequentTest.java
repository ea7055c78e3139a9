package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.NAMES;
import static org.gamenet.rgs.core.wire.Samples.misuse;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.core.wire.Samples.Boxes;
import org.junit.jupiter.api.Test;

/** The first values of a type go by reflection, later ones by handles: nobody can tell them apart. */
class RareAndFrequentTest {
    private static final int OFTEN = 3 * RecordForm.RARE;

    record Fussy(int number) {
        Fussy {
            if (number == 1) throw new IllegalStateException("one");
            if (number == 2) throw new OutOfMemoryError("two");
        }

        @Override
        public int number() {
            if (number == 3) throw new IllegalStateException("three");
            if (number == 4) throw new OutOfMemoryError("four");
            return number;
        }
    }

    @Test
    void theSameBytesAndTheSameValues() {
        Records records = Samples.fresh();
        for (Record sample : Samples.all()) {
            byte[] first = Samples.RECORDS.encode(sample);
            for (int i = 0; i < OFTEN; i++) {
                byte[] bytes = records.encode(sample);
                assertArrayEquals(first, bytes, sample + ", time " + i);
                Record back = records.decode(ByteBuffer.wrap(bytes), NAMES);
                assertSame(sample.getClass(), back.getClass());
                assertArrayEquals(first, records.encode(back), sample + ", time " + i);
            }
        }
    }

    @Test
    void theSameRefusals() {
        Records records = Records.of(Fussy.class, Boxes.class);
        byte[] one = records.encode(new Fussy(5));
        one[one.length - 1] = 1;
        byte[] two = one.clone();
        two[two.length - 1] = 2;
        for (int i = 0; i < OFTEN; i++) {
            String refused = assertThrows(MalformedException.class, () -> records.decode(ByteBuffer.wrap(one), NAMES))
                    .getMessage();
            assertEquals("Fussy refuses what arrived: IllegalStateException: one", refused);
            OutOfMemoryError fatal =
                    assertThrows(OutOfMemoryError.class, () -> records.decode(ByteBuffer.wrap(two), NAMES));
            assertEquals("two", fatal.getMessage());
            IllegalStateException thrown =
                    assertThrows(IllegalStateException.class, () -> records.encode(new Fussy(3)));
            assertEquals("three", thrown.getMessage());
            assertThrows(OutOfMemoryError.class, () -> records.encode(new Fussy(4)));
            Boxes hollow = new Boxes(true, null, (short) 0, 'x', 0, 0L, 0f, 0d);
            assertTrue(misuse(() -> records.encode(hollow)).startsWith("Boxes.b is or holds null"), "time " + i);
        }
    }

    record Node(List<Node> below) {}

    @Test
    void theSameDepth() {
        Records records = Records.of(Node.class);
        Node deep = new Node(List.of());
        for (int i = 1; i < Input.DEEPEST; i++) deep = new Node(List.of(deep));
        Node all = deep;
        for (int i = 0; i < OFTEN; i++)
            assertEquals(all, records.decode(ByteBuffer.wrap(records.encode(all)), NAMES), "time " + i);
        assertTrue(misuse(() -> records.encode(new Node(List.of(all)))).contains("nests deeper"));
    }
}
