package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The requests and ordered messages of a player that may be missing: as many as it was told of ({@code uncertain}), of
 * those that it had sent by then, and no more; everything else of whoever lives must be there, once. It may be told of
 * some only where {@link Excuses} says so, and of no more than are missing in the end: nobody holds them any more.
 */
final class Losses {
    private final Set<Long> lastResorts = new TreeSet<>();
    private final Map<CountingGame, List<Told>> told = new HashMap<>();
    private final Map<CountingGame, NavigableSet<Long>> skipped = new HashMap<>();

    /** How much a player had sent. */
    record Sent(long adds, long anys, long turns) {}

    /** Of what it had sent so far, so many are lost on the way into this epoch. */
    private record Told(Sent sent, long uncertain, long epoch) {}

    /** Numbers that are missing, of each kind. */
    private record Missing(Collection<Long> adds, Collection<Long> anys, Collection<Long> turns) {
        long size() {
            return adds.size() + anys.size() + turns.size();
        }
    }

    /** This epoch began by the last resort. */
    void lastResort(long epoch) {
        lastResorts.add(epoch);
    }

    /** Epochs that began so. */
    int lastResorts() {
        return lastResorts.size();
    }

    /** This player was told how many of the messages that it has sent by now are lost, on its way into this epoch. */
    void told(CountingGame game, long uncertain, long epoch) {
        if (uncertain > 0)
            told.computeIfAbsent(game, g -> new ArrayList<>()).add(new Told(game.sent(), uncertain, epoch));
    }

    /** A server was handed this ordered request of the player, and none of those between it and that one. */
    void skipped(CountingGame game, long before, long number) {
        NavigableSet<Long> all = skippedOf(game);
        for (long each = before + 1; each < number; each++) all.add(each);
    }

    private NavigableSet<Long> skippedOf(CountingGame game) {
        return skipped.computeIfAbsent(game, g -> new TreeSet<>());
    }

    /** Whether the player was told of all its ordered requests that servers were not handed. */
    boolean mayBeSkipped(CountingGame game) {
        return isTold(game, new Missing(skippedOf(game), Set.of(), Set.of()));
    }

    /** Whether the server has all that it must have of this player. */
    boolean isWhole(CountingGame game, Score score) {
        return score.ordered() <= game.sent().adds() && isTold(game, missing(game, score, Set.of()));
    }

    /** Whether the server and the history, together, lack no more of this player's than it was told of. */
    boolean isWhole(CountingGame game, Score score, Map<Long, Integer> times) {
        return isTold(game, missing(game, score, missing(game, times)));
    }

    private Missing missing(CountingGame game, Score score, Collection<Long> turns) {
        Sent sent = game.sent();
        NavigableSet<Long> adds = new TreeSet<>(skippedOf(game));
        for (long add = score.ordered() + 1; add <= sent.adds(); add++) adds.add(add);
        List<Long> anys = new ArrayList<>();
        for (long any = score.low() + 1; any <= sent.anys(); any++) if (!score.has(any)) anys.add(any);
        return new Missing(adds, anys, turns);
    }

    /** The numbers of this player's ordered messages that are not in the history. */
    private static List<Long> missing(CountingGame game, Map<Long, Integer> times) {
        List<Long> missing = new ArrayList<>();
        for (long turn = 1; turn <= game.sent().turns(); turn++) if (!times.containsKey(turn)) missing.add(turn);
        return missing;
    }

    /**
     * Those of this player's ordered messages that are in the history more than once, or are not and the player was not
     * told of so many.
     */
    Set<Long> wrong(CountingGame game, Map<Long, Integer> times) {
        Set<Long> wrong = new TreeSet<>();
        times.forEach((turn, found) -> {
            if (found > 1) wrong.add(turn);
        });
        List<Long> missing = missing(game, times);
        if (!isTold(game, new Missing(Set.of(), Set.of(), missing))) wrong.addAll(missing);
        return wrong;
    }

    /**
     * Each missing one has a place in a telling of its own sender that came after it was sent, and each telling has as
     * many places as it told of: of all that was sent after some telling, no more are missing than all later ones told.
     */
    private boolean isTold(CountingGame game, Missing missing) {
        List<Told> all = told.getOrDefault(game, List.of());
        long places = 0;
        for (int i = all.size(); i >= 0; i--) {
            Sent before = i == 0 ? new Sent(0, 0, 0) : all.get(i - 1).sent;
            if (i < all.size()) places += all.get(i).uncertain;
            if (after(before, Sent::adds, missing.adds)
                            + after(before, Sent::anys, missing.anys)
                            + after(before, Sent::turns, missing.turns)
                    > places) return false;
        }
        return true;
    }

    /**
     * How many more this player was told of than are missing, of what it had sent by then (P23.9, P75): 0 if all is
     * well. What it was told on its way into an epoch that came to nothing is no part of this history.
     *
     * @param line the epochs of the history that went on
     */
    long toldInVain(CountingGame game, Score score, Map<Long, Integer> times, Set<Long> line) {
        Missing missing = missing(game, score, missing(game, times));
        long uncertain = 0;
        long most = 0;
        for (Told each : told.getOrDefault(game, List.of())) {
            if (line.contains(each.epoch)) uncertain += each.uncertain;
            most = Math.max(most, uncertain - upTo(each.sent, missing));
        }
        return most;
    }

    private static long upTo(Sent sent, Missing missing) {
        return missing.size()
                - after(sent, Sent::adds, missing.adds)
                - after(sent, Sent::anys, missing.anys)
                - after(sent, Sent::turns, missing.turns);
    }

    private static long after(Sent before, ToLongFunction<Sent> kind, Collection<Long> numbers) {
        return numbers.stream().filter(each -> each > kind.applyAsLong(before)).count();
    }
}
