package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;
import org.gamenet.rgs.bench.process.Signals;

/**
 * One game from its first process to its last tally: assembles it, lets it settle, kills, waits, counts. One thread,
 * once.
 */
final class Run {
    private static final long ASSEMBLE_MILLIS = 60_000;
    private static final long AWAKE_MILLIS = 2_500;
    private static final long TALLY_MILLIS = 6_000;
    private static final long TALLY_EVERY_MILLIS = 100;
    private static final long RECOVERY_LOOK_MILLIS = 50;
    /**
     * From the moment when the first survivor is frozen to the client's death: where offer, claim, join and collect
     * lie.
     */
    private static final int CLIENT_DIES_WITHIN_MILLIS = 80;

    private final Plan plan;
    private final Processes processes;
    private final Signals signals;
    private final String directory;
    private final String game;
    private final Diaries diaries = new Diaries();
    private final Map<String, ChildProcess> members = new LinkedHashMap<>();
    private final Map<ChildProcess, List<String>> inside = new LinkedHashMap<>();
    private final Map<String, Part> parts = new HashMap<>();
    private final List<ChildProcess> started = new ArrayList<>();
    private final List<Death> deaths = new ArrayList<>();
    private final Map<String, String> harmed = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    private final List<Map<String, Long>> cpuSpent = new ArrayList<>();
    private double clientDied = -1;
    private long clientDiedAt;
    private long cpuBefore;
    private int count;

    Run(Plan plan, Processes processes, Signals signals, String directory, String game) {
        this.plan = plan;
        this.processes = processes;
        this.signals = signals;
        this.directory = directory;
        this.game = game;
    }

    /** Plays it to the end; none of its processes is left afterwards. */
    Outcome play() throws IOException, InterruptedException {
        String failure = "";
        try {
            assemble();
            for (int i = 0; i < plan.deaths(); i++) {
                Map<ChildProcess, Long> cpu = cpu();
                listenFor(plan.settleMillis());
                cpuBefore = spentSince(cpu).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                die();
            }
            tally();
        } catch (Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        } finally {
            processes.end(started);
        }
        List<Recovery> recoveries =
                deaths.stream().map(death -> Recovery.of(death, diaries)).toList();
        boolean inside = clientDied >= 0 && recoveries.stream().anyMatch(recovery -> during(recovery, deaths.get(0)));
        return new Outcome(
                recoveries,
                deaths.isEmpty() ? Verdict.NOTHING : Judge.judge(history()),
                cpuSpent,
                plan.settleMillis() == 0 ? 0 : (double) cpuBefore / TimeUnit.MILLISECONDS.toNanos(plan.settleMillis()),
                clientDied,
                inside,
                failure);
    }

    private boolean during(Recovery recovery, Death death) {
        long after = clientDiedAt - death.at();
        return after >= recovery.frozen().first() && after <= recovery.resumed().last();
    }

    // ---- before

