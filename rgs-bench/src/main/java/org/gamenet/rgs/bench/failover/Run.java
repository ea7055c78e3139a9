package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
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
    private static final long AWAKE_MILLIS = 2_500;
    private static final long TALLY_MILLIS = 6_000;
    private static final long TALLY_EVERY_MILLIS = 100;
    private static final long RECOVERY_LOOK_MILLIS = 50;
    /**
     * From the moment when the first survivor is frozen to the client's death: where offer, claim, join and collect
     * lie.
     */
    private static final int CLIENT_DIES_WITHIN_MILLIS = 80;

    private final FailoverPlan plan;
    private final Processes processes;
    private final Signals signals;
    private final Crew crew;
    private final Diaries diaries;
    private final List<Death> deaths = new ArrayList<>();
    private final Map<String, String> harmed = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    private final List<Map<String, Long>> cpuSpent = new ArrayList<>();
    private double clientDied = -1;
    private long clientDiedAt;
    private long cpuBefore;

    Run(FailoverPlan plan, Processes processes, Signals signals, String directory, String game) {
        this.plan = plan;
        this.processes = processes;
        this.signals = signals;
        this.crew = new Crew(processes, directory, game, plan.rules());
        this.diaries = crew.diaries();
    }

    /** Plays it to the end; none of its processes is left afterwards. */
    Outcome play() throws IOException, InterruptedException {
        String failure = "";
        try {
            assemble();
            for (int i = 0; i < plan.deaths(); i++) {
                if (plan.rules().strategy() == Strategy.backup) awaitBackup();
                Map<ChildProcess, Long> cpu = cpu();
                crew.listenFor(plan.settleMillis());
                cpuBefore = spentSince(cpu).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                die();
            }
            tally();
        } catch (Crew.Stopped stopped) {
            failure = String.valueOf(stopped.getMessage());
        } finally {
            processes.end(crew.started());
        }
        List<Recovery> recoveries =
                deaths.stream().map(death -> Recovery.of(death, diaries)).toList();
        boolean inside = clientDied >= 0 && recoveries.stream().anyMatch(recovery -> during(recovery, deaths.get(0)));
        return new Outcome(
                recoveries,
                deaths.isEmpty() ? RunVerdict.NOTHING : Judge.judge(history()),
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
        crew.start(dedicated ? Part.server : Part.founder, List.of(first));
        for (int i = 1; i <= plan.spares(); i++) crew.start(Part.spare, List.of("spare-" + i));
        crew.await("the first server to serve", Crew.ASSEMBLE_MILLIS, () -> diaries.serves(first));
        for (List<String> together : together(players)) crew.start(Part.player, together);
        crew.awaitTogether();
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

    // ---- a death

    private void die() throws IOException, InterruptedException {
        crew.listenFor(0);
        if (plan.rules().strategy() == Strategy.backup) awaitBackup();
        List<String> serving =
                crew.members().keySet().stream().filter(diaries::serves).toList();
        if (serving.size() != 1) throw new Crew.Stopped("one process should say that it serves, and not " + serving);
        String victim = serving.get(0);
        ChildProcess process = crew.members().get(victim);
        boolean played = crew.plays(victim);
        Set<String> survivors = crew.players();
        survivors.removeAll(crew.inside(process));
        long epoch = survivors.stream().mapToLong(diaries::epoch).max().orElse(1);
        Map<ChildProcess, Long> cpu = cpu();
        long at = SharedClock.now();
        if (plan.fault() == Fault.hang) signals.stop(process);
        else process.kill();
        Death death = new Death(at, diaries.peer(victim), diaries.peer(crew.backup()), epoch, survivors);
        for (String name : crew.inside(process)) {
            crew.members().remove(name);
            if (!crew.plays(name)) continue;
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
            crew.listenFor(AWAKE_MILLIS);
            if (played) crew.members().put(victim, process);
        }
        if (plan.fault() == Fault.chain) replace(played);
    }

    /** Where processes stand by it is one of them, in the place of a player that was first. */
    private void awaitBackup() throws InterruptedException {
        boolean spare = plan.spares() > 0;
        crew.await(
                (spare ? "a spare" : "somebody") + " to back the server up",
                Crew.ASSEMBLE_MILLIS,
                () -> !crew.backup().isEmpty() && !(spare && crew.plays(crew.backup())));
    }

    /** Of all processes of the game but one. */
    private Map<ChildProcess, Long> cpu() {
        return crew.started().stream().collect(Collectors.toMap(child -> child, ChildProcess::cpuNanos));
    }

    /** By the first member in each process that lives. */
    private Map<String, Long> spentSince(Map<ChildProcess, Long> before) {
        Map<String, Long> spent = new TreeMap<>();
        cpu().forEach((child, nanos) -> {
            if (nanos > 0) spent.put(crew.inside(child).get(0), nanos - before.getOrDefault(child, 0L));
        });
        return spent;
    }

    private Death killClient(Death death) throws InterruptedException {
        String client = crew.members().keySet().stream()
                .filter(name -> crew.plays(name)
                        && crew.inside(crew.members().get(name)).size() == 1)
                .findFirst()
                .orElseThrow(() -> new Crew.Stopped("no client has a process of its own"));
        crew.await(
                "anybody to notice",
                plan.patienceMillis(),
                () -> death.survivors().stream()
                        .anyMatch(member -> diaries.first(member, Note.Frozen.class, death.at(), note -> true)
                                .isPresent()));
        crew.listenFor(plan.chance().nextInt(CLIENT_DIES_WITHIN_MILLIS));
        clientDiedAt = SharedClock.now();
        crew.members().remove(client).kill();
        dead.add(diaries.peer(client));
        clientDied = (clientDiedAt - death.at()) / 1e6;
        return death.without(client);
    }

    private void replace(boolean played) throws IOException, InterruptedException {
        String name = (played ? "p" : "spare-") + (plan.rules().players() + plan.spares() + deaths.size());
        crew.start(played ? Part.player : Part.spare, List.of(name));
        if (played) crew.await(name + " to join", Crew.ASSEMBLE_MILLIS, () -> crew.settledIn(name));
    }

    // ---- afterwards

    private void tally() throws InterruptedException {
        Set<ChildProcess> all = new HashSet<>(crew.members().values());
        all.forEach(child -> child.tell(MemberCommand.CEASE));
        crew.listenFor(TALLY_EVERY_MILLIS);
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(TALLY_MILLIS);
        while (SharedClock.now() < deadline) {
            Map<String, Long> before =
                    crew.players().stream().collect(Collectors.toMap(name -> name, diaries::tallies));
            all.forEach(child -> child.tell(MemberCommand.TALLY));
            long soon = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(10 * TALLY_EVERY_MILLIS);
            while (SharedClock.now() < soon
                    && before.entrySet().stream().anyMatch(e -> diaries.tallies(e.getKey()) <= e.getValue()))
                crew.listen(10);
            if (Judge.settled(history()) && Judge.judge(history()).clean()) return;
            crew.listenFor(TALLY_EVERY_MILLIS);
        }
    }

    private RunHistory history() {
        Map<String, String> unharmed = new HashMap<>();
        for (String name : crew.parts().keySet()) {
            String peer = diaries.peer(name);
            if (crew.plays(name) && !dead.contains(peer) && !harmed.containsKey(name)) unharmed.put(name, peer);
        }
        return new RunHistory(diaries, deaths, unharmed, harmed, dead);
    }

    // ---- waiting

    /**
     * Looks seldom: what this process does while others recover is taken from their processors. The stamps are theirs,
     * so nothing is lost.
     */
    private void awaitRecovery(Death death) throws InterruptedException {
        long deadline = SharedClock.now() + TimeUnit.MILLISECONDS.toNanos(plan.patienceMillis());
        do {
            if (SharedClock.now() > deadline)
                throw new Crew.Stopped(
                        "waited " + plan.patienceMillis() + " ms in vain for the recovery from death " + deaths.size());
            crew.listenFor(RECOVERY_LOOK_MILLIS);
        } while (!Recovery.of(death, diaries).complete());
    }
}
