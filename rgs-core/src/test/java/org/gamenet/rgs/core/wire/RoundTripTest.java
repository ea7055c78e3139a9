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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

    @Test void scalarsTextsEnumsAndBoxesComeBackEqual() {
        assertEquals(Samples.simple(), again(Samples.simple()));
        assertEquals(Samples.all().get(1), again(Samples.all().get(1)));
    }

    @Test void nestedGenericsAndSealedInterfacesComeBackEqual() {
        assertEquals(Samples.containers(), again(Samples.containers()));
        assertEquals(Samples.empty(), again(Samples.empty()));
    }

    @Test @DisplayName("T44 a whole state is one message: its counts end its sequences, and nothing less is ever seen of it")
    void aWholeStateIsOneMessage() {
        assertEquals(Samples.world(), again(Samples.world()));
        byte[] bytes = Samples.RECORDS.encode(Samples.world());
        assertEquals(1 + 1 + 4 * (5 + 8 * 4) + 1 + 24 * 8 * 4, bytes.length);
        assertThrows(MalformedException.class, () -> Samples.RECORDS.decode(ByteBuffer.wrap(bytes, 0, bytes.length - 32), Samples.NAMES));
    }

    @Test void mapsAndSetsKeepTheSendersOrder() {
        Containers back = (Containers) again(Samples.containers());
        assertEquals(List.copyOf(Samples.containers().scores().keySet()), List.copyOf(back.scores().keySet()));
        assertEquals(new ArrayList<Object>(Samples.containers().seen()), new ArrayList<Object>(back.seen()));
    }

    @Test void containersArriveUnmodifiable() {
        Containers back = (Containers) again(Samples.containers());
        assertThrows(UnsupportedOperationException.class, () -> back.happenings().clear());
        assertThrows(UnsupportedOperationException.class, () -> back.scores().clear());
        assertThrows(UnsupportedOperationException.class, () -> back.seen().clear());
        assertThrows(UnsupportedOperationException.class, () -> ((Containers) again(Samples.empty())).scores().put(Peer.of(1, ""), null));
    }

    @Test void arraysOfEveryKindComeBackEqual() {
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

    @Test void aPeerTakesEightBytesAndItsNameFromTheRoster() {
        assertEquals("peer -7", ((Simple) again(Samples.simple())).peer().name());
        record Only(Peer peer) {}
        assertEquals(8, RecordCodec.of(Only.class).encode(new Only(Peer.of(1, "a long name"))).length);
    }

    @Test @DisplayName("T13 opaque bytes arrive as a read-only slice of the frame, uncopied, and the sender's buffer stays where it is")
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

    @Test void readsDirectReadOnlyAndOffsetBuffers() {
        byte[] bytes = Samples.RECORDS.encode(Samples.simple());
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 2).position(1).put(bytes).position(1).limit(bytes.length + 1);
        ByteBuffer offset = ByteBuffer.allocate(bytes.length + 7).position(3).slice().put(bytes).flip();
        assertEquals(Samples.simple(), Samples.RECORDS.decode(direct, Samples.NAMES));
        assertEquals(Samples.simple(), Samples.RECORDS.decode(offset, Samples.NAMES));
        assertEquals(Samples.simple(), Samples.RECORDS.decode(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), Samples.NAMES));
    }

    @Test void nothingOfTheSendersIsInWhatArrives() {
        Containers sent = Samples.containers();
        assertNotSame(sent.happenings().get(0), ((Containers) again(sent)).happenings().get(0));
    }

    record Score(int who, String name, List<Colour> colours, Optional<Long> best) {}

    @Test @DisplayName("T43 a leading id, components in order, big-endian, counts before what they count: golden bytes")
    void goldenBytes() {
        Records records = Records.ofIds(Map.of(201, Score.class));
        byte[] bytes = records.encode(new Score(-2, "h\u00e9", List.of(Colour.GREEN, Colour.RED), Optional.of(258L)));
        assertEquals("c901" + "fffffffe" + "03" + "68c3a9" + "02" + "01" + "00" + "01" + "0000000000000102",
                HexFormat.of().formatHex(bytes));
    }

    @Test void aBodyHasNoIdAndHeadroomStaysFree() {
        Records records = Records.ofIds(Map.of(3, Score.class));
        Score score = new Score(1, "a", List.of(), Optional.empty());
        byte[] bytes = records.encodeBody(score, SizeLimit.of(Limit.MESSAGE_BYTES, 100), 5);
        assertEquals("0000000000" + "00000001" + "0161" + "00" + "00", HexFormat.of().formatHex(bytes));
        assertEquals(score, records.decodeBody(3, ByteBuffer.wrap(bytes).position(5), PeerNames.NONE));
    }

    @Test void aSealedInterfaceHasACodecOfItsOwn() {
        RecordCodec<Samples.Happening> codec = RecordCodec.of(Samples.Happening.class);
        assertEquals("0100000003", HexFormat.of().formatHex(codec.encode(new Samples.Hit(3))),
                "Boom, Hit, Silence: by name, not as declared");
        assertEquals(new Samples.Hit(3), codec.decode(ByteBuffer.wrap(codec.encode(new Samples.Hit(3))), PeerNames.NONE));
    }

    @Test @DisplayName("D8 ids do not depend on the order of registration")
    void idsDoNotDependOnOrder() {
        Records one = Records.of(Simple.class, Samples.Happening.class, Opaque.class);
        Records other = Records.of(Opaque.class, Samples.Boom.class, Samples.Happening.class, Simple.class);
        for (Class<?> type : List.of(Simple.class, Opaque.class, Samples.Hit.class, Samples.Boom.class, Samples.Silence.class)) {
            assertEquals(one.idOf(type), other.idOf(type));
            assertEquals(type, other.type(one.idOf(type)));
            assertTrue(one.knows(type));
        }
        assertFalse(one.knows(Samples.World.class));
        assertEquals(one.schemaHash(), other.schemaHash());
    }

    @Test void encodingAllocatesLittleButTheResult() {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        Samples.Cube cube = Samples.world().cubes().get(0);
        Records records = Records.of(Samples.Cube.class);
        int runs = 10_000;
        for (int i = 0; i < runs; i++) records.encode(cube);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < runs; i++) records.encode(cube);
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / runs;
        assertTrue(each <= 33 + 64, "33 bytes of message took " + each);
    }

    @Test void manyThreadsShareOneWorld() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                Record message = Samples.all().get(thread % 3);
                tasks.add(() -> {
                    for (int i = 0; i < 2_000; i++) assertEquals(message, again(message));
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(tasks)) assertTrue(done.get());
        } finally {
            threads.shutdownNow();
        }
    }
}