    private void assemble() throws IOException, InterruptedException {
        boolean dedicated = plan.rules().strategy() == Strategy.spare;
        List<String> players = new ArrayList<>();
        for (int i = 1; i <= plan.rules().players(); i++) players.add("p" + i);
        String first = dedicated ? "server" : players.remove(0);
        start(dedicated ? Part.server : Part.founder, List.of(first));
        for (int i = 1; i <= plan.spares(); i++) start(Part.spare, List.of("spare-" + i));
        await("the first server to serve", ASSEMBLE_MILLIS, () -> diaries.serves(first));
        for (List<String> together : together(players)) start(Part.player, together);
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

    /**
     * The players that share a process: as many as the plan says, and apart from all others a client that is to die.
     */
    private List<List<String>> together(List<String> players) {
        List<List<String>> groups = new ArrayList<>();
        List<String> rest = new ArrayList<>(players);
        if (plan.fault() == Fault.DOUBLE)
            groups.add(List.of(rest.remove(plan.chance().nextInt(rest.size()))));
        int size = plan.perProcess() == 0 ? Math.max(1, rest.size()) : plan.perProcess();
        for (int from = 0; from < rest.size(); from += size)
            groups.add(List.copyOf(rest.subList(from, Math.min(rest.size(), from + size))));
        return groups;
    }

    private boolean settledIn(String player) {
        Set<String> everybody = players().stream().map(diaries::peer).collect(Collectors.toSet());
        return joined(player).containsAll(everybody)
                && (diaries.serves(player)
                        || diaries.last(player, Note.Shown.class).isPresent());
    }

    private ChildProcess start(Part part, List<String> names) throws IOException, InterruptedException {
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
        arguments.addAll(plan.rules().arguments());
        ChildProcess child = processes.start(game + "-" + names.get(0) + "-" + ++count, arguments);
        started.add(child);
        inside.put(child, names);
        for (String name : names) {
            members.put(name, child);
            parts.put(name, part);
        }
        SharedClock.check(child);
        return child;
    }

    private Set<String> players() {
        return members.keySet().stream().filter(name -> parts.get(name).plays()).collect(Collectors.toSet());
    }

    // ---- a death

    private void die() throws IOException, InterruptedException {
        listenFor(0);
        if (plan.rules().strategy() == Strategy.backup)
            await(
                    "somebody to back the server up",
                    ASSEMBLE_MILLIS,
                    () -> members.keySet().stream().anyMatch(diaries::backs));
        List<String> serving = members.keySet().stream().filter(diaries::serves).toList();
        if (serving.size() != 1) throw new Stopped("one process should say that it serves, and not " + serving);
        String victim = serving.get(0);
        ChildProcess process = members.get(victim);
        boolean played = parts.get(victim).plays();
        Set<String> survivors = players();
        survivors.removeAll(inside.get(process));
        long epoch = survivors.stream().mapToLong(diaries::epoch).max().orElse(1);
        Map<ChildProcess, Long> cpu = cpu();
        long at = SharedClock.now();
        if (plan.fault() == Fault.hang) signals.stop(process);
        else process.kill();
        Death death = new Death(at, diaries.peer(victim), backup(), epoch, survivors);
        for (String name : inside.get(process)) {
            members.remove(name);
            if (!parts.get(name).plays()) continue;
            if (plan.fault() == Fault.hang) harmed.put(name, diaries.peer(name));
            else dead.add(diaries.peer(name));
        }
        if (plan.fault() == Fault.DOUBLE) death = killClient(death);
        deaths.add(death);
        Death known = death;
        awaitRecovery(known);
        cpuSpent.add(spentSince(cpu));
        if (plan.fault() == Fault.hang) {
            signals.resume(process);
            listenFor(AWAKE_MILLIS);
            if (played) members.put(victim, process);
        }
        if (plan.fault() == Fault.chain) replace(played);
    }

    private String backup() {
        return members.keySet().stream()
                .filter(diaries::backs)
                .findFirst()
                .map(diaries::peer)
                .orElse("");
    }

    /** Of all processes of the game but one. */
    private Map<ChildProcess, Long> cpu() {
        return started.stream().collect(Collectors.toMap(child -> child, ChildProcess::cpuNanos));
    }

    /** By the first member in each process that lives. */
    private Map<String, Long> spentSince(Map<ChildProcess, Long> before) {
        Map<String, Long> spent = new TreeMap<>();
        cpu().forEach((child, nanos) -> {
            if (nanos > 0) spent.put(inside.get(child).get(0), nanos - before.getOrDefault(child, 0L));
        });
        return spent;
    }

    private Death killClient(Death death) throws InterruptedException {
        String client = members.keySet().stream()
                .filter(name ->
                        parts.get(name).plays() && inside.get(members.get(name)).size() == 1)
                .findFirst()
                .orElseThrow(() -> new Stopped("no client has a process of its own"));
        await(
                "anybody to notice",
                plan.patienceMillis(),
                () -> death.survivors().stream()
                        .anyMatch(member -> diaries.first(member, Note.Frozen.class, death.at(), note -> true)
                                .isPresent()));
        listenFor(plan.chance().nextInt(CLIENT_DIES_WITHIN_MILLIS));
        clientDiedAt = SharedClock.now();
        members.remove(client).kill();
        dead.add(diaries.peer(client));
        clientDied = (clientDiedAt - death.at()) / 1e6;
        return death.without(client);
    }

    private void replace(boolean played) throws IOException, InterruptedException {
        String name = (played ? "p" : "spare-") + (plan.rules().players() + plan.spares() + deaths.size());
        start(played ? Part.player : Part.spare, List.of(name));
        if (played) await(name + " to join", ASSEMBLE_MILLIS, () -> settledIn(name));
    }

    // ---- afterwards

    private void tally() throws InterruptedException {
        Set<ChildProcess> all = new HashSet<>(members.values());
        all.forEach(child -> child.tell(MemberCommand.CEASE));
        listenFor(TALLY_EVERY_MILLIS);
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(TALLY_MILLIS);
        while (SharedClock.now() < deadline) {
            Map<String, Long> before = players().stream().collect(Collectors.toMap(name -> name, diaries::tallies));
            all.forEach(child -> child.tell(MemberCommand.TALLY));
            long soon = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(10 * TALLY_EVERY_MILLIS);
            while (SharedClock.now() < soon
                    && before.entrySet().stream().anyMatch(e -> diaries.tallies(e.getKey()) <= e.getValue()))
                listen(10);
            if (Judge.settled(history()) && Judge.judge(history()).clean()) return;
            listenFor(TALLY_EVERY_MILLIS);
        }
    }

    private History history() {
        Map<String, String> unharmed = new HashMap<>();
        for (String name : parts.keySet()) {
            String peer = diaries.peer(name);
            if (parts.get(name).plays() && !dead.contains(peer) && !harmed.containsKey(name)) unharmed.put(name, peer);
        }
        return new History(diaries, deaths, unharmed, harmed, dead);
    }

    // ---- listening

    private void await(String what, long millis, BooleanSupplier done) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (!done.getAsBoolean()) {
            if (SharedClock.now() > deadline) throw new Stopped("waited " + millis + " ms in vain for " + what);
            listen(5);
        }
    }

    /**
     * Looks seldom: what this process does while others recover is taken from their processors. The stamps are theirs,
     * so nothing is lost.
     */
    private void awaitRecovery(Death death) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(plan.patienceMillis());
        do {
            if (SharedClock.now() > deadline)
                throw new Stopped(
                        "waited " + plan.patienceMillis() + " ms in vain for the recovery from death " + deaths.size());
            listenFor(RECOVERY_LOOK_MILLIS);
        } while (!Recovery.of(death, diaries).complete());
    }

    private void listenFor(long millis) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(millis);
        do listen(Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - SharedClock.now())));
        while (SharedClock.now() < deadline);
    }

    private void listen(long millis) throws InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            String line = heard.line();
            if (line != null) NoteLine.parse(line).ifPresent(diaries::add);
            else if (!heard.from().ending())
                throw new Stopped(heard.from().label() + " ended by itself; see its .err file");
        }
    }

    /** The run cannot go on. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped(String why) {
            super(why);
        }
    }
}
