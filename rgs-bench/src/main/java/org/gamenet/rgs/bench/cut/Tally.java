package org.gamenet.rgs.bench.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The numbers of a player's requests that are counted: exactly these, in few bytes.
 *
 * @param spans in ascending order, apart from each other
 * @param twice each that came when it was counted already
 */
record Tally(String by, List<Span> spans, List<Long> twice) {

    static Tally none(String by) {
        return new Tally(by, List.of(), List.of());
    }

    Tally with(long number) {
        if (has(number)) {
            List<Long> more = new ArrayList<>(twice);
            more.add(number);
            return new Tally(by, spans, List.copyOf(more));
        }
        List<Span> all = new ArrayList<>(spans);
        int at = 0;
        while (at < all.size() && all.get(at).from() < number) at++;
        all.add(at, new Span(number, number));
        if (at + 1 < all.size() && all.get(at + 1).from() == number + 1)
            all.set(at, new Span(number, all.remove(at + 1).to()));
        if (at > 0 && all.get(at - 1).to() == number - 1)
            all.set(at - 1, new Span(all.get(at - 1).from(), all.remove(at).to()));
        return new Tally(by, List.copyOf(all), twice);
    }

    boolean has(long number) {
        return spans.stream().anyMatch(span -> span.from() <= number && number <= span.to());
    }

    long count() {
        return spans.stream().mapToLong(span -> span.to() - span.from() + 1).sum();
    }

    /** As in {@code p1=1-20,22-30}; {@code p1=} for none. */
    String format() {
        return by + "="
                + spans.stream().map(span -> span.from() + "-" + span.to()).collect(Collectors.joining(","));
    }

    /** Reads the form that {@link #format} writes. */
    static Tally parse(String text) {
        String by = text.substring(0, text.indexOf('='));
        List<Span> spans = new ArrayList<>();
        for (String span : text.substring(by.length() + 1).split(",")) {
            String[] ends = span.split("-");
            if (ends.length == 2) spans.add(new Span(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
        }
        return new Tally(by, List.copyOf(spans), List.of());
    }
}
