package org.gamenet.rgs.core.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a wanted game, and which of several such games comes first.
 *
 * @param equal attributes with exactly these values
 * @param ranges attributes that are numbers within bounds
 * @param rank the order of the answer; none: the oldest first
 */
public record Filter(Map<String, String> equal, List<Range> ranges, Optional<Rank> rank) {

    private static final int RANGES_MAX = 16;

    /** A number from {@code least} to {@code most}, both included. */
    public record Range(@Text.Within(Text.NAME_BYTES) String attribute, double least, double most) {}

    /**
     * The order in which games are listed: by the distance of their attribute from {@code wanted}, which may be
     * infinite. Games that are equally near follow each other by age, and a game without such a number comes last.
     *
     * @param after the distance of the last game of the page before; NaN for the first page
     */
    public record Rank(@Text.Within(Text.NAME_BYTES) String attribute, double wanted, double after) {

        /** How far a game with these attributes is from what is wanted; infinite without a number. */
        public double distance(Map<String, String> attributes) {
            double value = number(attributes.get(attribute));
            return Double.isNaN(value)
                    ? Double.POSITIVE_INFINITY
                    : wanted == Double.POSITIVE_INFINITY
                            ? -value
                            : wanted == Double.NEGATIVE_INFINITY ? value : Math.abs(value - wanted);
        }

        /** The next page begins behind a game with these attributes. */
        public Rank behind(Map<String, String> attributes) {
            return new Rank(attribute, wanted, distance(attributes));
        }
    }

    public Filter {
        equal = Map.copyOf(equal);
        // A client that asks for more is no RGS; each costs a look at each game.
        ranges = List.copyOf(ranges.subList(0, Math.min(RANGES_MAX, ranges.size())));
    }

    /** Only exact values, the oldest first. */
    public static Filter of(Map<String, String> equal) {
        return new Filter(equal, List.of(), Optional.empty());
    }

    /** Whether a game with these attributes is wanted. */
    public boolean matches(Map<String, String> attributes) {
        return attributes.entrySet().containsAll(equal.entrySet())
                && ranges.stream().allMatch(range -> {
                    double value = number(attributes.get(range.attribute()));
                    return value >= range.least() && value <= range.most();
                });
    }

    /** NaN for what is no decimal number. */
    private static double number(@Nullable String text) {
        return text != null && text.matches("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?")
                ? Double.parseDouble(text)
                : Double.NaN;
    }
}
