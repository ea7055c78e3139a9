package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.NAMES;
import static org.gamenet.rgs.core.wire.Samples.RECORDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileBytesTest {
    private static final String TWO_TO_THE_31_LESS_ONE = "ffffffff07";
    private static final String MINUS_ONE = "ffffffff0f";

    record Strings(List<String> list) {}

    record Numbers(long[] numbers) {}

    record Objects(Samples.Hit[] hits) {}

    record Nothings(List<Samples.Silence> silences) {}

    record Keys(Map<Integer, Long> map) {}

    record Ones(Set<Byte> set) {}

    record Text(String text) {}

    record Bytes(ByteBuffer bytes) {}

    record Picky(int value, Optional<Picky> next) {
        Picky {
            if (value < 0) throw new IllegalStateException("x".repeat(10_000));
            if (value == 1) throw new StackOverflowError();
            if (value == 2) throw new OutOfMemoryError("pretended");
        }
    }

    record Rude(int value) {
        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }
    }

    record RudeKeys(Map<Rude, Integer> map) {}

    private static final List<Class<?>> COUNTED = List.of(
            Strings.class,
            Numbers.class,
            Objects.class,
            Nothings.class,
            Keys.class,
            Ones.class,
            Text.class,
            Bytes.class);

    private static String malformed(Class<?> type, String hex) {
        return malformed(RecordCodec.of(type), HexFormat.of().parseHex(hex));
    }

    private static String malformed(RecordCodec<?> codec, byte[] bytes) {
        return assertThrows(MalformedException.class, () -> codec.decode(ByteBuffer.wrap(bytes), NAMES))
                .getMessage();
    }

    /** At least: what the JVM itself needs while the code is new to it may be charged to this thread. */
    private static long allocated(Runnable action) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int times = 0; times < 5; times++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            action.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Test
    @DisplayName(
            "P53 HF2 a count of 2^31-1, a negative one and one that is one too many are refused before anything is allocated")
    void countsAreCheckedFirst() {
        for (Class<?> type : COUNTED) {
            RecordCodec<?> codec = RecordCodec.of(type);
            for (String count : List.of(TWO_TO_THE_31_LESS_ONE, MINUS_ONE, "ff7f", "0b")) {
                byte[] bytes = HexFormat.of().parseHex(count + "00010203040506070809");
                malformed(codec, bytes); // loads the classes
                long taken = allocated(() -> malformed(codec, bytes));
                assertTrue(taken < 8_192, type + " " + count + " took " + taken);
            }
        }
    }

    @Test
    @DisplayName(
            "P53 HF2 a large frame that announces as much as it can hold buys memory only for what is really there")
    void memoryFollowsTheBytes() {
        for (Class<?> type : COUNTED) {
            RecordCodec<?> codec = RecordCodec.of(type);
            byte[] bytes = new byte[1 << 20];
            Arrays.fill(bytes, (byte) 0xff);
            bytes[0] = (byte) 0xfc; // 2^20 - 4 things of a byte each, the first of which is bad
            bytes[2] = 0x3f;
            run(codec, bytes);
            long taken = allocated(() -> run(codec, bytes));
            assertTrue(taken <= 2L * bytes.length + 8_192, type + " took " + taken);
        }
    }

    private static void run(RecordCodec<?> codec, byte[] bytes) {
        try {
            codec.decode(ByteBuffer.wrap(bytes), NAMES);
        } catch (MalformedException bad) {
            // most bodies are malformed; texts and bytes may be fine
        }
    }

    @Test
    @DisplayName("HF2 empty records take a byte in a container, so that a count of them cannot grow either")
    void emptyRecordsAreCounted() {
        assertEquals(
                3,
                RecordCodec.of(Nothings.class)
                        .encode(new Nothings(List.of(new Samples.Silence(), new Samples.Silence())))
                        .length);
        assertTrue(malformed(Nothings.class, "ff7f00").contains("16383 things announced, 1 bytes there"));
        malformed(Nothings.class, "0101");
    }

    @Test
    @DisplayName(
            "P53 HF1 20 000 flips and truncations of every sample, and as many frames of noise: refused or understood, nothing else")
    void mutatedFramesNeverEscape() {
        Random random = new Random(20_261_121);
        List<byte[]> samples = Samples.all().stream().map(RECORDS::encode).toList();
        int understood = 0;
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = samples.get(run % samples.size()).clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--)
                bytes[random.nextInt(bytes.length)] ^= 1 << random.nextInt(8);
            if (random.nextInt(4) == 0) bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
            understood += decodes(bytes) ? 1 : 0;
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            if (noise.length > 0 && random.nextBoolean()) noise[0] = (byte) random.nextInt(12);
            decodes(noise);
        }
        assertTrue(
                understood > 1_000 && understood < 19_000, "some flips are legal values, some are not: " + understood);
    }

    /** Whether they are a message; if so, the only bytes of it. */
    private static boolean decodes(byte[] bytes) {
        Record message;
        try {
            message = RECORDS.decode(ByteBuffer.wrap(bytes), NAMES);
        } catch (MalformedException bad) {
            return false;
        }
        assertArrayEquals(bytes, RECORDS.encode(message), () -> HexFormat.of().formatHex(bytes));
        return true;
    }

    @Test
    @DisplayName("HF1 every truncation of every sample, and every trailing byte, is refused")
    void truncatedAndTrailing() {
        for (Record message : Samples.all()) {
            byte[] bytes = RECORDS.encode(message);
            for (int length = 0; length < bytes.length; length++) {
                ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
                assertThrows(MalformedException.class, () -> RECORDS.decode(cut, NAMES), message::toString);
            }
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            String said = assertThrows(MalformedException.class, () -> RECORDS.decode(ByteBuffer.wrap(longer), NAMES))
                    .getMessage();
            assertTrue(said.startsWith("1 bytes too many after"), said);
        }
    }

    @Test
    void everyScalarHasItsRange() {
        record Flag(boolean flag) {}
        record Hue(Samples.Colour colour) {}
        record Event(Samples.Happening event) {}
        record Span(java.time.Duration span) {}
        assertEquals("2 is neither true nor false", malformed(Flag.class, "02"));
        assertEquals("Colour has 3 kinds, none is 3", malformed(Hue.class, "03"));
        assertEquals("Happening has 3 kinds, none is 127", malformed(Event.class, "7f"));
        malformed(Span.class, "0000000000000000" + "3b9aca00");
        malformed(Span.class, "0000000000000000" + "ffffffff");
        assertEquals("a number longer than need be", malformed(Hue.class, "8000"));
        assertEquals("a number beyond 2^31-1", malformed(Hue.class, "8080808008"));
        assertEquals("a text that is no UTF-8", malformed(Text.class, "02c328"));
        malformed(Text.class, "03eda080"); // half a surrogate pair
        malformed(Text.class, "02c080"); // a zero written long
    }

    @Test
    void nothingIsInASetOrAMapTwice() {
        assertEquals("a set holds the same twice", malformed(Ones.class, "020505"));
        String entry = "00000001" + "0000000000000001";
        assertEquals("a map holds the same key twice", malformed(Keys.class, "02" + entry + entry));
    }

    @Test
    @DisplayName(
            "HF1 what a record's constructor or hash code throws counts as bad input; an Error that is not the bytes' doing passes")
    void codeOfTheGameThatThrows() {
        String said = malformed(Picky.class, "ffffffff" + "00");
        assertTrue(
                said.startsWith("Picky refuses what arrived: IllegalStateException: xxx") && said.length() < 300, said);
        assertTrue(malformed(Picky.class, "00000009" + "01" + "ffffffff" + "00").contains("IllegalStateException"));
        assertTrue(malformed(Picky.class, "00000001" + "00").contains("StackOverflowError"));
        RecordCodec<Picky> codec = RecordCodec.of(Picky.class);
        byte[] fatal = HexFormat.of().parseHex("0000000200");
        assertThrows(OutOfMemoryError.class, () -> codec.decode(ByteBuffer.wrap(fatal), NAMES));
        assertTrue(malformed(RudeKeys.class, "01" + "00000001" + "00000001")
                .startsWith("a key of a map refuses what arrived"));
    }

    @Test
    void bytesThatNestWithoutEndAreRefused() {
        byte[] deep = new byte[100_000];
        for (int i = 0; i + 4 < deep.length; i += 5) deep[i + 4] = 1;
        for (int i = 3; i < deep.length; i += 5) deep[i] = 9;
        assertEquals("nests deeper than 200 records", malformed(RecordCodec.of(Picky.class), deep));
    }

    @Test
    void anUnknownTypeIsRefused() {
        for (String hex : List.of("7f", "ff7f", TWO_TO_THE_31_LESS_ONE, MINUS_ONE, "", "80")) {
            byte[] bytes = HexFormat.of().parseHex(hex);
            assertThrows(MalformedException.class, () -> RECORDS.decode(ByteBuffer.wrap(bytes), NAMES), hex);
        }
        assertThrows(MalformedException.class, () -> RECORDS.decodeBody(-1, ByteBuffer.allocate(1), NAMES));
        assertThrows(MalformedException.class, () -> RECORDS.type(99));
    }

    @Test
    @DisplayName("P53 a refusal has no stack trace: a flood of them stays cheap")
    void refusalsAreCheap() {
        assertEquals(0, new MalformedException("x").getStackTrace().length);
    }
}
