package org.gamenet.rgs.examples.maze.drill;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.examples.maze.play.MazeGame;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;
import org.gamenet.rgs.examples.teapots.cast.LeashedDirectory;
import org.gamenet.rgs.examples.teapots.cast.LocalPorts;

/**
 * Four bots in the maze. A peer dies in each {@link DeathPhase}, the directory once; whoever died comes in again as
 * somebody new. The last line says PASS if those that are left agree about every move.
 */
public final class MazeDrill {
    private static final List<String> PLAYERS = List.of("ann", "bob", "eve", "zoe");
    private static final long SECOND_MILLIS = 1_000;
    private static final long QUIET_MILLIS = 500;
    private static final int MOVES_WITHOUT_DIRECTORY = 40;
    /** For its first second a directory that comes back gives nobody a number, for it has not heard yet who serves. */
    private static final int MOVES_WITH_DIRECTORY = 150;

    private static final int FAULTS_SHOWN = 12;
    private static final String NOBODY = "nobody";

    private final PrintStream out;
    private final Cast cast;
    private final MazeCrew crew;
    private final long seed;
    private final String broken;
    private final boolean byPermission;
    private final int port;
    private final List<String> died = new ArrayList<>();
    private final long zero = System.currentTimeMillis();
    private Child directory;
    private long nextMap;
    private long worst;
    private List<MazeLine.MazeStatus> still = List.of();
    private long stillSince;

    private MazeDrill(PrintStream out, Cast cast, long seed, String broken, String order)
            throws IOException, InterruptedException {
        this.out = out;
        this.cast = cast;
        this.seed = seed;
        this.broken = broken;
        byPermission = MazeGame.order(order) == Order.LAMPORT;
        port = LocalPorts.anyFree();
        crew = new MazeCrew(cast, "127.0.0.1:" + port, order);
        directory = directory();
    }

    /**
     * Runs it, which takes half a minute, and prints its last line. {@code broken}: {@code moves} if one peer is to
     * miss some, so that it must fail; else {@code nothing}. {@code order}: how the peers make it, {@code sequencer} or
     * {@code lamport}.
     */
    public static boolean run(long seed, String broken, String order, PrintStream out)
            throws IOException, InterruptedException {
        Cast cast = new Cast();
        List<String> faults = new ArrayList<>();
        String summary = "";
        try {
            MazeDrill drill = new MazeDrill(out, cast, seed, broken, order);
            try {
                drill.play();
                faults.addAll(MazeJudge.faults(drill.crew.stories()));
                summary = drill.summary();
            } catch (MazeCrew.Stopped stopped) {
                faults.add(stopped.getMessage());
            }
            cast.end();
            if (faults.isEmpty()) cast.forget();
            else out.println("what every process said: " + cast.folder());
        } finally {
            cast.end();
        }
        faults.stream().limit(FAULTS_SHOWN).forEach(fault -> out.println("  - " + fault));
        out.println(
                faults.isEmpty()
                        ? "PASS " + summary
                        : "FAIL " + faults.size() + " faults; the first: " + faults.get(0));
        return faults.isEmpty();
    }

    private void play() throws IOException, InterruptedException {
        for (int i = 0; i < PLAYERS.size(); i++) {
            crew.start(PLAYERS.get(i), seed + i, broken);
            full();
        }
        for (DeathPhase phase : DeathPhase.values()) {
            die(phase);
            if (phase == DeathPhase.STAMPING) directoryDies();
        }
        crew.alive().forEach(member -> crew.say(member, MazeMember.CEASE));
        await("all moves to have come back, and everywhere", this::quiet);
        crew.alive().forEach(member -> crew.say(member, MazeMember.RESULT));
        await(
                "everybody's result",
                () -> crew.alive().stream()
                        .allMatch(member ->
                                crew.last(member, MazeLine.Result.class).isPresent()));
    }

