package org.gamenet.rgs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tells {@link Rgs#discover} which games are wanted; games of other kinds are never among them. Immutable: each setter
 * leaves this one as it is and returns another with the change; two with the same values are equal. Any thread.
 *
 * <pre>{@code
 * Query attics = Query.any().with("map", "attic");                      // open games with a seat to give, on that map
 * Query mine = Query.any().between("rating", 1300, 1700).nearest("rating", 1500);
 * Query friends = Query.id("k3f9-1");                                   // GameInfo.id(), as a friend read it out
 *
 * Session best = rgs.join(mine);                                        // the nearest that lets me in
 * rgs.discover(attics.limit(10)).thenAccept(page -> {
 *     if (!page.isEmpty()) rgs.discover(attics.limit(10).after(page.get(page.size() - 1)));   // the next ten
 * });
 * }</pre>
 *
 * @since 0.1
 */
@CheckReturnValue
public final class Query {
    private static final int BY_DEFAULT = 50;
    private static final int GAMES_MAX = 1_000;
    private static final int RANGES_MAX = 16;

    private final Terms terms;

    private Query(Terms terms) {
        this.terms = terms;
    }

    /**
     * All that a query asks for, for what answers it. Immutable; any thread.
     *
     * @param id the one game that is wanted, or nothing
     * @param name its name, or nothing
     * @param equal attributes with exactly these values
     * @param ranges attributes that are numbers within bounds, at most 16
     * @param order which games come first; nothing: the oldest
     * @param everything whether full and closed games are wanted too
     * @param limit at most so many games
     * @param after the game behind which the list begins, or nothing
     * @since 0.1
     */
    public record Terms(
            Optional<String> id,
            Optional<String> name,
            Map<String, String> equal,
            List<Range> ranges,
            Optional<Order> order,
            boolean everything,
            int limit,
            Optional<GameInfo> after) {

        /** Copies what could change. */
        public Terms {
            equal = Map.copyOf(equal);
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * A number from {@code least} to {@code most}, both included. Immutable; any thread.
     *
     * @param attribute its name
     * @param least the smallest number that is wanted
     * @param most the greatest number that is wanted
     * @since 0.1
     */
    public record Range(String attribute, double least, double most) {}

    /**
     * The nearest number first. Immutable; any thread.
     *
     * @param attribute its name
     * @param wanted the number to be near to; infinite for the highest or the lowest first
     * @since 0.1
     */
    public record Order(String attribute, double wanted) {}

    /** Up to 50 games that are open and have a seat to give. */
    public static Query any() {
        return new Query(new Terms(
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty(),
                false,
                BY_DEFAULT,
                Optional.empty()));
    }

    /**
     * The game with this id, whether or not it has a seat to give.
     *
     * @throws IllegalArgumentException if the id is null or empty
     */
    public static Query id(String gameId) {
        if (gameId == null || gameId.isEmpty())
            throw new IllegalArgumentException("the game's id is missing: it is GameInfo.id()");
        return new Query(new Terms(
                Optional.of(gameId),
                Optional.empty(),
                Map.of(),
                List.of(),
                Optional.empty(),
                true,
                1,
                Optional.empty()));
    }

    /** Leaves out games that are called otherwise. */
    public Query named(String name) {
        Checks.gameName("named(name): it may not be null", name);
        return new Query(new Terms(
                terms.id,
                Optional.of(name),
                terms.equal,
                terms.ranges,
                terms.order,
                terms.everything,
                terms.limit,
                terms.after));
    }

    /** Leaves out games whose attribute of that name does not have that value. */
    public Query with(String attribute, String value) {
        if (attribute == null || value == null)
            throw new IllegalArgumentException("with(attribute, value): neither may be null");
        Map<String, String> more = new TreeMap<>(terms.equal);
        more.put(attribute, value);
        Checks.attributes(more);
        return new Query(new Terms(
                terms.id, terms.name, more, terms.ranges, terms.order, terms.everything, terms.limit, terms.after));
    }

    /**
     * Leaves out games whose attribute of that name is no decimal number from {@code least} to {@code most}, both
     * included; either may be infinite.
     *
     * @throws IllegalArgumentException if least is above most, or one is NaN, or these are more than 16 ranges
     */
    public Query between(String attribute, double least, double most) {
        checkAttribute("between", attribute);
        if (!(least <= most))
            throw new IllegalArgumentException("between(" + attribute + ", " + least + ", " + most
                    + "): the least comes first, and neither is NaN");
        List<Range> more = new ArrayList<>(terms.ranges);
        more.removeIf(range -> range.attribute().equals(attribute));
        more.add(new Range(attribute, least, most));
        if (more.size() > RANGES_MAX)
            throw new IllegalArgumentException(more.size() + " ranges: at most " + RANGES_MAX);
        return new Query(new Terms(
                terms.id, terms.name, terms.equal, more, terms.order, terms.everything, terms.limit, terms.after));
    }

    /**
     * Puts games with the highest number in that attribute first. Of equals the older game is first; a game without
     * such a number is last. A query has one order, the one that was asked for last; the oldest game first unless set.
     */
    public Query highest(String attribute) {
        checkAttribute("highest", attribute);
        return ordered(attribute, Double.POSITIVE_INFINITY);
    }

    /** As {@link #highest}, with the lowest number first. */
    public Query lowest(String attribute) {
        checkAttribute("lowest", attribute);
        return ordered(attribute, Double.NEGATIVE_INFINITY);
    }

    /**
     * As {@link #highest}, with the number first that is nearest to the wanted one, such as the player's own rating.
     *
     * @throws IllegalArgumentException if the wanted number is not finite
     */
    public Query nearest(String attribute, double wanted) {
        checkAttribute("nearest", attribute);
        if (!Double.isFinite(wanted))
            throw new IllegalArgumentException("nearest(" + attribute + ", " + wanted + "): name a number");
        return ordered(attribute, wanted);
    }

    private Query ordered(String attribute, double wanted) {
        return new Query(new Terms(
                terms.id,
                terms.name,
                terms.equal,
                terms.ranges,
                Optional.of(new Order(attribute, wanted)),
                terms.everything,
                terms.limit,
                terms.after));
    }

    private static void checkAttribute(String method, String attribute) {
        if (attribute == null) throw new IllegalArgumentException(method + "(attribute): it may not be null");
        Checks.attributeName(attribute);
    }

    /** Takes in games that are full or closed. */
    public Query all() {
        return new Query(new Terms(
                terms.id, terms.name, terms.equal, terms.ranges, terms.order, true, terms.limit, terms.after));
    }

    /**
     * Ends the list after so many games, 1 to 1000.
     *
     * @throws IllegalArgumentException if it is outside of that
     */
    public Query limit(int games) {
        if (games < 1 || games > GAMES_MAX)
            throw new IllegalArgumentException("limit is " + games + ": 1 to " + GAMES_MAX + " are allowed");
        return new Query(new Terms(
                terms.id, terms.name, terms.equal, terms.ranges, terms.order, terms.everything, games, terms.after));
    }

    /** Begins the list behind that game: how one gets the next page. */
    public Query after(GameInfo last) {
        if (last == null) throw new IllegalArgumentException("after(last): it may not be null");
        return new Query(new Terms(
                terms.id,
                terms.name,
                terms.equal,
                terms.ranges,
                terms.order,
                terms.everything,
                terms.limit,
                Optional.of(last)));
    }

    /** All that it asks for. */
    public Terms terms() {
        return terms;
    }

    /** Whether the other one asks for the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Query query && terms.equals(query.terms);
    }

    /** Equal for queries that ask for the same. */
    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    /** For logs. */
    @Override
    public String toString() {
        return "Query" + terms.toString().substring("Terms".length());
    }
}
