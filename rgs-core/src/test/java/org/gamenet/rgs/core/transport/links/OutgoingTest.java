package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.transport.links.WriteQueue.Care;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bytes that one end puts on the way, and the frames that the other makes of them. */
class OutgoingTest {
    static final int FRAME_BYTES = 200_000;
    private static final int LOOSE_MAX = 64;

    /** A socket that takes as much as it has room for. */
    static final class Pipe implements WritableByteChannel {
        final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int room = Integer.MAX_VALUE;
        int writes;

        @Override
        public int write(ByteBuffer from) {
            writes++;
            int some = Math.min(room, from.remaining());
            byte[] bytes = new byte[some];
            from.get(bytes);
            taken.writeBytes(bytes);
            room -= some;
            return some;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final Pipe pipe = new Pipe();
    private final WriteQueue outgoing = new WriteQueue(LinkLimits.forFrames(FRAME_BYTES));

    /** The frames that the other end hears. */
    private List<ByteBuffer> heard() throws Exception {
        return heard(pipe);
    }

    static List<ByteBuffer> heard(Pipe pipe) throws Exception {
        List<ByteBuffer> frames = new ArrayList<>();
        Decoder decoder = new Decoder(FRAME_BYTES);
        decoder.take(ByteBuffer.wrap(new Hello(new Endpoint("10.0.0.7", 1, 2)).toBytes()), new Frames(frames));
        decoder.take(ByteBuffer.wrap(pipe.taken.toByteArray()), new Frames(frames));
        return frames;
    }

    record Frames(List<ByteBuffer> into) implements Decoder.Sink {
        @Override
        public void hello(Hello hello) {}

        @Override
        public void frame(FrameHeader header, ByteBuffer body) {
            into.add(header.before(body));
        }

        @Override
        public void frame(ByteBuffer frame) {
            into.add(frame);
        }

        @Override
        public void packet(ByteBuffer packet) {
            into.add(packet);
        }

        @Override
        public void ping() {}
    }

    static byte[] frame(long peer, long epoch, long sequence, int bytes) {
        MemberId sender = new MemberId(peer, new Incarnation(1, 99));
        ByteBuffer frame = ByteBuffer.allocate(FrameHeader.BYTES + bytes);
        new FrameHeader(64, 5, new Epoch(epoch, 3), sender, sequence, 1.25, bytes).write(frame);
        for (int i = 0; i < bytes; i++) frame.put((byte) i);
        return frame.array();
    }

    private static byte[] small(int number) {
        return new byte[] {(byte) number};
    }

    private void add(byte[] frame, Care care) {
        outgoing.add(Decoder.FRAME, frame, care);
    }

    @Test
    @DisplayName(
            "frames of whomever, in whatever epoch, come back byte for byte; of heads that say the same 6 bytes travel")
    void putsHeadsBack() throws Exception {
        Random random = new Random(7);
        List<byte[]> said = new ArrayList<>();
        for (long sequence : new long[] {0, 1, 127, 128, 1L << 42, Long.MAX_VALUE, -1, Long.MIN_VALUE})
            said.add(frame(1, 1, sequence, 9));
        for (int i = 0; i < 300; i++)
            said.add(frame(
                    random.nextInt(2),
                    random.nextInt(2),
                    random.nextLong(),
                    random.nextInt(3) * random.nextInt(50_000)));
        for (byte[] each : said) {
            add(each, Care.IN_ORDER);
            pipe.room = random.nextInt(30_000);
            for (boolean waits = outgoing.flush(pipe); waits; waits = outgoing.flush(pipe))
                pipe.room = random.nextInt(100_000);
        }
        assertEquals(said.stream().map(ByteBuffer::wrap).toList(), heard());
        pipe.taken.reset();
        add(frame(3, 3, 1_000, 100), Care.IN_ORDER);
        outgoing.flush(pipe);
        int first = pipe.taken.size();
        pipe.room = Integer.MAX_VALUE;
        add(frame(3, 3, 1_001, 100), Care.IN_ORDER);
        outgoing.flush(pipe);
        assertEquals(100 + 6, pipe.taken.size() - first);
        assertTrue(outgoing.isEmpty());
    }

    @Test
    @DisplayName(
            "the time of a frame comes back bit for bit, whatever it is; the next of a play of frames takes few bytes")
    void keepsTimes() throws Exception {
        double[] times = {
            0, -0.0, 1.25, 1.250001, 1.2500015, 1.25, 0.1 + 0.2, -3.5, 1e9, 0x1p50 / 1e6, 1e30, -1e30, 1e-6, 2
        };
        double[] odd = {Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Long.MAX_VALUE, 7};
        Random random = new Random(3);
        List<Long> said = new ArrayList<>();
        for (double time : times) said.add(say(time));
        for (double time : odd) said.add(say(time));
        for (int i = 0; i < 500; i++) said.add(say(Math.floor(random.nextDouble() * 1e12) / 1e6));
        assertEquals(said, heard().stream().map(OutgoingTest::time).toList());
        say(500_000.000_001);
        int first = pipe.taken.size();
        say(500_000.004_168);
        assertEquals(9 + 6, pipe.taken.size() - first);
    }

    /** A frame of that time; its bits. */
    private long say(double time) throws Exception {
        byte[] frame = frame(1, 1, 1, 9);
        ByteBuffer.wrap(frame).putDouble(58, time);
        add(frame, Care.IN_ORDER);
        outgoing.flush(pipe);
        return Double.doubleToRawLongBits(time);
    }

    private static long time(ByteBuffer frame) {
        return frame.getLong(frame.position() + 58);
    }

    @Test
    @DisplayName("what is no frame of ours travels as it is, and so does one that lies about its length")
    void leavesOthersAlone() throws Exception {
        byte[] lies = frame(1, 1, 1, 9);
        lies[69]++;
        List<byte[]> said = List.of(small(1), new byte[FrameHeader.BYTES], lies);
        said.forEach(each -> add(each, Care.URGENT));
        outgoing.flush(pipe);
        assertEquals(said.stream().map(ByteBuffer::wrap).toList(), heard());
    }

    @Test
    @DisplayName("a short frame of nobody, with an endless number, or without an end of its head is refused")
    void refusesShortFrames() throws Exception {
        byte[] fair = {64, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        assertThrows(LinkException.class, () -> new Heads().head(fair));
        Heads heads = new Heads();
        heads.hear(new byte[Heads.SAID_BYTES]);
        assertEquals(0, heads.head(fair).bodyLength());
        assertEquals(fair.length, heads.bodyAt());
        byte[] endless = new byte[30];
        java.util.Arrays.fill(endless, (byte) 0x81);
        byte[] padded = {64, (byte) 0x85, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] ends = {64, (byte) 0x85, 1, 0, 0, 0, 0, 0, 0, 0};
        byte[] timeless = {64, 5, (byte) 0x81};
        byte[] farAway = {64, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
        byte[] far = {64, 5, -1, -1, -1, -1, -1, -1, -1, 127};
        for (byte[] wrong : List.of(endless, padded, ends, timeless, farAway, far))
            assertThrows(LinkException.class, () -> heads.head(wrong));
    }

    @Test
    @DisplayName("what waits leaves in one write, what is urgent first")
    void writesOnce() throws Exception {
        for (int i = 0; i < 100; i++) add(small(i), Care.IN_ORDER);
        add(small(100), Care.URGENT);
        assertEquals(0, pipe.writes);
        assertFalse(outgoing.flush(pipe));
        assertEquals(1, pipe.writes);
        List<ByteBuffer> heard = heard();
        assertEquals(101, heard.size());
        assertEquals(100, heard.get(0).get(0));
        for (int i = 0; i < 100; i++) assertEquals(i, heard.get(i + 1).get(0));
    }

    @Test
    @DisplayName("what may get lost goes where the socket is full: the older, never the newer, and nothing else for it")
    void dropsTheLoose() throws Exception {
        pipe.room = 0;
        add(small(1), Care.IN_ORDER);
        assertTrue(outgoing.flush(pipe));
        for (int i = 0; i < 3 * LOOSE_MAX; i++) {
            add(frame(1, 1, i, 1), Care.LOOSE);
            add(frame(2, 1, i, 1), Care.IN_ORDER);
        }
        assertEquals(2 * LOOSE_MAX, outgoing.dropped());
        pipe.room = Integer.MAX_VALUE;
        outgoing.flush(pipe);
        List<Long> loose = heard().stream()
                .skip(1)
                .map(ByteBuffer::slice)
                .filter(each -> each.getLong(26) == 1)
                .map(each -> each.getLong(50))
                .toList();
        List<Long> newest = new ArrayList<>();
        for (long i = 2 * LOOSE_MAX; i < 3 * LOOSE_MAX; i++) newest.add(i);
        assertEquals(newest, loose);
        assertEquals(
                3 * LOOSE_MAX,
                heard().stream()
                        .skip(1)
                        .map(ByteBuffer::slice)
                        .filter(each -> each.getLong(26) == 2)
                        .count());
    }

    @Test
    @DisplayName("what was begun is finished, and its end stands before anything urgent")
    void finishesWhatIsBegun() throws Exception {
        byte[] large = new byte[FRAME_BYTES];
        large[FRAME_BYTES - 1] = 7;
        pipe.room = 100_000;
        add(large, Care.IN_ORDER);
        assertTrue(outgoing.flush(pipe));
        add(small(1), Care.URGENT);
        add(small(2), Care.IN_ORDER);
        pipe.room = Integer.MAX_VALUE;
        outgoing.flush(pipe);
        List<ByteBuffer> heard = heard();
        assertArrayEquals(large, heard.get(0).array());
        assertArrayEquals(small(1), heard.get(1).array());
        assertArrayEquals(small(2), heard.get(2).array());
    }
}
