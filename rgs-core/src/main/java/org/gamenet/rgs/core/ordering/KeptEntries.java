package org.gamenet.rgs.core.ordering;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;

/**
 * Entries in their order, a value: one more at the end, or fewer at the beginning, is another value, and takes no
 * longer the more there are. Values that continue each other share an array, of which each sees its own part. Two that
 * continue the same value have an array each. Any thread.
 */
final class KeptEntries extends AbstractList<LogEntry> {
    private static final int LEAST = 8;
    /** No entries: its array has no room for any, so everybody may share it. */
    private static final KeptEntries NONE = new KeptEntries(new SharedArray(0), 0, 0);

    private final SharedArray array;
    private final int from;
    private final int to;

    /** An array, and how much of it belongs to somebody. */
    private static final class SharedArray {
        final LogEntry[] entries;
        /** The bytes of the messages in all entries before each. */
        final long[] bytesBefore;

        private int filled;

        SharedArray(int capacity) {
            entries = new LogEntry[capacity];
            bytesBefore = new long[capacity + 1];
        }

        /** Puts an entry behind so many, unless somebody was there first, or there is no room. */
        synchronized boolean put(int at, LogEntry entry) {
            if (at != filled || at == entries.length) return false;
            entries[filled++] = entry;
            bytesBefore[filled] = bytesBefore[at] + bytesOf(entry);
            return true;
        }

        private static int bytesOf(LogEntry entry) {
            return entry.body() instanceof EntryBody.Ordered message
                    ? message.message().size()
                    : 0;
        }
    }

    private KeptEntries(SharedArray array, int from, int to) {
        this.array = array;
        this.from = from;
        this.to = to;
    }

    /** The bytes of the messages in this entry and all after it. */
    long bytesFrom(int index) {
        return array.bytesBefore[to] - array.bytesBefore[from + index];
    }

    static KeptEntries of(List<LogEntry> entries) {
        return entries instanceof KeptEntries same ? same : NONE.withAll(entries);
    }

    private KeptEntries withAll(List<LogEntry> more) {
        KeptEntries all = this;
        for (LogEntry entry : more) all = all.with(entry);
        return all;
    }

    /** One more at the end. */
    KeptEntries with(LogEntry entry) {
        Objects.requireNonNull(entry);
        return array.put(to, entry) ? new KeptEntries(array, from, to + 1) : copy().with(entry);
    }

    /**
     * Without so many at the beginning. The rest moves once it is the smaller part, so that nothing is held for long.
     */
    KeptEntries without(int first) {
        KeptEntries rest = new KeptEntries(array, from + first, to);
        return rest.size() < rest.from ? rest.copy() : rest;
    }

    private KeptEntries copy() {
        SharedArray fresh = new SharedArray(Math.max(LEAST, 2 * size()));
        for (LogEntry entry : this) fresh.put(fresh.filled, entry);
        return new KeptEntries(fresh, 0, size());
    }

    @Override
    public LogEntry get(int index) {
        return array.entries[from + Objects.checkIndex(index, size())];
    }

    @Override
    public int size() {
        return to - from;
    }
}
