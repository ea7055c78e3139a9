package org.gamenet.rgs.core.ordering;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbered requests of one sender that a state contains (P23): all up to a low-water mark, and some above it.
 *
 * @param upTo every request up to this number, from 1
 * @param above the others, ascending, none of them {@code upTo + 1}
 */
public record Marks(long upTo, List<Long> above) {

    /** Nothing contained. */
    public static final Marks NONE = new Marks(0, List.of());

    public Marks {
        above = List.copyOf(above);
    }

    /** Whether this request is contained. */
    public boolean contains(long number) {
        return number <= upTo || above.contains(number);
    }

    /** With this request too. */
    public Marks with(long number) {
        if (contains(number)) return this;
        List<Long> rest = new ArrayList<>(above);
        rest.add(number);
        rest.sort(null);
        long mark = upTo;
        while (!rest.isEmpty() && rest.get(0) == mark + 1) {
            mark++;
            rest.remove(0);
        }
        return new Marks(mark, rest);
    }

    /** The marks that both contain. */
    public Marks and(Marks other) {
        long low = Math.min(upTo, other.upTo);
        Marks both = new Marks(low, List.of());
        Marks longer = upTo > other.upTo ? this : other;
        Marks shorter = upTo > other.upTo ? other : this;
        for (long n : shorter.above) if (longer.contains(n)) both = both.with(n);
        return both;
    }
}
