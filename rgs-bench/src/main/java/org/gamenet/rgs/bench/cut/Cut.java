package org.gamenet.rgs.bench.cut;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Between which processes nothing passes, and for how long. Those that are named on neither side are reached by all.
 *
 * @param server which player serves as it begins
 */
record Cut(int server, List<Integer> from, List<Integer> to, boolean bothWays, long millis) {
    static final int PLAYERS = 5;
    static final int DIRECTORY = PLAYERS;
    static final int SPARE = PLAYERS + 1;
    /**
     * The founder of the game, which therefore serves when it is cut; unless a busy machine has had it replaced before.
     */
    static final int FOUNDER = 0;

    static String name(int process) {
        return process < PLAYERS ? "p" + process : process == DIRECTORY ? "directory" : "s" + (process - SPARE);
    }

    /** The same where another player serves: the two change places. */
    Cut servedBy(int other) {
        UnaryOperator<List<Integer>> swap = side -> side.stream()
                .map(each -> each == server ? other : each == other ? server : each)
                .sorted()
                .toList();
        return new Cut(other, swap.apply(from), swap.apply(to), bothWays, millis);
    }

    /** Whether one of the two cannot hear the other. */
    boolean parts(int one, int other) {
        return from.contains(one) && to.contains(other) || from.contains(other) && to.contains(one);
    }

    /** The players on the server's side with it, if they are more than half. */
    Set<String> together() {
        return moreThanHalf(IntStream.range(0, PLAYERS).filter(each -> !parts(server, each)));
    }

    /** The players who lack their server and can ask the directory for another, if they are more than half. */
    Set<String> orphans() {
        return moreThanHalf(IntStream.range(0, PLAYERS).filter(each -> parts(server, each) && !parts(DIRECTORY, each)));
    }

    private static Set<String> moreThanHalf(IntStream players) {
        Set<String> names = players.mapToObj(Cut::name).collect(Collectors.toCollection(TreeSet::new));
        return names.size() * 2 > PLAYERS ? names : Set.of();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s %s %s, %.2f s", names(from), bothWays ? "<-/->" : "-/->", names(to), millis / 1_000.0);
    }

    private static String names(List<Integer> processes) {
        return processes.stream().map(Cut::name).collect(Collectors.joining(",", "{", "}"));
    }
}
