package org.gamenet.rgs.core.lanes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.core.ordering.Marks;

/** A set of numbers from 1, nearly without gaps: {@link Marks} that change in place. */
final class MarkSet {
    private static final long[] NONE = {};
    private long upTo;
    private long[] above = NONE;
    private int count;

    MarkSet() {}

    MarkSet(Marks from) {
        upTo = from.upTo();
        for (long number : from.above()) add(number);
    }

    long upTo() {
        return upTo;
    }

    boolean contains(long number) {
        return number <= upTo || Arrays.binarySearch(above, 0, count, number) >= 0;
    }

    /** The numbers above the first gap, ascending. */
    long[] above() {
        return Arrays.copyOf(above, count);
    }

    /** How many of them are above {@code from}, up to {@code to}. */
    long within(long from, long to) {
        long within = Math.max(0, Math.min(upTo, to) - from);
        for (int i = 0; i < count; i++) if (above[i] > from && above[i] <= to) within++;
        return within;
    }

    /** False if it was in. */
    boolean add(long number) {
        if (number <= upTo) return false;
        if (number == upTo + 1) {
            upTo++;
            close();
            return true;
        }
        int at = Arrays.binarySearch(above, 0, count, number);
        if (at >= 0) return false;
        at = -at - 1;
        if (count == above.length) above = Arrays.copyOf(above, Math.max(8, 2 * count));
        System.arraycopy(above, at, above, at + 1, count - at);
        above[at] = number;
        count++;
        return true;
    }

    /** With all numbers below. */
    void raise(long floor) {
        if (floor - 1 <= upTo) return;
        upTo = floor - 1;
        close();
    }

    /** With those of these that are not above {@code most}: somebody else made them up. */
    void merge(Marks marks, long most) {
        long low = Math.min(marks.upTo(), most);
        if (low > upTo) {
            upTo = low;
            close();
        }
        for (long number : marks.above()) if (number <= most) add(number);
    }

    private void close() {
        int drop = 0;
        while (drop < count && above[drop] <= upTo + 1) upTo = Math.max(upTo, above[drop++]);
        if (drop == 0) return;
        System.arraycopy(above, drop, above, 0, count - drop);
        count -= drop;
    }

    Marks marks() {
        if (count == 0) return new Marks(upTo, List.of());
        List<Long> rest = new ArrayList<>(count);
        for (int i = 0; i < count; i++) rest.add(above[i]);
        return new Marks(upTo, rest);
    }
}