    private void die(DeathPhase phase) throws IOException, InterruptedException {
        await("somebody to give the places", () -> crew.orders().isPresent());
        Map<String, Integer> before = crew.mark();
        Set<String> were = new HashSet<>(crew.alive());
        String first = crew.orders().orElseThrow();
        List<String> others =
                crew.alive().stream().filter(m -> !m.equals(first)).toList();
        switch (phase) {
            case ASKING -> crew.say(others.get(others.size() - 1), phase.name());
            case STAMPING -> crew.say(first, phase.name());
            // Any of them may hold: the others are told that the phase is over before the next of them can take over.
            case HOLDING -> (byPermission ? others.subList(0, 1) : others).forEach(m -> crew.say(m, phase.name()));
            case DEFERRING -> crew.say(others.get(others.size() - 1), phase.name());
        }
        if (phase.follows(byPermission)) crew.kill(first);
        int most = were.size() - (phase.follows(byPermission) ? 2 : 1);
        await(
                "the death while " + phase.name().toLowerCase(Locale.ROOT),
                () -> crew.alive().size() <= most);
        crew.alive().forEach(m -> crew.say(m, NOBODY));
        int left = crew.alive().size();
        long place = crew.alive().stream()
                .mapToLong(m -> crew.status(m).place())
                .max()
                .orElse(0);
        await(
                "the others to go on",
                () -> crew.alive().stream()
                        .allMatch(m ->
                                crew.status(m).rats() == left && crew.status(m).place() > place + 2L * left));
        were.removeAll(crew.alive());
        worst = Math.max(worst, crew.outage(before));
        told(phase.words(byPermission) + ": "
                + String.join(", ", were.stream().sorted().toList()) + " died; it stood still for "
                + crew.outage(before) + " ms");
        comeAgain(were);
    }

    private void comeAgain(Set<String> dead) throws IOException, InterruptedException {
        for (String each : dead) {
            String player = each.replaceAll("-.*", "");
            crew.start(player, seed + PLAYERS.indexOf(player), broken);
            died.add(each);
        }
        full();
    }

    private void directoryDies() throws IOException, InterruptedException {
        directory.kill();
        long place = place();
        await("moves without a directory", () -> place() > place + MOVES_WITHOUT_DIRECTORY);
        told("the directory died: " + (place() - place) + " moves went on without it");
        directory = directory();
        long back = place();
        await("moves with a directory", () -> place() > back + MOVES_WITH_DIRECTORY);
    }

    private long place() {
        return crew.alive().stream()
                .mapToLong(m -> crew.status(m).place())
                .min()
                .orElse(0);
    }

    private void full() throws InterruptedException {
        await(
                "every rat to be seen by every peer",
                () -> crew.alive().stream()
                        .allMatch(m -> crew.status(m).rats() == crew.alive().size()));
    }

    /** Nothing is under way, nor has anything come for a while. */
    private boolean quiet() {
        List<MazeLine.MazeStatus> now = crew.alive().stream().map(crew::status).toList();
        if (!now.equals(still)) {
            still = now;
            stillSince = System.currentTimeMillis();
        }
        return now.stream().allMatch(s -> s.waiting() == 0) && System.currentTimeMillis() - stillSince > QUIET_MILLIS;
    }

    private String summary() {
        List<MazeLine.Result> results = crew.alive().stream()
                .map(m -> crew.last(m, MazeLine.Result.class).orElseThrow())
                .toList();
        String words =
                "%d died, %d agree about %d moves and exits, and on the scores; a move took %.1f ms (half of them), "
                        + "%.1f ms (99 %%), and %.1f messages (in the Mazewar of the source 25 to 32 ms, and 10 messages); ";
        return words.formatted(
                        died.size(),
                        crew.alive().size(),
                        place(),
                        results.stream().mapToLong(MazeLine.Result::p50).max().orElse(0) / 1e3,
                        results.stream().mapToLong(MazeLine.Result::p99).max().orElse(0) / 1e3,
                        results.stream()
                                        .mapToLong(MazeLine.Result::messages)
                                        .average()
                                        .orElse(0)
                                / 100)
                + "the longest standstill " + worst + " ms; " + (System.currentTimeMillis() - zero) / SECOND_MILLIS
                + " s";
    }

    // ---- the directory

    private Child directory() throws IOException, InterruptedException {
        Child child = LeashedDirectory.start(cast, port);
        await("the directory to answer", () -> LocalPorts.answers(port));
        return child;
    }

    // ---- telling

    private void await(String what, BooleanSupplier done) throws InterruptedException {
        crew.await(what, done, this::map);
    }

    private void told(String what) {
        out.printf("%n%5.1f  %s%n%n", (System.currentTimeMillis() - zero) / 1e3, what);
    }

    private void map() {
        long now = System.currentTimeMillis();
        List<String> rows = crew.map();
        if (now < nextMap || rows.isEmpty()) return;
        nextMap = now + SECOND_MILLIS;
        out.printf("%5.1f  %s%n", (now - zero) / 1e3, rows.get(0));
        rows.stream().skip(1).forEach(row -> out.println("       " + row));
    }
}
