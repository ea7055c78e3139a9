package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.testkit.simulation.OrderBook;

/**
 * One short game of three on real JGroups and a bad network, a third of them without sockets, all of it drawn from a
 * seed but the machine's own time. The faults are shorter than a member's patience, so whoever lives must be in
 * afterwards; only a machine that is busy elsewhere may have put it out for a time.
 */
final class JGroupsScenario {
    private static final int PLAYERS = 3;
    private static final long SUSPECT_MILLIS = 2_000;
    private static final long SHORTEST_MILLIS = 50;
    private static final long LONGEST_MILLIS = 400;
    private static final long DEADLINE_MILLIS = 30_000;
    /** Many a planted fault keeps its game from its end: the next one is sooner played than waited for this one. */
    private static final long PLANTED_DEADLINE_MILLIS = 4_000;

    private final long seed;
    private final long deadlineMillis;
    private final Random random;
    private final ScheduledExecutorService pool;
    private final BadNetwork network;
    private final SharedDirectory directory;
    private final List<RealProcess> processes = new ArrayList<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<Long, Set<Integer>> servers = new ConcurrentHashMap<>();
    private final OrderBook book = new OrderBook();
    private final CounterGame.Shared shared;
    private String late = "";
    private final Load load;
    private long starvedMillis;
    private boolean somebodyWasOut;
    private final List<String> story = new ArrayList<>();

    JGroupsScenario(long seed, ScheduledExecutorService pool, Load load) {
        this(seed, pool, load, CounterGame.Planted.NOTHING);
    }

    /** With a fault that its judge must find. */
    JGroupsScenario(long seed, ScheduledExecutorService pool, Load load, CounterGame.Planted fault) {
        this.load = load;
        this.seed = seed;
        this.deadlineMillis = fault == CounterGame.Planted.NOTHING ? DEADLINE_MILLIS : PLANTED_DEADLINE_MILLIS;
        this.shared = new CounterGame.Shared(violations::add, book, fault, seed % 3 != 0);
        this.random = new Random(Mix.of(seed, 1));
        this.pool = pool;
        this.network = new BadNetwork(seed, PLAYERS);
        this.directory = new SharedDirectory(pool);
    }

    /** The condition that did not come true; empty if the game came to its end. */
    String late() {
        return late;
    }

    /** Whether the machine was measured to be busy elsewhere for a tenth of the time that was waited. */
    boolean isStarved() {
        return starvedMillis * 10 >= deadlineMillis;
    }

    /** The faults that a user would have noticed of a game that goes on; empty if there are none. */
    List<String> run() throws InterruptedException {
        try {
            begin();
            if (late.isEmpty()) suffer();
            network.heal();
            if (late.isEmpty()) settle();
            judge();
        } finally {
            processes.forEach(RealProcess::leave);
            for (RealProcess each : processes) each.end();
        }
        return List.copyOf(violations);
    }

    private void begin() throws InterruptedException {
        GameRules rules =
                new GameRules("counter", 8, List.of(Failover.PROMOTED_PLAYER), SUSPECT_MILLIS, 30_000, 50, Map.of());
        start(new SearchGoal.Register(rules));
        await("the founder serves", () -> process(0).session.phase() == Phase.PLAYING);
        if (!late.isEmpty()) return;
        String id = process(0).session.game().id();
        boolean together = random.nextBoolean();
        for (int i = 1; i < PLAYERS; i++) {
            start(new SearchGoal.Join(id, ""));
            if (!together) await("the next is in", this::agrees);
        }
        await("all are in", this::agrees);
        for (RealProcess each : processes) each.look(game -> game.quiet = false);
    }

    private void start(SearchGoal goal) {
        processes.add(new RealProcess(processes.size(), seed, goal, directory, network, pool, shared));
    }

    private RealProcess process(int number) {
        return processes.get(number);
    }

    private List<RealProcess> living() {
        return processes.stream().filter(each -> !each.isDead()).toList();
    }

    // ---- faults

