package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.misuse;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Limit;
import org.junit.jupiter.api.Test;

/** Records that the game encodes itself, alone and within others. */
class CodecByHandTest {
    record Blob(byte[] bytes) {}

    record Holder(int before, Blob blob, List<Blob> blobs, int after) {}

    private static final class BlobCodec implements Codec<Blob> {
        private int calls;

        @Override
        public void encode(Blob value, ByteBuffer room) {
            calls++;
            room.put(value.bytes());
        }

        @Override
        public Blob decode(ByteBuffer bytes) {
            byte[] read = new byte[bytes.remaining()];
            bytes.get(read);
            if (read.length > 0 && read[0] == 13) throw new IllegalStateException("unlucky");
            if (read.length > 0 && read[0] == 14) bytes.position(0);
            return new Blob(read);
        }
    }

    private final BlobCodec codec = new BlobCodec();
    private final Records records = Records.of(List.of(Holder.class), Map.of(Blob.class, codec));

    private Record decode(byte[] bytes) {
        return records.decode(ByteBuffer.wrap(bytes), PeerNames.NONE);
    }

    @Test
    void aloneItTakesTheRestOfTheMessage() {
        byte[] bytes = records.encode(new Blob(new byte[] {1, 2, 3}));
        assertArrayEquals(new byte[] {(byte) records.idOf(Blob.class), 1, 2, 3}, bytes);
        assertArrayEquals(new byte[] {1, 2, 3}, ((Blob) decode(bytes)).bytes());
        assertArrayEquals(new byte[0], ((Blob) decode(records.encode(new Blob(new byte[0])))).bytes());
    }

    @Test
    void withinAnotherItHasItsLength() {
        Holder holder =
                new Holder(1, new Blob(new byte[] {1}), List.of(new Blob(new byte[0]), new Blob(new byte[700])), 2);
        Holder back = (Holder) decode(records.encode(holder));
        assertEquals(1, back.blob().bytes().length);
        assertEquals(0, back.blobs().get(0).bytes().length);
        assertEquals(700, back.blobs().get(1).bytes().length);
        assertEquals(2, back.after());
    }

    @Test
    void isCalledAgainWithMoreRoomUpToTheLimit() {
        assertEquals(
                100_001,
                records.encode(new Blob(new byte[100_000]), SizeLimit.of(Limit.MESSAGE_BYTES, 100_001), 0).length);
        assertTrue(codec.calls > 1);
        String message = misuse(
                () -> records.encode(new Blob(new byte[100_000]), SizeLimit.of(Limit.MESSAGE_BYTES, 100_000), 0));
        assertTrue(message.contains("Blob takes ") && message.contains("MESSAGE_BYTES is 100000: raise it"), message);
        int before = codec.calls;
        Holder holder = new Holder(1, new Blob(new byte[3_000]), List.of(), 2);
        assertTrue(misuse(() -> records.encode(holder, SizeLimit.of(Limit.MESSAGE_BYTES, 100), 0))
                .contains("MESSAGE_BYTES is 100"));
        assertTrue(codec.calls - before < 20);
    }

    @Test
    void aCodecThatAlwaysOverflowsEndsAtTheLimit() {
        Codec<Blob> never = new Codec<>() {
            @Override
            public void encode(Blob value, ByteBuffer room) {
                throw new java.nio.BufferOverflowException();
            }

            @Override
            public Blob decode(ByteBuffer bytes) {
                return new Blob(new byte[0]);
            }
        };
        Records stubborn = Records.of(List.of(), Map.of(Blob.class, never));
        String message =
                misuse(() -> stubborn.encode(new Blob(new byte[0]), SizeLimit.of(Limit.MESSAGE_BYTES, 1 << 20), 0));
        assertTrue(message.contains("takes more than"), message);
    }

    @Test
    void whateverItThrowsOrLeavesCountsAsBadInput() {
        byte id = (byte) records.idOf(Blob.class);
        MalformedException thrown = assertThrows(MalformedException.class, () -> decode(new byte[] {id, 13}));
        assertEquals("the codec of Blob refuses what arrived: IllegalStateException: unlucky", thrown.getMessage());
        assertEquals(
                "the codec of Blob left 1 bytes",
                assertThrows(MalformedException.class, () -> decode(new byte[] {id, 14}))
                        .getMessage());
    }

    @Test
    void whatItMakesMustBeItsRecord() {
        Codec<Blob> lazy = new Codec<>() {
            @Override
            public void encode(Blob value, ByteBuffer room) {}

            @Override
            public Blob decode(ByteBuffer bytes) {
                return null;
            }
        };
        Records some = Records.of(List.of(), Map.of(Blob.class, lazy));
        assertEquals(
                "the codec of Blob made none of it",
                assertThrows(MalformedException.class, () -> some.decode(ByteBuffer.wrap(new byte[1]), PeerNames.NONE))
                        .getMessage());
    }

    @Test
    void itsLengthIsNotBelieved() {
        byte id = (byte) records.idOf(Holder.class);
        for (int length : new int[] {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 6}) {
            ByteBuffer bytes = ByteBuffer.allocate(14)
                    .put(id)
                    .putInt(1)
                    .putInt(length)
                    .put(new byte[5])
                    .flip();
            String said = assertThrows(
                            MalformedException.class,
                            () -> records.decode(bytes, PeerNames.NONE),
                            () -> "length " + length)
                    .getMessage();
            assertTrue(said.startsWith(length < 0 ? length + " bytes announced" : "ends too early"), said);
        }
    }

    @Test
    void theSchemaSaysThatACodecIsThere() {
        Records plain = Records.of(Holder.class, Blob.class);
        assertEquals(
                "Blob is a record with a codec here, a record there",
                records.schema().firstDifference(plain.schema()).orElseThrow());
    }
}
