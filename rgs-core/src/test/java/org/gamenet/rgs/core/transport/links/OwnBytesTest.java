package org.gamenet.rgs.core.transport.links;

import static org.gamenet.rgs.core.transport.links.OutgoingTest.FRAME_BYTES;
import static org.gamenet.rgs.core.transport.links.OutgoingTest.frame;
import static org.gamenet.rgs.core.transport.links.OutgoingTest.heard;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.core.transport.links.OutgoingTest.Pipe;
import org.gamenet.rgs.core.transport.links.WriteQueue.Care;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Frames that are made in one place again and again, for whomever, and go into each link's own bytes. */
class OwnBytesTest {

    /** One link's way out, and what was said on it. */
    private static final class Out {
        final WriteQueue queue =
                new WriteQueue(new LinkLimits(FRAME_BYTES, 100_000, Integer.MAX_VALUE, 1, 1, 1, 1, 4L * FRAME_BYTES));
        final Pipe pipe = new Pipe();
        final List<ByteBuffer> said = new ArrayList<>();
        int atOnce;

        void say(byte[] frame, byte[] scratch, int from) {
            System.arraycopy(frame, 0, scratch, from, frame.length);
            if (queue.put(Decoder.FRAME, ByteBuffer.wrap(scratch, from, frame.length))) atOnce++;
            else queue.add(Decoder.FRAME, Arrays.copyOfRange(scratch, from, from + frame.length), Care.IN_ORDER);
            said.add(ByteBuffer.wrap(frame));
        }
    }

    @Test
    @DisplayName(
            "HF2 what is said on a link comes out there byte for byte, in its order, and nothing of anybody else's does, "
                    + "however much the socket takes at a time")
    void keepsApart() throws Exception {
        Random random = new Random(11);
        List<Out> outs = List.of(new Out(), new Out(), new Out());
        byte[] scratch = new byte[30_000];
        for (int i = 0; i < 3_000; i++) {
            Out out = outs.get(random.nextInt(outs.size()));
            int bytes = random.nextInt(20) == 0 ? random.nextInt(20_000) : random.nextInt(400);
            out.say(
                    frame(outs.indexOf(out), random.nextInt(2), random.nextLong(), bytes),
                    scratch,
                    random.nextInt(8) / 7);
            Arrays.fill(scratch, (byte) 0x55);
            if (random.nextInt(3) == 0) {
                out.pipe.room = random.nextInt(2) == 0 ? random.nextInt(3_000) : 100_000;
                out.queue.flush(out.pipe);
            }
        }
        for (Out out : outs) {
            out.pipe.room = Integer.MAX_VALUE;
            out.queue.flush(out.pipe);
            assertTrue(out.queue.isEmpty());
            assertEquals(0, out.queue.waiting());
            assertEquals(out.said, heard(out.pipe));
            assertTrue(out.atOnce > 300, out.atOnce + " at once");
        }
    }

    @Test
    @DisplayName("what one turn says to one process leaves in one write, and is counted as waiting until then")
    void leavesInOneWrite() throws Exception {
        Out out = new Out();
        byte[] scratch = new byte[1_000];
        for (int i = 0; i < 20; i++) out.say(frame(1, 1, i, 100), scratch, 0);
        assertTrue(out.queue.waiting() > 20 * 100 && !out.queue.isEmpty());
        out.queue.flush(out.pipe);
        assertEquals(1, out.pipe.writes);
        assertEquals(out.said, heard(out.pipe));
    }

    @Test
    @DisplayName("nothing is put ahead of what waits, urgent or not, and a frame that does not fit is not begun")
    void staysBehind() throws Exception {
        for (Care care : Care.values()) {
            Out out = new Out();
            out.queue.add(Decoder.FRAME, new byte[] {1}, care);
            assertFalse(out.queue.put(Decoder.FRAME, ByteBuffer.wrap(frame(1, 1, 1, 9))), care::toString);
        }
        byte[] scratch = new byte[1_000];
        for (int bytes = 0; bytes < 300; bytes++) {
            Out out = new Out();
            for (int i = 0; i == out.atOnce; i++) out.say(frame(i & 1, 1, -1 - i, bytes), scratch, 0);
            out.queue.flush(out.pipe);
            assertEquals(out.said, heard(out.pipe));
        }
    }
}
