package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Failover;

/** One seed's story: who plays, what goes wrong, and that everything ends well. */
final class Scenario {
    private static final long MILLI = VirtualTime.MILLI;

    private final long seed;
    private final SimulatedCluster cluster;
    private final Dice dice;
    private final Set<Ill> ills;
    private final int wanted;
    private final int sparesWanted;

    /**
     * @param recoveries epochs into which somebody resumed
     * @param hash of everything that happened
     */
    record Outcome(long seed, List<String> violations, int recoveries, int revoked, long hash, long events, long virtualMillis, List<String> closed, Set<Ill> ills) {}

    private Scenario(long seed, Set<Ill> only, Mutant mutant, boolean words) {
        this.seed = seed;
        this.cluster = new SimulatedCluster(seed, mutant, words);
        this.dice = cluster.dice;
        List<Ill> pool = new ArrayList<>(only);
        Set<Ill> chosen = EnumSet.noneOf(Ill.class);
        int kinds = 1 + dice.below(5);
        for (int i = 0; i < kinds; i++) chosen.add(dice.of(pool));
        if (only.contains(Ill.KILL_SERVER) && dice.likely(0.8)) chosen.add(Ill.KILL_SERVER);
        this.ills = chosen;
        this.wanted = 2 + dice.below(3);
        this.sparesWanted = dice.likely(0.3) ? 0 : 1 + dice.below(2);
    }

    static Outcome run(long seed, Set<Ill> only, Mutant mutant) {
        return new Scenario(seed, only, mutant, false).play();
    }

    /** The same again, with words. */
    static Iterable<String> retell(long seed, Set<Ill> only, Mutant mutant) {
        Scenario again = new Scenario(seed, only, mutant, true);
        again.play();
        return again.cluster.trace.tail();
    }

    private Outcome play() {
        try {
            begin();
            int steps = 6 + dice.below(14);
            for (int i = 0; i < steps && cluster.judge.violations().isEmpty() && !cluster.players().isEmpty(); i++) step();
            cluster.heal();
            if (cluster.judge.violations().isEmpty()) cluster.settle(60_000);
            cluster.sleepsWell();
        } catch (RuntimeException | AssertionError fault) {
            cluster.judge.violates("fault", fault + " at " + List.of(fault.getStackTrace()).subList(0, Math.min(6, fault.getStackTrace().length)));
        }
        return new Outcome(seed, cluster.judge.violations(), cluster.judge.recoveries(), cluster.judge.revoked, cluster.trace.hash(), cluster.trace.events(),
                cluster.time.millis(), cluster.closed().stream().map(Enum::name).toList(), ills);
    }