    private void suffer() throws InterruptedException {
        boolean kills = random.nextBoolean();
        for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
            fault();
            pass(SHORTEST_MILLIS + random.nextInt((int) (LONGEST_MILLIS - SHORTEST_MILLIS)));
            if (kills && random.nextInt(faults) == 0) {
                kills = false;
                kill();
                pass(random.nextInt(200));
            }
            network.heal();
        }
        pass(random.nextInt(200));
    }

    private void fault() {
        int one = random.nextInt(PLAYERS);
        int other = (one + 1 + random.nextInt(PLAYERS - 1)) % PLAYERS;
        switch (random.nextInt(7)) {
            case 0 -> everywhere("loses", new BadNetwork.Weather(0.02 + random.nextDouble() / 4, 0, 0));
            case 1 -> everywhere("repeats", new BadNetwork.Weather(0, 0.3, 0));
            case 2 -> everywhere("delays", new BadNetwork.Weather(0, 0, 1 + random.nextInt(60)));
            case 3 -> cut(one, other);
            case 4 -> {
                cut(one, other);
                cut(other, one);
            }
            case 5 -> {
                story.add("resets " + one);
                process(one).resetConnections();
            }
            default -> suspect(one, other);
        }
    }

    private void everywhere(String what, BadNetwork.Weather weather) {
        story.add(what + " " + weather);
        for (int from = 0; from < PLAYERS; from++) for (int to = 0; to < PLAYERS; to++) network.set(from, to, weather);
    }

    private void cut(int from, int to) {
        story.add("cuts " + from + " to " + to);
        network.set(from, to, BadNetwork.Weather.CUT);
    }

    /** The group layer is told that a living member is dead. */
    private void suspect(int by, int suspected) {
        Node node = network.node(suspected);
        if (node == null || process(by).isDead()) return;
        story.add(by + " suspects " + suspected);
        process(by).suspect(node);
    }

    private void kill() {
        living().stream().filter(each -> each.session.isServer()).findFirst().ifPresent(server -> {
            story.add("kills the server, " + processes.indexOf(server));
            server.die();
        });
    }

    // ---- what must hold

    private void settle() throws InterruptedException {
        await("all that live play the same game", this::agrees);
        for (RealProcess each : living()) each.look(game -> game.quiet = true);
        await("what was counted and said is everywhere, once, in one order", this::isWhole);
    }

    /** Also a game that did not come to its end: what must never be is not excused by that. */
    private void judge() {
        violations.addAll(broken());
        servers.forEach((epoch, who) -> {
            if (who.size() > 1) violations.add("epoch " + epoch + " was served by " + who);
        });
        Set<Long> stayed = new TreeSet<>();
        for (RealProcess each : stayed()) stayed.add(each.session.self().id());
        somebodyWasOut = living().stream()
                .anyMatch(each -> !stayed.contains(each.session.self().id()));
    }

    /** Requests of those who were never out that did not come once, and orders that differ. */
    private List<String> broken() {
        List<String> broken = new ArrayList<>();
        Set<Long> stayed = new TreeSet<>();
        for (RealProcess each : stayed()) stayed.add(each.session.self().id());
        for (RealProcess each : living()) {
            each.look(game -> Map.copyOf(game.gaps)).forEach((player, gap) -> {
                if (stayed.contains(player)) broken.add(gap);
            });
            broken.addAll(each.look(game -> List.copyOf(game.twice)));
        }
        synchronized (book) {
            broken.addAll(book.check());
        }
        return broken;
    }

    private boolean agrees() {
        List<RealProcess> living = living();
        return living.stream()
                        .allMatch(each -> each.session.phase() == Phase.PLAYING
                                && each.session
                                        .view()
                                        .equals(living.get(0).session.view()))
                && living.get(0).session.view().players().size() == living.size()
                && living.stream().filter(each -> each.session.isServer()).count() == 1;
    }

    /** Or it cannot become so any more. */
    private boolean isWhole() {
        if (!broken().isEmpty()) return true;
        RealProcess server = living().stream()
                .filter(each -> each.session.isServer())
                .findFirst()
                .orElse(null);
        if (server == null) return false;
        for (RealProcess each : stayed()) {
            long sent = each.look(game -> game.adds);
            long id = each.session.self().id();
            if (server.look(game -> game.adds(id)) != sent) return false;
            if (!heard(each).equals(heard(stayed().get(0)))) return false;
        }
        return true;
    }

    private static List<String> heard(RealProcess process) {
        return process.look(game -> List.copyOf(game.heard));
    }

    /** The members that live and were never out. */
    private List<RealProcess> stayed() {
        Set<Long> out = new TreeSet<>();
        for (RealProcess each : living()) out.addAll(each.look(game -> Set.copyOf(game.out)));
        return living().stream()
                .filter(each -> !out.contains(each.session.self().id()))
                .toList();
    }

    /** Whether a machine that was busy elsewhere made somebody silent for so long that it was put out. */
    boolean somebodyWasOut() {
        return somebodyWasOut;
    }

    // ---- time

    private void pass(long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < until) {
            watch();
            Thread.sleep(2);
        }
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long starvedBefore = load.starvedMillis();
        long until = System.nanoTime() + deadlineMillis * 1_000_000;
        while (!condition.getAsBoolean()) {
            watch();
            if (System.nanoTime() > until) {
                starvedMillis = load.starvedMillis() - starvedBefore;
                late = ("not so after " + deadlineMillis + " ms, for " + starvedMillis
                        + " of which there was no processor: " + what + ": " + standings());
                return;
            }
            Thread.sleep(5);
        }
    }

    private void watch() {
        for (int i = 0; i < processes.size(); i++) {
            RealProcess each = process(i);
            if (each.isDead() || !each.session.isServer()) continue;
            servers.computeIfAbsent(each.session.view().epoch(), epoch -> new ConcurrentSkipListSet<>())
                    .add(i);
        }
    }

    private String standings() {
        List<String> all = new ArrayList<>();
        for (RealProcess each : processes) {
            if (each.isDead()) continue;
            all.add(each.session.self() + " " + each.session.phase() + " " + each.session.role() + " "
                    + each.session.view() + " "
                    + each.look(game -> game.closed + " sent " + game.adds + ", knows " + game.packageState()
                            + ", heard " + game.heard.size()));
        }
        return String.join("\n  ", all);
    }

    @Override
    public String toString() {
        return "seed " + seed + (shared.sockets() ? ", TCP: " : ", SHARED_LOOPBACK: ") + String.join("; ", story);
    }
}
