package org.gamenet.rgs.core.lanes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.fuzz.Memory;
import org.gamenet.rgs.testkit.simulation.Traffic;

/** Bodies of the frames that carry the game's messages: reports, numbers, marks, traces. The first byte says which. */
public final class LaneFramesTarget {
    private static final FrameHeader HEADER =
            new FrameHeader(DataFrame.REPORT, 1, new Epoch(1, 1), new MemberId(1, new Incarnation(1, 1)), 1, 1, 0);

    private LaneFramesTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) return;
        byte[] body = Arrays.copyOfRange(input, 1, input.length);
        try {
            switch (input[0] & 3) {
                case 0 -> report(body);
                case 1 -> numbers(body);
                case 2 -> marks(body);
                default -> traces(body);
            }
        } catch (MalformedException | BufferUnderflowException refused) {
            // the lanes catch both, count it and drop the frame
        }
    }

    private static void report(byte[] body) {
        DataFrame.Report report = Memory.bounded(body.length, () -> DataFrame.report(ByteBuffer.wrap(body)));
        byte[] frame = DataFrame.report(HEADER, report);
        DataFrame.Report again =
                DataFrame.report(ByteBuffer.wrap(frame, FrameHeader.BYTES, frame.length - FrameHeader.BYTES));
        if (!again.equals(report)) throw new AssertionError(report + " comes back as " + again);
    }

    private static void numbers(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        ByteBuffer out = ByteBuffer.allocate(body.length);
        int read = 0;
        try {
            while (in.hasRemaining()) {
                long number = DataFrame.number(in);
                if (number < 0) throw new AssertionError("the number " + number);
                DataFrame.put(out, number);
                if (out.position() != in.position() || DataFrame.length(number) != in.position() - read)
                    throw new AssertionError(number + " has two forms");
                read = in.position();
            }
        } finally {
            if (!Arrays.equals(body, 0, read, out.array(), 0, read))
                throw new AssertionError("numbers came as other bytes than they go");
        }
    }

    private static void marks(byte[] body) {
        Map<Long, MemberId> known = new HashMap<>();
        for (long low = 0; low < 8; low++) known.put(low, new MemberId(low, new Incarnation(1, low)));
        ByteBuffer in = ByteBuffer.wrap(body);
        Map<MemberId, Marks> table = Memory.bounded(body.length, () -> DataFrame.table(in.duplicate(), known::get));
        if (table == null) return;
        for (Marks marks : table.values()) {
            long before = marks.upTo();
            for (long above : marks.above()) {
                if (above <= before) throw new AssertionError("marks that do not ascend: " + marks);
                before = above;
            }
            ByteBuffer out = ByteBuffer.allocate(DataFrame.length(marks));
            DataFrame.put(out, marks);
            if (!DataFrame.oneMarks(out.flip()).equals(marks)) throw new AssertionError(marks + " come back otherwise");
        }
    }

    private static void traces(byte[] body) {
        List<DatumTrace> traces = DatumTrace.read(ByteBuffer.wrap(body));
        ByteBuffer out = ByteBuffer.allocate(DatumTrace.length(traces));
        DatumTrace.put(out, traces);
        if (!DatumTrace.read(out.flip()).equals(traces)) throw new AssertionError(traces + " come back otherwise");
    }

    public static List<byte[]> seeds() {
        return Traffic.ofARecovery().stream()
                .filter(frame -> (frame[1] & 0xff) == DataFrame.REPORT)
                .map(frame -> {
                    byte[] seed = Arrays.copyOfRange(frame, FrameHeader.BYTES - 1, frame.length);
                    seed[0] = 0;
                    return seed;
                })
                .toList();
    }
}
