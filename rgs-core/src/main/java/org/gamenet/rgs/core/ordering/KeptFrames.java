package org.gamenet.rgs.core.ordering;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/**
 * Frames in their order, a value: one more at the end, or fewer at the beginning, is another value, and takes no longer
 * the more there are. Values that continue each other share an array, of which each sees its own part. Two that
 * continue the same value have an array each. Any thread.
 */
final class KeptFrames extends AbstractList<LogEntry> {
    private static final int LEAST = 8;
    /** Has room for nothing: it is everybody's. */
    private static final KeptFrames NONE = new KeptFrames(new Row(0), 0, 0);

    private final Row row;
    private final int from;
    private final int to;

    /** An array, and how much of it belongs to somebody. */
    private static final class Row {
        final LogEntry[] frames;
        /** The bytes of the messages in all frames before each. */
        final long[] bytesBefore;

        private int filled;

        Row(int capacity) {
            frames = new LogEntry[capacity];
            bytesBefore = new long[capacity + 1];
        }

        /** Puts a frame behind so many, unless somebody was there first, or there is no room. */
        synchronized boolean put(int at, LogEntry frame) {
            if (at != filled || at == frames.length) return false;
            frames[filled++] = frame;
            bytesBefore[filled] = bytesBefore[at] + bytesOf(frame);
            return true;
        }

        private static int bytesOf(LogEntry frame) {
            return frame.body() instanceof EntryBody.Ordered message
                    ? message.message().size()
                    : 0;
        }
    }

    private KeptFrames(Row row, int from, int to) {
        this.row = row;
        this.from = from;
        this.to = to;
    }

    /** Of the messages from this one on. */
    long bytesFrom(int index) {
        return row.bytesBefore[to] - row.bytesBefore[from + index];
    }

    static KeptFrames of(List<LogEntry> frames) {
        return frames instanceof KeptFrames same ? same : NONE.withAll(frames);
    }

    private KeptFrames withAll(List<LogEntry> more) {
        KeptFrames all = this;
        for (LogEntry frame : more) all = all.with(frame);
        return all;
    }

    /** One more at the end. */
    KeptFrames with(LogEntry frame) {
        Objects.requireNonNull(frame);
        return row.put(to, frame) ? new KeptFrames(row, from, to + 1) : copy().with(frame);
    }

    /**
     * Without so many at the beginning. The rest moves once it is the smaller part, so that nothing is held for long.
     */
    KeptFrames without(int first) {
        KeptFrames rest = new KeptFrames(row, from + first, to);
        return rest.size() < rest.from ? rest.copy() : rest;
    }

    private KeptFrames copy() {
        Row fresh = new Row(Math.max(LEAST, 2 * size()));
        for (LogEntry frame : this) fresh.put(fresh.filled, frame);
        return new KeptFrames(fresh, 0, size());
    }

    @Override
    public LogEntry get(int index) {
        return row.frames[from + Objects.checkIndex(index, size())];
    }

    @Override
    public int size() {
        return to - from;
    }
}
