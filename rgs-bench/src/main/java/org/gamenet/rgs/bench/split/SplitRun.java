package org.gamenet.rgs.bench.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;

/** One game, from its first process to its last: a death, a cut, perhaps the heal. One thread. */
final class SplitRun {
    private static final long MILLI = 1_000_000;
    /** Of a member that has said nothing: its phase, whether it serves, its epoch, and how many it sees. */
    private static final List<String> NOT_YET = List.of("WAITING", "false", "0", "0");

    private static final long ASSEMBLE_MILLIS = 60_000;
    private static final long KILL_WINDOW_MILLIS = 2_500;
    private static final long SETTLE_MILLIS = 45_000;
    private static final long TOGETHER_MILLIS = 1_500;
    /** So long the members that have come are together before the next one comes. */
    private static final long IN_MILLIS = 200;

    private static final long ANSWER_MILLIS = 10_000;
    /**
     * A server may act for 0.8 s after it has last heard of anybody, and an echo is a beat old (P18). The rest is for a
     * process that got no processor to hand out what it has.
     */
    private static final long GRACE_MILLIS = 2_000;

    /** The members did not come to play one game, before anything was done to it: a machine that is busy elsewhere. */
    static final class NotBegun extends IOException {
        NotBegun(String why) {
            super(why);
        }
    }

    private final SplitPlan plan;
    private final Namespaces ground;
    private final Processes processes;
    private final Random random;
    private final Map<Integer, ChildProcess> children = new LinkedHashMap<>();
    private final Map<Integer, Integer> hosts = new HashMap<>();
    private final Map<Integer, List<String>> standing = new HashMap<>();
    private final Map<Integer, List<String>> answers = new HashMap<>();
    private final SplitOutcome outcome = new SplitOutcome();
    private final String game = "split" + System.nanoTime();
    private long changedAt;
    private int next;

    SplitRun(SplitPlan plan, Namespaces ground, Processes processes, long seed) {
        this.plan = plan;
        this.ground = ground;
        this.processes = processes;
        random = new Random(seed);
        random.nextInt(); // small seeds differ in little else than their first number
    }

    SplitOutcome play() throws IOException, InterruptedException {
        for (int host = 0; host < plan.members(); host++) {
            start(host);
            if (!await(ASSEMBLE_MILLIS, () -> together(children.keySet(), IN_MILLIS) || isAlone(children.keySet()))
                    || isAlone(children.keySet())) throw new NotBegun("not one game: " + standing);
        }
        tellAll(SplitMember.GO);
        pass(plan.settleMillis());
        await("all to play together", ASSEMBLE_MILLIS, () -> together(children.keySet()));
        if (plan.kills()) kill();
        cut();
        return outcome;
    }

    private void start(int host) throws IOException, InterruptedException {
        int number = next++;
        ChildProcess child = processes.start(
                "p" + number,
                ground.enter(host),
                List.of(
                        "split-member",
                        "--host",
                        ground.host(host),
                        "--number",
                        "" + number,
                        "--game",
                        game,
                        "--arbiter",
                        plan.arbiter().toString()));
        children.put(number, child);
        hosts.put(number, host);
        SharedClock.check(child);
    }

    // ---- a death

    private void kill() throws IOException, InterruptedException {
        int server = server();
        long at = SharedClock.now();
        children.remove(server).kill();
        pass(KILL_WINDOW_MILLIS);
        await("the others to go on", SETTLE_MILLIS, () -> together(children.keySet()));
        for (String gap : ask(children.keySet(), SplitMember.GAP + " " + at + " " + (at + KILL_WINDOW_MILLIS * MILLI))
                .values()) outcome.outagesOfKills.add(Long.valueOf(gap));
        standing.remove(server);
        start(hosts.get(server));
        await("another to come", ASSEMBLE_MILLIS, () -> together(children.keySet()));
        tellAll(SplitMember.GO);
        pass(plan.settleMillis());
        await("all to play together again", ASSEMBLE_MILLIS, () -> together(children.keySet()));
    }

    // ---- a cut