    private void begin() {
        List<Failover> ways = dice.likely(0.5) ? List.of(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                : dice.likely(0.5) ? List.of(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)
                : dice.likely(0.5) ? List.of(Failover.PROMOTED_PLAYER, Failover.SPARE_SERVER) : List.of(Failover.PROMOTED_PLAYER);
        long suspectAfter = dice.likely(0.7) ? 1_000 : 200 + dice.below(1_000);
        cluster.registers(dice.likely(0.5), SimulatedCluster.rules(ways, suspectAfter, 30_000));
        for (int i = 0; i < wanted; i++) cluster.joins();
        for (int i = 0; i < sparesWanted; i++) cluster.standsBy();
        cluster.pass(dice.between(100, 600));
    }

    private void step() {
        refill();
        Ill ill = dice.of(List.copyOf(ills.stream().sorted().toList()));
        cluster.trace.say("--- " + ill + ", the server is " + cluster.server());
        befall(ill);
        cluster.pass(dice.likely(0.2) ? dice.between(1, 150) : dice.between(100, dice.likely(0.5) ? 600 : 1_800));
    }

    /** Others come in the place of those who are gone. */
    private void refill() {
        int players = cluster.players().size();
        if (players < wanted) for (int i = players; i < wanted; i++) cluster.joins();
        int spares = cluster.spares().size();
        for (int i = spares; i < sparesWanted; i++) cluster.standsBy();
        if (dice.likely(0.2)) return;
        cluster.pass(dice.between(50, 500));
    }

    private Optional<CountingProcess> anybody() {
        List<CountingProcess> running = cluster.running();
        return running.isEmpty() ? Optional.empty() : Optional.of(dice.of(running));
    }

    private Optional<CountingProcess> server() {
        return cluster.server().filter(CountingProcess::runs);
    }

    /** A player that does not serve. */
    private Optional<CountingProcess> player() {
        List<CountingProcess> some = cluster.players().stream().filter(p -> p.runs() && !p.session.isServer()).toList();
        return some.isEmpty() ? Optional.empty() : Optional.of(dice.of(some));
    }

    private void kill(CountingProcess victim, boolean host) {
        cluster.trace.say("dies: " + victim);
        victim.die(host);
    }

    private void later(long mostMillis, Runnable what) {
        cluster.time.after(dice.between(0, mostMillis) * MILLI, what);
    }

    private void pause(CountingProcess victim, boolean asleep) {
        cluster.trace.say("stands still: " + victim);
        victim.stop(asleep);
        long longest = dice.likely(0.5) ? 1_500 : 5_000;
        cluster.time.after(dice.between(20, longest) * MILLI, () -> {
            cluster.trace.say("goes on: " + victim);
            victim.go();
        });
    }

    private void befall(Ill ill) {
        switch (ill) {
            case KILL_SERVER -> server().ifPresent(s -> kill(s, false));
            case KILL_PLAYER -> player().ifPresent(p -> kill(p, false));
            case KILL_HOST -> anybody().ifPresent(p -> kill(p, true));
            case KILL_AGAIN -> {
                server().ifPresent(s -> kill(s, false));
                later(300, () -> anybody().ifPresent(p -> kill(p, false)));
                if (dice.likely(0.3)) later(600, () -> server().ifPresent(p -> kill(p, false)));
            }
            case KILL_WHILE_JOINING -> {
                cluster.joins();
                later(120, () -> server().ifPresent(s -> kill(s, false)));
                later(200, cluster::joins);
            }
            case HANG_SERVER -> server().ifPresent(s -> pause(s, false));
            case HANG_PLAYER -> player().ifPresent(p -> pause(p, false));
            case SLEEP -> anybody().ifPresent(p -> pause(p, true));
            case SERVER_LEAVES -> server().ifPresent(s -> { cluster.trace.say("leaves: " + s); s.session.leave(); });
            case PLAYER_LEAVES -> player().ifPresent(p -> { cluster.trace.say("leaves: " + p); p.session.leave(); });
            case KICK -> server().ifPresent(s -> player().ifPresent(p -> s.session.kick(p.session.self(), "rude")));
            case RESET_SERVER -> server().ifPresent(cluster.network::reset);
            case RESET_PLAYER -> player().ifPresent(cluster.network::reset);
            default -> befallNetwork(ill);
        }
    }

    private void befallNetwork(Ill ill) {
        switch (ill) {
            case CUT_LINK -> anybody().ifPresent(a -> anybody().ifPresent(b -> cut(a, b, true)));
            case CUT_ONE_WAY -> anybody().ifPresent(a -> anybody().ifPresent(b -> cut(a, b, false)));
            case CUT_SERVER_OFF -> server().ifPresent(s -> {
                for (CountingProcess p : cluster.alive()) cut(s, p, true);
            });
            case PARTITION -> {
                List<CountingProcess> one = new ArrayList<>();
                List<CountingProcess> two = new ArrayList<>();
                for (CountingProcess p : cluster.alive()) (dice.likely(0.5) ? one : two).add(p);
                long heals = dice.between(100, 6_000);
                for (CountingProcess a : one) for (CountingProcess b : two) cut(a, b, true, heals);
                if (dice.likely(0.3)) for (CountingProcess a : two) lineCut(a, heals);
            }
            case SPLIT_SERVER -> server().ifPresent(s -> player().ifPresent(kept -> {
                long heals = dice.between(1_400, 2_800);
                for (CountingProcess p : cluster.alive()) {
                    if (p == s || p == kept) continue;
                    cut(s, p, true, heals);
                    cut(kept, p, true, heals);
                }
                lineCut(s, heals);
                cluster.pass(heals);
            }));
            case DIRECTORY_AWAY -> {
                cluster.directory.crash();
                cluster.time.after(dice.between(50, 4_000) * MILLI, cluster.directory::restart);
            }
            case DIRECTORY_SLOW -> {
                cluster.directory.slow(dice.between(10, 500) * MILLI);
                cluster.time.after(dice.between(500, 4_000) * MILLI, () -> cluster.directory.slow(2 * MILLI));
            }
            case LINE_LOST -> anybody().ifPresent(p -> p.wire.reset());
            case LINE_CUT -> (dice.likely(0.5) ? server() : anybody()).ifPresent(p -> lineCut(p, dice.between(100, 5_000)));
            default -> befallApplication(ill);
        }
    }

    private void cut(CountingProcess a, CountingProcess b, boolean both) {
        cut(a, b, both, dice.between(50, 5_000));
    }

    private void cut(CountingProcess a, CountingProcess b, boolean both, long forMillis) {
        if (a == b) return;
        cluster.trace.say("cut: " + a + (both ? " <-> " : " -> ") + b);
        cluster.network.cut(a, b);
        if (both) cluster.network.cut(b, a);
        cluster.time.after(forMillis * MILLI, () -> {
            cluster.network.heal(a, b);
            if (both) cluster.network.heal(b, a);
        });
    }

    private void lineCut(CountingProcess p, long forMillis) {
        cluster.trace.say("line cut: " + p);
        p.wire.cut(true, dice.likely(0.5));
        cluster.time.after(forMillis * MILLI, () -> p.wire.cut(false, false));
    }

    private void befallApplication(Ill ill) {
        switch (ill) {
            case RESTORE_THROWS -> {
                List<CountingProcess> some = cluster.running();
                if (some.size() > 3) dice.of(some).game.restoresThrow = 1;
                server().ifPresent(s -> kill(s, false));
            }
            case PACKAGE_THROWS -> anybody().ifPresent(p -> p.game.packagesThrow = dice.below(200));
            case SLOW_GAME -> anybody().ifPresent(p -> p.busyUntil = cluster.time.now() + dice.between(50, 2_500) * MILLI);
            case SLOW_PROCESS -> anybody().ifPresent(p -> {
                p.latency = dice.between(1, 60) * MILLI;
                cluster.time.after(dice.between(500, 4_000) * MILLI, () -> p.latency = SimulatedProcess.USUAL_LATENCY);
            });
            case LOSSY -> cluster.network.weather = new SimulatedNetwork.Weather(dice.between(1, 30) * MILLI, 0.3 * dice.below(100) / 100, cluster.network.weather.lateView(), false);
            case LATE_VIEWS -> cluster.network.weather = new SimulatedNetwork.Weather(cluster.network.weather.latency(), cluster.network.weather.loss(), dice.between(10, 1_500), dice.likely(0.5));
            default -> throw new AssertionError(ill);
        }
    }
}
