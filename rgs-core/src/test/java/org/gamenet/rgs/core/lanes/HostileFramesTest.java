package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.DataFrame.Packaged;
import org.gamenet.rgs.core.lanes.DataFrame.Report;
import org.gamenet.rgs.core.lanes.DataFrame.Served;
import org.gamenet.rgs.core.lanes.World.Place;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P53 HF1 HF2 a member's frame that breaks the format is counted, and nothing of it taken:")
class HostileFramesTest {
    private final World world = new World(1);
    private final End a = world.found(1);
    private final End b = world.join(2);
    private final byte[] place = World.all(new Place(1), Delivery.UNRELIABLE, 0).bytes();

    private void refused(int type, long number, Consumer<ByteBuffer> writes) {
        ByteBuffer body = ByteBuffer.allocate(4_096);
        writes.accept(body);
        refused(type, number, body.flip());
    }

    private void refused(int type, long number, ByteBuffer body) {
        FrameHeader header =
                new FrameHeader(type, World.GAME, world.log.end().epoch(), b.me, number, 1, body.remaining());
        long before = a.lanes.malformed();
        a.lanes.received(header, body, world.now);
        a.drain();
        assertEquals(before + 1, a.lanes.malformed());
        assertEquals(List.of(), a.places);
        assertEquals(Map.of(), a.heard);
    }

    private void unreliable(int flags, Consumer<ByteBuffer> writes) {
        refused(DataFrame.UNRELIABLE, 0, body -> {
            body.put((byte) flags);
            writes.accept(body);
            body.put(place);
        });
    }

    @Test
    @DisplayName("a flag that nobody has defined")
    void flags() {
        for (int flag = 32; flag < 256; flag *= 2) unreliable(flag, body -> DataFrame.put(body, World.PLACE));
    }

    @Test
    @DisplayName("a type beyond 2^31 that is not taken for the one it ends in")
    void type() {
        unreliable(0, body -> DataFrame.put(body, World.PLACE + (1L << 32)));
    }

    @Test
    @DisplayName("a number that is written longer than need be")
    void longNumber() {
        unreliable(0, body -> {
            DataFrame.put(body, World.PLACE);
            int last = body.position() - 1;
            body.put(last, (byte) (body.get(last) | 0x80)).put((byte) 0);
        });
    }

    @Test
    @DisplayName("marks that do not ascend")
    void marks() {
        for (long[] steps : new long[][] {{0}, {1}, {2, 0}, {2, Long.MAX_VALUE}}) {
            unreliable(DataFrame.STATE, body -> {
                DataFrame.put(body, World.PLACE);
                DataFrame.put(body, 1);
                body.putLong(b.me.incarnation().nonce());
                DataFrame.put(body, 5);
                DataFrame.put(body, steps.length);
                for (long step : steps) DataFrame.put(body, step);
            });
        }
    }

    @Test
    @DisplayName("more marks, or more numbers in them, than there are bytes")
    void announced() {
        for (long many : new long[] {10, 1L << 31, Long.MAX_VALUE}) {
            unreliable(DataFrame.STATE, body -> {
                DataFrame.put(body, World.PLACE);
                DataFrame.put(body, many);
                body.putLong(b.me.incarnation().nonce());
            });
        }
        for (long many : new long[] {1_000, 1L << 31, Long.MAX_VALUE}) {
            unreliable(DataFrame.STATE, body -> {
                DataFrame.put(body, World.PLACE);
                DataFrame.put(body, 1);
                body.putLong(b.me.incarnation().nonce());
                DataFrame.put(body, 5);
                DataFrame.put(body, many);
            });
        }
    }

    private void reliable(long number, boolean ordered, long back, long previous) {
        refused(DataFrame.RELIABLE, number, body -> {
            body.put((byte) (ordered ? DataFrame.ORDERED : 0));
            DataFrame.put(body, World.PLACE);
            body.putInt(DataFrame.addressOf(a.me));
            DataFrame.put(body, back);
            if (ordered) DataFrame.put(body, previous);
            body.put(place);
        });
    }

    @Test
    @DisplayName("numbers that cannot be: of the message, of the floor, of the one before")
    void numbers() {
        reliable(0, false, 0, 0);
        reliable(-5, false, 0, 0);
        reliable(1, false, 1, 0);
        reliable(2, true, 0, 3);
        reliable(2, true, 0, 0);
    }

    private byte[] report(Marks stable, double packagedAt) {
        FrameHeader header =
                new FrameHeader(DataFrame.REPORT, World.GAME, world.log.end().epoch(), b.me, 0, 1, 0);
        byte[] frame = DataFrame.report(
                header,
                new Report(
                        a.me.incarnation().tag(),
                        0,
                        false,
                        0,
                        0,
                        null,
                        new Served(0, stable),
                        new Packaged(false, 1, packagedAt)));
        return Arrays.copyOfRange(frame, FrameHeader.BYTES, frame.length);
    }

    @Test
    @DisplayName("a report with a flag that nobody has defined, or more than it says")
    void report() {
        for (int flag : new int[] {64, 128}) {
            byte[] body = report(Marks.NONE, 1);
            body[0] |= (byte) flag;
            refused(DataFrame.REPORT, 0, ByteBuffer.wrap(body));
        }
        byte[] body = report(Marks.NONE, 1);
        refused(DataFrame.REPORT, 0, ByteBuffer.wrap(Arrays.copyOf(body, body.length + 1)));
    }

    @Test
    @DisplayName("P23 a report of a package of no time")
    void reportedMarks() {
        for (double time : new double[] {Double.NaN, Double.POSITIVE_INFINITY})
            refused(DataFrame.REPORT, 0, ByteBuffer.wrap(report(Marks.NONE, time)));
    }
}
