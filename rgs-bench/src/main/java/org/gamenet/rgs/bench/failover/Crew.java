package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;

/** The processes of one game, the members in them, and what all of them note. One thread. */
final class Crew {
    static final long ASSEMBLE_MILLIS = 60_000;

    private final Processes processes;
    private final String directory;
    private final String game;
    private final FailoverRules rules;
    private final Diaries diaries = new Diaries();
    private final Map<String, ChildProcess> members = new LinkedHashMap<>();
    private final Map<ChildProcess, List<String>> inside = new LinkedHashMap<>();
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final List<ChildProcess> started = new ArrayList<>();

    Crew(Processes processes, String directory, String game, FailoverRules rules) {
        this.processes = processes;
        this.directory = directory;
        this.game = game;
        this.rules = rules;
    }

    String directory() {
        return directory;
    }

    Diaries diaries() {
        return diaries;
    }

    /** Starts a process with these members in it. */
    ChildProcess start(Part part, List<String> names) throws IOException, InterruptedException {
        return start(part, names, "");
    }

    /** The same, of a player that has the token of its seat. */
    ChildProcess start(Part part, List<String> names, String token) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "member",
                "--directory",
                directory,
                "--game",
                game,
                "--part",
                part.name(),
                "--names",
                String.join(",", names)));
        arguments.addAll(rules.arguments());
        if (!token.isEmpty()) arguments.addAll(List.of("--token", token));
        ChildProcess child = processes.start(game + "-" + names.get(0) + "-" + (started.size() + 1), arguments);
        started.add(child);
        inside.put(child, names);
        for (String name : names) {
            members.put(name, child);
            parts.put(name, part);
        }
        SharedClock.check(child);
        return child;
    }

    /** All that were ever started. */
    List<ChildProcess> started() {
        return started;
    }

    /** By name, and the process that each is in: those that nothing was done to, and those that are back. */
    Map<String, ChildProcess> members() {
        return members;
    }

    /** The members in a process. */
    List<String> inside(ChildProcess process) {
        return inside.getOrDefault(process, List.of());
    }

    /** Everybody who was ever started. */
    Map<String, Part> parts() {
        return parts;
    }

    boolean plays(String member) {
        Part part = parts.get(member);
        return part != null && part.plays();
    }

    Set<String> players() {
        return members.keySet().stream().filter(this::plays).collect(Collectors.toSet());
    }

    /** The member that says that it holds a copy, or the spare of which the server says so; empty if there is none. */
    String backup() {
        return members.keySet().stream()
                .filter(name -> plays(name) ? diaries.backs(name) : diaries.backedBy(name))
                .findFirst()
                .orElse("");
    }

    // ---- coming together

    /** Starts the member that opens the game, and waits until it serves. */
    void found(Part part, String name) throws IOException, InterruptedException {
        start(part, List.of(name));
        await("the " + part.name() + " to serve", ASSEMBLE_MILLIS, () -> diaries.serves(name));
    }

    /** Waits until every player was shown the game with all players in it. */
    void awaitTogether() throws InterruptedException {
        try {
            await(
                    "every player to be shown the game with all players in it",
                    ASSEMBLE_MILLIS,
                    () -> players().stream().allMatch(this::settledIn));
        } catch (Stopped inVain) {
            throw new Stopped(inVain.getMessage() + ": "
                    + players().stream()
                            .filter(name -> !settledIn(name))
                            .sorted()
                            .map(this::standing)
                            .toList());
        }
    }

    private String standing(String player) {
        Set<String> joined = joined(player);
        return player + " knows of "
                + players().stream()
                        .filter(other -> joined.contains(diaries.peer(other)))
                        .count() + " players, "
                + (diaries.last(player, Note.Shown.class).isPresent() ? "was" : "was never") + " shown the game, "
                + diaries.last(player, Note.Closed.class)
                        .map(closed -> "is closed: " + closed.why())
                        .orElse("is not closed");
    }

    private Set<String> joined(String player) {
        return diaries.all(player, Note.Joined.class).map(Note.Joined::peer).collect(Collectors.toSet());
    }

    boolean settledIn(String player) {
        Set<String> everybody = players().stream().map(diaries::peer).collect(Collectors.toSet());
        return joined(player).containsAll(everybody)
                && (diaries.serves(player)
                        || diaries.last(player, Note.Shown.class).isPresent());
    }

    // ---- listening

    void await(String what, long millis, BooleanSupplier done) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!done.getAsBoolean()) {
            if (SharedClock.now() > deadline) throw new Stopped("waited " + millis + " ms in vain for " + what);
            listen(5);
        }
    }

    void listenFor(long millis) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(millis);
        do listen(Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - SharedClock.now())));
        while (SharedClock.now() < deadline);
    }

    void listen(long millis) throws InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            String line = heard.line();
            if (line != null) NoteLine.parse(line).ifPresent(diaries::add);
            else if (!heard.from().ending())
                throw new Stopped(heard.from().label() + " ended by itself; see its .err file");
        }
    }

    /** Puts the machine that a game was played on, whether the game was good, and why it could not go on, if so. */
    static Json putVerdict(Json json, boolean good, String failure) {
        Machine.putInto(json).put("good", good);
        if (!failure.isEmpty()) json.put("failure", failure);
        return json;
    }

    /** The game cannot go on. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped(String why) {
            super(why);
        }
    }
}
