package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.zip.CRC32;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.wire.FrameHeader;

/** The course of a story: a hash always, words only when somebody is going to read them. */
public final class Trace {
    private static final int TAIL = 400_000;
    private static final long[] OF_BYTES =
            LongStream.range(0, 256).map(b -> Mix.of(b, b)).toArray();

    private final VirtualTime time;
    private final boolean words;
    private final Deque<String> tail = new ArrayDeque<>();
    private final CRC32 sum = new CRC32();
    private long hash = 1;
    private long outside = 1;
    private long events;

    Trace(VirtualTime time, boolean words) {
        this.time = time;
        this.words = words;
    }

    public void note(int who, long what, Supplier<String> text) {
        events++;
        hash = Mix.of(hash * 31 + who, time.now() ^ what);
        outside = Mix.of(outside * 31 + who, time.now());
        if (!words) return;
        if (tail.size() >= TAIL) tail.removeFirst();
        tail.addLast(time.now() / 1_000 / 1_000.0 + " " + text.get());
    }

    public void say(String text) {
        note(0, text.hashCode(), () -> text);
    }

    /** For a reader only: no part of what happened. */
    public void aside(String text) {
        if (!words) return;
        if (tail.size() >= TAIL) tail.removeFirst();
        tail.addLast(time.now() / 1_000 / 1_000.0 + " " + text);
    }

    /**
     * This process sends or takes these bytes: the header as it stands, of the rest which bytes there are, for a map's
     * entries come in any order.
     */
    void wire(int who, byte[] frame) {
        int header = Math.min(frame.length, FrameHeader.BYTES);
        sum.reset();
        sum.update(frame, 0, header);
        long body = 0;
        for (int i = header; i < frame.length; i++) body += OF_BYTES[frame[i] & 0xff];
        outside = Mix.of(outside * 31 + who, Mix.of(sum.getValue() << 32 | frame.length, body));
    }

    /** This process's application is told an event of this number. */
    public void told(int who, int event) {
        outside = Mix.of(outside * 31 + who, ~event);
    }

    public long hash() {
        return hash;
    }

    /**
     * Of what can be seen from outside alone: every byte sent and taken, every event told, whom something befell and
     * when. The same whatever the classes are named.
     */
    public long outside() {
        return outside;
    }

    public long events() {
        return events;
    }

    public Iterable<String> tail() {
        return tail;
    }
}