    private void cut() throws IOException, InterruptedException {
        int server = server();
        Set<Integer> with = new TreeSet<>(List.of(server));
        Set<Integer> without = new TreeSet<>();
        List<Integer> others =
                children.keySet().stream().filter(m -> m != server).toList();
        if (plan.with() >= 0) without.addAll(others.subList(plan.with(), others.size()));
        while (without.isEmpty()) {
            others.forEach(m -> {
                if (random.nextBoolean()) without.add(m);
            });
        }
        others.stream().filter(m -> !without.contains(m)).forEach(with::add);
        outcome.cut = names(with) + " from " + names(without);
        long at = SharedClock.now();
        ground.cut(onHosts(with), onHosts(without), true);
        pass(plan.cutMillis() - (SharedClock.now() - at) / MILLI);
        long until = at + plan.cutMillis() * MILLI;
        judgeCut(with, without, at, until);
        if (!plan.heals()) {
            Set<Integer> on = majority(with) ? with : majority(without) ? without : Set.of();
            await(SETTLE_MILLIS, () -> together(on));
            conclude(on);
            return;
        }
        tellAll(SplitMember.MARK);
        pass(20);
        ground.heal();
        long healedAt = SharedClock.now();
        await(SETTLE_MILLIS, () -> together(children.keySet()));
        long settledAt = SharedClock.now();
        ask(children.keySet(), SplitMember.GAP + " " + healedAt + " " + settledAt)
                .values()
                .forEach(gap -> outcome.healed = Math.max(outcome.healed, Long.parseLong(gap)));
        conclude(children.keySet());
    }

    private boolean majority(Collection<Integer> part) {
        return 2 * part.size() > children.size();
    }

    private void judgeCut(Set<Integer> with, Set<Integer> without, long at, long until) throws InterruptedException {
        if (!plan.isMajority()) return;
        for (Set<Integer> part : List.of(with, without)) {
            if (majority(part)) {
                if (!goesOn(part, until)) outcome.majorityStill += part.size();
                continue;
            }
            for (String given : ask(part, SplitMember.GIVEN + " " + (at + GRACE_MILLIS * MILLI) + " " + until)
                    .values()) outcome.minorityPlayed += Long.parseLong(given);
        }
        if (majority(without))
            for (String gap :
                    ask(without, SplitMember.GAP + " " + at + " " + until).values())
                outcome.outagesOfCuts.add(Long.valueOf(gap));
    }

    /** Whether these play, one of them serves, and each was given something in the last second. */
    private boolean goesOn(Set<Integer> part, long until) throws InterruptedException {
        List<List<String>> all =
                part.stream().map(m -> standing.getOrDefault(m, NOT_YET)).toList();
        return all.stream().allMatch(at -> at.get(0).equals("PLAYING"))
                && all.stream().filter(at -> at.get(1).equals("true")).count() == 1
                && ask(part, SplitMember.GIVEN + " " + (until - 1_000 * MILLI) + " " + until).values().stream()
                        .noneMatch("0"::equals);
    }

    // ---- the end

    /** All fall silent, and the games of those that should play are compared. */
    private void conclude(Set<Integer> playing) throws InterruptedException {
        tellAll(SplitMember.QUIET);
        String before = "";
        for (long since = SharedClock.now(); SharedClock.now() - since < TOGETHER_MILLIS * MILLI; pass(100)) {
            String now = ask(playing, SplitMember.COUNT).toString();
            if (!now.equals(before)) since = SharedClock.now();
            before = now;
        }
        for (int member : playing) {
            List<String> at = standing.getOrDefault(member, List.of());
            boolean closed = at.isEmpty() || at.get(0).equals("CLOSED");
            if (closed || Integer.parseInt(at.get(3)) != playing.size()) outcome.lost++;
            if (!closed && !at.get(0).equals("PLAYING")) outcome.stuck++;
        }
        Set<String> games = new HashSet<>();
        Map<Integer, Integer> said = new HashMap<>();
        ask(playing, SplitMember.END).forEach((member, end) -> {
            String[] words = end.split(" ", 4);
            if (words[0].equals("true")) outcome.changed++;
            if (words[0].equals("true") && words[1].equals("true")) outcome.told++;
            said.put(member, Integer.valueOf(words[2]));
            games.add(words[3]);
        });
        outcome.histories = games.size();
        games.forEach(game -> outcome.count(game, said, plan.isMajority()));
    }

