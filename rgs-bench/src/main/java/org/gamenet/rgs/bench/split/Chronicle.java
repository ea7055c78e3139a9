package org.gamenet.rgs.bench.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The messages that one member was given, and when: those of its game as it stands, the times of all, and what its
 * session said of standing still. Nothing but its callbacks changes it; one thread.
 */
final class Chronicle {

    /** Something that the session told, and when. */
    record Event(String what, long at) {}

    private long[] entries = new long[256];
    private int size;
    private long[] times = new long[256];
    private int given;
    private final List<Event> events = new ArrayList<>();
    private long[] mark = new long[0];
    private long markedAt = Long.MAX_VALUE;

    void heard(Book.Said said, long at) {
        if (size == entries.length) entries = Arrays.copyOf(entries, 2 * size);
        entries[size++] = Book.entry(said);
        if (given == times.length) times = Arrays.copyOf(times, 2 * given);
        times[given++] = at;
    }

    void happened(String what, long at) {
        events.add(new Event(what, at));
    }

    Book book() {
        return new Book(Arrays.copyOf(entries, size));
    }

    void restore(Book book, long at) {
        entries = book.entries().clone();
        size = entries.length;
        if (size == 0) entries = new long[256];
        happened("restored", at);
    }

    /** The parts meet again now: what is in the game by now is compared with what is in it at the end. */
    void mark(long at) {
        mark = book().entries();
        markedAt = at;
    }

    /** How many messages were given to it in that time. */
    int givenWithin(long from, long to) {
        int count = 0;
        for (int i = 0; i < given; i++) if (from <= times[i] && times[i] < to) count++;
        return count;
    }

    /** The longest time without a message in that time, which may begin and end in the middle of one. */
    long longestGap(long from, long to) {
        long before = from;
        long longest = 0;
        for (int i = 0; i < given && times[i] < to; i++) {
            if (times[i] <= from) continue;
            longest = Math.max(longest, times[i] - before);
            before = times[i];
        }
        return Math.max(longest, to - before);
    }

    /** Whether something of its game at the mark is not in its game any more. */
    boolean changedSides() {
        return mark.length > size || !Arrays.equals(mark, 0, mark.length, entries, 0, mark.length);
    }

    /** Whether it was told so: it stood still, was given the state of the others, and then went on. */
    boolean wasTold() {
        int restored = last("restored");
        int resumed = last("resumed");
        boolean still = false;
        for (int i = 0; i < restored; i++) {
            if (events.get(i).what().equals("frozen")) still = true;
            else if (events.get(i).what().equals("resumed")) still = false;
        }
        return still && restored < resumed && events.get(restored).at() >= markedAt;
    }

    private int last(String what) {
        for (int i = events.size() - 1; i >= 0; i--) if (events.get(i).what().equals(what)) return i;
        return -1;
    }

    /** All entries as text. */
    String format() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++)
            text.append(i == 0 ? "" : " ")
                    .append(entries[i] >>> Integer.SIZE)
                    .append(':')
                    .append((int) entries[i]);
        return text.toString();
    }
}
