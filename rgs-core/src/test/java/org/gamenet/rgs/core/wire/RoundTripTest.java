package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.again;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.wire.Samples.Arrays;
import org.gamenet.rgs.core.wire.Samples.Colour;
import org.gamenet.rgs.core.wire.Samples.Containers;
import org.gamenet.rgs.core.wire.Samples.Opaque;
import org.gamenet.rgs.core.wire.Samples.Simple;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RoundTripTest {

    @Test
    void scalarsTextsEnumsAndBoxesComeBackEqual() {
        assertEquals(Samples.simple(), again(Samples.simple()));
        assertEquals(Samples.all().get(1), again(Samples.all().get(1)));
    }

    @Test
    void nestedGenericsAndSealedInterfacesComeBackEqual() {
        assertEquals(Samples.containers(), again(Samples.containers()));
        assertEquals(Samples.empty(), again(Samples.empty()));
    }

    @Test
    @DisplayName("T44 a whole state is one message: its counts end its sequences, and nothing less is ever seen of it")
    void aWholeStateIsOneMessage() {
        assertEquals(Samples.world(), again(Samples.world()));
        byte[] bytes = Samples.RECORDS.encode(Samples.world());
        assertEquals(1 + 1 + 4 * (5 + 8 * 4) + 1 + 24 * 8 * 4, bytes.length);
        assertThrows(
                MalformedException.class,
                () -> Samples.RECORDS.decode(ByteBuffer.wrap(bytes, 0, bytes.length - 32), Samples.NAMES));
    }

    @Test
    void mapsAndSetsKeepTheSendersOrder() {
        Containers back = (Containers) again(Samples.containers());
        assertEquals(
                List.copyOf(Samples.containers().scores().keySet()),
                List.copyOf(back.scores().keySet()));
        assertEquals(new ArrayList<Object>(Samples.containers().seen()), new ArrayList<Object>(back.seen()));
    }

    @Test
    void containersArriveUnmodifiable() {
        Containers back = (Containers) again(Samples.containers());
        assertThrows(
                UnsupportedOperationException.class, () -> back.happenings().clear());
        assertThrows(UnsupportedOperationException.class, () -> back.scores().clear());
        assertThrows(UnsupportedOperationException.class, () -> back.seen().clear());
        assertThrows(
                UnsupportedOperationException.class,
                () -> ((Containers) again(Samples.empty())).scores().put(Peer.of(1, ""), null));
    }

    @Test
    void arraysOfEveryKindComeBackEqual() {
        Arrays sent = Samples.arrays();
        Arrays back = (Arrays) again(sent);
        assertArrayEquals(sent.yes(), back.yes());
        assertArrayEquals(sent.b(), back.b());
        assertArrayEquals(sent.s(), back.s());
        assertArrayEquals(sent.c(), back.c());
        assertArrayEquals(sent.i(), back.i());
        assertArrayEquals(sent.l(), back.l());
        assertArrayEquals(sent.f(), back.f());
        assertArrayEquals(sent.d(), back.d());
        assertArrayEquals(sent.texts(), back.texts());
        assertArrayEquals(sent.happenings(), back.happenings());
        assertArrayEquals(sent.grid(), back.grid());
        assertArrayEquals(sent.lists(), back.lists());
    }

    record Box<T>(T value) {}

    record Many<T>(T[] values) {}

    record Lent<T>(Box<? extends List<T>> wild, Box<List<T>[]> array) {}

    record Generics(
            List<Colour>[] lists,
            List<Colour>[][] grid,
            Box<? extends Samples.Loud> loud,
            Box<List<Colour>[]> boxed,
            Box<Box<Integer>> twice,
            Many<Integer> many,
            Lent<Integer> lent) {}

    @Test
    void genericsOfEveryKindComeBackEqual() {
        Records records = Records.of(Generics.class);
        List<Colour> red = List.of(Colour.RED);
        Generics sent = new Generics(
                lists(red),
                grid(lists(red), lists()),
                new Box<>(new Samples.Boom(2)),
                new Box<>(lists(red, red)),
                new Box<>(new Box<>(7)),
                new Many<>(new Integer[] {1, 2}),
                new Lent<>(new Box<>(List.of(1)), new Box<>(lists(List.of(2), List.of()))));
        Generics back = (Generics) records.decode(ByteBuffer.wrap(records.encode(sent)), PeerNames.NONE);
        assertArrayEquals(sent.lists(), back.lists());
        assertArrayEquals(sent.grid(), back.grid());
        assertEquals(sent.loud(), back.loud());
        assertArrayEquals(sent.boxed().value(), back.boxed().value());
        assertEquals(sent.twice(), back.twice());
        assertEquals(sent.lent().wild(), back.lent().wild());
        assertArrayEquals(sent.lent().array().value(), back.lent().array().value());
        assertArrayEquals(sent.many().values(), (Object[]) ((Many<?>) back.many()).values());
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static <T> List<T>[] lists(List<T>... lists) {
        return lists;
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static List<Colour>[][] grid(List<Colour>[]... rows) {
        return rows;
    }

    sealed interface Sum permits One, Plus {}

    record One() implements Sum {}

    record Plus(Sum left, Sum right) implements Sum {}

    @Test
    void aSealedInterfaceMayHoldItself() {
        Records records = Records.of(Sum.class);
        Plus sum = new Plus(new One(), new Plus(new One(), new One()));
        assertEquals(sum, records.decode(ByteBuffer.wrap(records.encode(sum)), PeerNames.NONE));
    }

    @Test
    void aLargeMessageMayComeFirst() {
        record Numbers(long[] numbers) {}
        Records records = Records.of(Numbers.class);
        for (int longs : new int[] {300_000, 1, 300_000}) {
            byte[] bytes = records.encode(new Numbers(new long[longs]));
            assertEquals(longs, ((Numbers) records.decode(ByteBuffer.wrap(bytes), PeerNames.NONE)).numbers().length);
        }
    }

    @Test
    void aPeerTakesEightBytesAndItsNameFromTheRoster() {
        assertEquals("peer -7", ((Simple) again(Samples.simple())).peer().name());
        record Only(Peer peer) {}
        assertEquals(8, RecordCodec.of(Only.class).encode(new Only(Peer.of(1, "a long name"))).length);
    }

    @Test
    @DisplayName(
            "T13 opaque bytes arrive as a read-only slice of the frame, uncopied, and the sender's buffer stays where it is")
    void opaqueBytesAreASlice() {
        ByteBuffer mine = ByteBuffer.wrap(new byte[] {0, 1, 2, 3}).position(1);
        byte[] frame = Samples.RECORDS.encode(new Opaque(1, mine, (byte) 9));
        assertEquals(1, mine.position());
        ByteBuffer arrived = ByteBuffer.wrap(frame);
        Opaque back = (Opaque) Samples.RECORDS.decode(arrived, Samples.NAMES);
        assertEquals(0, arrived.position());
        assertEquals(ByteBuffer.wrap(new byte[] {1, 2, 3}), back.bytes());
        assertTrue(back.bytes().isReadOnly());
        frame[frame.length - 2] = 42;
        assertEquals(42, back.bytes().get(2), "a slice sees the frame");
    }

    @Test
    void readsDirectReadOnlyAndOffsetBuffers() {
        byte[] bytes = Samples.RECORDS.encode(Samples.simple());
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 2)
                .position(1)
                .put(bytes)
                .position(1)
                .limit(bytes.length + 1);
        ByteBuffer offset = ByteBuffer.allocate(bytes.length + 7)
                .position(3)
                .slice()
                .put(bytes)
                .flip();
        assertEquals(Samples.simple(), Samples.RECORDS.decode(direct, Samples.NAMES));
        assertEquals(Samples.simple(), Samples.RECORDS.decode(offset, Samples.NAMES));
        assertEquals(
                Samples.simple(), Samples.RECORDS.decode(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), Samples.NAMES));
    }

    @Test
    void nothingOfTheSendersIsInWhatArrives() {
        Containers sent = Samples.containers();
        assertNotSame(
                sent.happenings().get(0),
                ((Containers) again(sent)).happenings().get(0));
    }

    record Score(int who, String name, List<Colour> colours, Optional<Long> best) {}

    @Test
    @DisplayName("a leading id, components in order, big-endian, counts before what they count: golden bytes")
    void goldenBytes() {
        Records records = Records.ofIds(Map.of(201, Score.class));
        byte[] bytes = records.encode(new Score(-2, "h\u00e9", List.of(Colour.GREEN, Colour.RED), Optional.of(258L)));
        assertEquals(
                "c901" + "fffffffe" + "03" + "68c3a9" + "02" + "01" + "00" + "01" + "0000000000000102",
                HexFormat.of().formatHex(bytes));
    }

    @Test
    void aBodyHasNoIdAndHeadroomStaysFree() {
        Records records = Records.ofIds(Map.of(3, Score.class));
        Score score = new Score(1, "a", List.of(), Optional.empty());
        byte[] bytes = records.encodeBody(score, SizeLimit.of(Limit.MESSAGE_BYTES, 100), 5);
        assertEquals(
                "0000000000" + "00000001" + "0161" + "00" + "00", HexFormat.of().formatHex(bytes));
        assertEquals(score, records.decodeBody(3, ByteBuffer.wrap(bytes).position(5), PeerNames.NONE));
    }

    @Test
    void aSealedInterfaceHasACodecOfItsOwn() {
        RecordCodec<Samples.Happening> codec = RecordCodec.of(Samples.Happening.class);
        assertEquals(
                "0100000003",
                HexFormat.of().formatHex(codec.encode(new Samples.Hit(3))),
                "Boom, Hit, Silence: by name, not as declared");
        assertEquals(
                new Samples.Hit(3), codec.decode(ByteBuffer.wrap(codec.encode(new Samples.Hit(3))), PeerNames.NONE));
    }

    @Test
    @DisplayName("ids do not depend on the order of registration")
    void idsDoNotDependOnOrder() {
        Records one = Records.of(Simple.class, Samples.Happening.class, Opaque.class);
        Records other = Records.of(Opaque.class, Samples.Boom.class, Samples.Happening.class, Simple.class);
        for (Class<?> type :
                List.of(Simple.class, Opaque.class, Samples.Hit.class, Samples.Boom.class, Samples.Silence.class)) {
            assertEquals(one.idOf(type), other.idOf(type));
            assertEquals(type, other.type(one.idOf(type)));
            assertTrue(one.knows(type));
        }
        assertFalse(one.knows(Samples.World.class));
        assertEquals(one.schemaHash(), other.schemaHash());
    }

    record Inner(int one) {}

    /** Decodes as it is made. */
    record Outer(byte[] inner, int two) {
        private static BodyDecoder decoder;

        Outer {
            if (decoder != null) decoder.decode(0, ByteBuffer.wrap(inner));
        }
    }

    @Test
    @DisplayName("a constructor may decode with the decoder that decodes it")
    void decodesWithin() {
        Records records = Records.of(Inner.class, Outer.class);
        assertEquals(0, records.idOf(Inner.class));
        byte[] inner = records.encodeBody(new Inner(7), SizeLimit.NONE, 0);
        Outer.decoder = records.bodies(PeerNames.NONE);
        try {
            byte[] outer = records.encodeBody(new Outer(inner, 9), SizeLimit.NONE, 0);
            Outer again = (Outer) Outer.decoder.decode(1, ByteBuffer.wrap(outer));
            assertEquals(9, again.two());
            assertArrayEquals(inner, again.inner());
        } finally {
            Outer.decoder = null;
        }
    }
}