    // ---- listening

    /** Whether these play with each other and nobody else, one of them serves, and that has been so for a while. */
    private boolean together(Collection<Integer> members) {
        return together(members, TOGETHER_MILLIS);
    }

    private boolean together(Collection<Integer> members, long forMillis) {
        List<List<String>> all =
                members.stream().map(m -> standing.getOrDefault(m, NOT_YET)).toList();
        return SharedClock.now() - changedAt > forMillis * MILLI
                && all.stream()
                        .allMatch(at -> at.get(0).equals("PLAYING") && at.get(3).equals("" + members.size()))
                && all.stream().filter(at -> at.get(1).equals("true")).count() == 1
                && all.stream().map(at -> at.get(2)).distinct().count() == 1;
    }

    /** Whether two serve: one has founded a game of its own, as newcomers do that hear nobody in half a second. */
    private boolean isAlone(Collection<Integer> members) {
        return SharedClock.now() - changedAt > TOGETHER_MILLIS * MILLI
                && members.stream()
                                .filter(m ->
                                        standing.getOrDefault(m, NOT_YET).get(1).equals("true"))
                                .count()
                        > 1;
    }

    private int server() {
        return children.keySet().stream()
                .filter(m -> standing.get(m).get(1).equals("true"))
                .findFirst()
                .orElseThrow();
    }

    private List<Integer> onHosts(Collection<Integer> members) {
        return members.stream().map(hosts::get).toList();
    }

    private String names(Collection<Integer> members) {
        List<String> names = new ArrayList<>();
        members.forEach(m -> names.add("p" + m + (standing.get(m).get(1).equals("true") ? " (serves)" : "")));
        return names.toString();
    }

    private void tellAll(String line) {
        children.values().forEach(child -> child.tell(line));
    }

    /** Asks these, and waits for all their answers. */
    private Map<Integer, String> ask(Collection<Integer> members, String question) throws InterruptedException {
        answers.clear();
        members.forEach(m -> children.get(m).tell(question));
        await("answers to " + question, ANSWER_MILLIS, () -> answers.keySet().containsAll(members));
        Map<Integer, String> all = new LinkedHashMap<>();
        members.forEach(m -> all.put(m, answers.get(m).get(0)));
        return all;
    }

    private void await(String what, long millis, BooleanSupplier done) throws InterruptedException {
        if (!await(millis, done))
            throw new IllegalStateException("waited " + millis / 1_000 + " s in vain for " + what + ": " + standing);
    }

    private boolean await(long millis, BooleanSupplier done) throws InterruptedException {
        long until = SharedClock.now() + millis * MILLI;
        while (!done.getAsBoolean()) {
            if (SharedClock.now() > until) return false;
            listen(20);
        }
        return true;
    }

    private void pass(long millis) throws InterruptedException {
        long until = SharedClock.now() + millis * MILLI;
        while (SharedClock.now() < until) listen(Math.min(20, Math.max(1, millis)));
    }

    private void listen(long millis) throws InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            int from = Integer.parseInt(heard.from().label().substring(1));
            String line = heard.line();
            if (children.get(from) != heard.from()) continue;
            if (line == null) {
                if (!answers.containsKey(from)) throw new IllegalStateException("p" + from + " has ended");
                continue;
            }
            List<String> words = Arrays.asList(line.split(" ", 2));
            if (words.get(0).equals(SplitMember.STANDING)) {
                standing.put(from, Arrays.asList(words.get(1).split(" ")));
                changedAt = SharedClock.now();
            } else if (!words.get(0).equals(SplitMember.READY)) {
                answers.put(from, List.of(words.size() > 1 ? words.get(1) : ""));
            }
        }
    }
}
