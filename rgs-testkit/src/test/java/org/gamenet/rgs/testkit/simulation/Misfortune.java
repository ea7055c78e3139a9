package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.Peer;

/** How each ill befalls a game. */
final class Misfortune {
    private static final long MILLI = VirtualTime.MILLI;
    /** The ills in which an application asks for something. */
    private static final Set<Ill> ASKS_THE_GAME =
            EnumSet.of(Ill.SERVER_LEAVES, Ill.PLAYER_LEAVES, Ill.KICK, Ill.HAND_OVER);

    private final SimulatedCluster cluster;
    private final Dice dice;
    private final long mostMillis;
    private final Perils perils;
    private int struck;
    private int diedInCollection;

    /** @param mostMillis how long anything lasts at most */
    Misfortune(SimulatedCluster cluster, long mostMillis) {
        this.cluster = cluster;
        this.dice = cluster.dice;
        this.perils = new Perils(cluster);
        this.mostMillis = mostMillis;
    }

    /** Ills that found whom to befall. */
    int struck() {
        return struck;
    }

    /** Something that befell everybody. */
    void struckAll() {
        struck++;
    }

    /** How many died while a new server asked for answers. */
    int diedInCollection() {
        return diedInCollection;
    }

    Perils perils() {
        return perils;
    }

    void befall(Ill ill) {
        // Of an application that is in a callback nobody else may call anything.
        if (ASKS_THE_GAME.contains(ill) && cluster.callbacks > 0) {
            cluster.time.after(MILLI, () -> befall(ill));
            return;
        }
        cluster.trace.say("--- " + ill + ", the server is " + cluster.server());
        cluster.time.disturbed();
        switch (ill) {
            case KILL_SERVER -> killServer();
            case KILL_PLAYER -> strike(player(), p -> kill(p, false));
            case KILL_HOST -> strike(anybody(), p -> kill(p, true));
            case KILL_AGAIN -> {
                killServer();
                later(300, () -> strike(anybody(), p -> kill(p, false)));
                if (dice.likely(0.3)) later(600, this::killServer);
            }
            case KILL_WHILE_JOINING -> {
                cluster.joins();
                later(120, this::killServer);
                later(200, cluster::joins);
            }
            case HANG_SERVER -> strike(server(), s -> pause(s, false));
            case HANG_PLAYER -> strike(player(), p -> pause(p, false));
            case SLEEP -> strike(anybody(), p -> pause(p, true));
            case SERVER_LEAVES -> strike(server(), this::leave);
            case PLAYER_LEAVES -> strike(player(), this::leave);
            case KICK -> strike(server(), s -> player().ifPresent(p -> kick(s, p)));
            case RESET_SERVER -> strike(server(), cluster.network::reset);
            case RESET_PLAYER -> strike(player(), cluster.network::reset);
            case KILL_BACKUP -> strike(backup(), this::killBackup);
            case HAND_OVER -> strike(server(), this::handOver);
            default -> befallNetwork(ill);
        }
    }

    /** To its backup, or to whom it must refuse. */
    private void handOver(CountingProcess server) {
        if (!server.session.role().isActive()) return;
        List<Peer> backups = server.session.view().servers();
        Peer to = dice.likely(0.9) && backups.size() > 1 ? backups.get(1) : dice.of(backups);
        if (dice.likely(0.1) && player().isPresent())
            to = player().get().session.self();
        boolean isThere = server.session.view().players().contains(to)
                || server.session.view().servers().contains(to);
        if (!isThere || to.id() == server.session.self().id()) return;
        cluster.trace.say("hands over to " + to + ": " + server);
        server.session.handover(to);
    }

    private void strike(Optional<CountingProcess> whom, Consumer<CountingProcess> how) {
        whom.ifPresent(victim -> {
            struck++;
            how.accept(victim);
        });
    }

    private Optional<CountingProcess> anybody() {
        List<CountingProcess> running = cluster.running();
        return running.isEmpty() ? Optional.empty() : Optional.of(dice.of(running));
    }

    private Optional<CountingProcess> server() {
        return cluster.server().filter(CountingProcess::runs);
    }

    /** A player that does not serve. */
    Optional<CountingProcess> player() {
        List<CountingProcess> some = cluster.players().stream()
                .filter(p -> p.runs() && !p.session.isServer())
                .toList();
        return some.isEmpty() ? Optional.empty() : Optional.of(dice.of(some));
    }

    private Optional<CountingProcess> backup() {
        List<Peer> authority = server().map(s -> s.session.view().servers()).orElse(List.of());
        return cluster.running().stream()
                .filter(p -> authority.size() > 1 && p.session.self().equals(authority.get(1)))
                .findFirst();
    }

    /** Mostly while a spare that is far away is about to take its place; the server dies soon after that has. */
    private void killBackup(CountingProcess backup) {
        CountingProcess server = server().orElseThrow();
        if (dice.likely(0.7)) {
            CountingProcess spare = cluster.standsBy();
            long far = dice.between(1, 150) * MILLI;
            cluster.network.far(server, spare, far);
            cluster.network.far(spare, server, far);
        }
        later(1_000, () -> {
            if (backup.runs()) kill(backup, false);
        });
        whenItHasAnother(server, backup, 4_000);
    }

    private void whenItHasAnother(CountingProcess server, CountingProcess backup, long withinMillis) {
        if (withinMillis <= 0 || server.isDead()) return;
        List<Peer> authority = server.session.view().servers();
        boolean other =
                backup.isDead() && authority.size() > 1 && !authority.get(1).equals(backup.session.self());
        if (other) later(300, () -> strike(Optional.of(server).filter(CountingProcess::runs), s -> kill(s, false)));
        else cluster.time.after(MILLI, () -> whenItHasAnother(server, backup, withinMillis - 1));
    }

    private void killServer() {
        strike(server(), s -> kill(s, false));
    }

    void kill(CountingProcess victim, boolean host) {
        if (cluster.judge.history.isCollecting()) diedInCollection++;
        cluster.trace.say("dies: " + victim);
        victim.die(host);
    }

    private static void kick(CountingProcess server, CountingProcess player) {
        player.kicked = true;
        server.session.kick(player.session.self(), "rude");
    }

    private void leave(CountingProcess leaver) {
        cluster.time.disturbed();
        cluster.trace.say("leaves: " + leaver);
        try {
            leaver.session.leave();
        } catch (Callbacks.DiedWithin gone) {
            cluster.trace.say("died as it left: " + leaver);
        }
    }

    private long between(long least, long most) {
        return dice.between(Math.min(least, mostMillis), Math.min(most, mostMillis));
    }

    private void later(long atMostMillis, Runnable what) {
        cluster.time.after(between(0, atMostMillis) * MILLI, what);
    }

    private void afterwards(long leastMillis, long atMostMillis, Runnable what) {
        cluster.time.after(between(leastMillis, atMostMillis) * MILLI, what);
    }

    private void pause(CountingProcess victim, boolean asleep) {
        cluster.trace.say("stands still: " + victim);
        victim.stop(asleep);
        afterwards(20, dice.likely(0.5) ? 1_500 : 5_000, () -> {
            cluster.trace.say("goes on: " + victim);
            victim.go();
        });
    }

    // ---- the network, the directory

    private void befallNetwork(Ill ill) {
        switch (ill) {
            case CUT_LINK -> anybody().ifPresent(a -> strike(anybody().filter(b -> a != b), b -> cut(a, b, true)));
            case CUT_ONE_WAY -> anybody().ifPresent(a -> strike(anybody().filter(b -> a != b), b -> cut(a, b, false)));
            case CUT_SERVER_OFF ->
                strike(server(), s -> {
                    for (CountingProcess p : cluster.alive()) if (p != s) cut(s, p, true);
                });
            case PARTITION -> partition();
            case SPLIT_SERVER -> server().ifPresent(s -> strike(player(), kept -> split(s, kept)));
            case DIRECTORY_AWAY -> {
                struck++;
                cluster.directory.crash();
                afterwards(50, 4_000, cluster.directory::restart);
            }
            case DIRECTORY_SLOW -> {
                struck++;
                cluster.directory.slow(dice.between(10, 500) * MILLI);
                afterwards(500, 4_000, () -> cluster.directory.slow(2 * MILLI));
            }
            case LINE_LOST -> strike(anybody(), p -> p.wire.reset());
            case LINE_CUT -> strike(dice.likely(0.5) ? server() : anybody(), p -> lineCut(p, between(100, 5_000)));
            case LOSSY -> {
                struck++;
                SimulatedNetwork.Weather before = cluster.network.weather;
                cluster.network.weather = new SimulatedNetwork.Weather(
                        dice.between(1, 30) * MILLI, 0.3 * dice.below(100) / 100, before.lateView(), false);
            }
            case LATE_VIEWS -> {
                struck++;
                SimulatedNetwork.Weather before = cluster.network.weather;
                cluster.network.weather = new SimulatedNetwork.Weather(
                        before.latency(), before.loss(), between(10, 1_500), dice.likely(0.5));
            }
            default -> befallApplication(ill);
        }
    }

    private void partition() {
        struck++;
        List<CountingProcess> one = new ArrayList<>();
        List<CountingProcess> two = new ArrayList<>();
        for (CountingProcess p : cluster.alive()) (dice.likely(0.5) ? one : two).add(p);
        long heals = between(100, 6_000);
        for (CountingProcess a : one) for (CountingProcess b : two) cut(a, b, true, heals);
        if (dice.likely(0.3)) for (CountingProcess a : two) lineCut(a, heals);
    }

    private void split(CountingProcess server, CountingProcess kept) {
        long heals = dice.between(1_400, 2_800);
        for (CountingProcess p : cluster.alive()) {
            if (p == server || p == kept) continue;
            cut(server, p, true, heals);
            cut(kept, p, true, heals);
        }
        lineCut(server, heals);
        cluster.pass(heals);
    }

    private void cut(CountingProcess a, CountingProcess b, boolean both) {
        cut(a, b, both, between(50, 5_000));
    }

    private void cut(CountingProcess a, CountingProcess b, boolean both, long forMillis) {
        cluster.trace.say("cut: " + a + (both ? " <-> " : " -> ") + b);
        cluster.network.cut(a, b);
        if (both) cluster.network.cut(b, a);
        cluster.time.after(forMillis * MILLI, () -> {
            cluster.network.heal(a, b);
            if (both) cluster.network.heal(b, a);
        });
    }

    void lineCut(CountingProcess p, long forMillis) {
        cluster.trace.say("line cut: " + p);
        p.wire.cut(true, dice.likely(0.5));
        cluster.time.after(forMillis * MILLI, () -> p.wire.cut(false, false));
    }

    // ---- the application

    private void befallApplication(Ill ill) {
        switch (ill) {
            case RESTORE_THROWS -> {
                List<CountingProcess> some = cluster.running();
                if (some.size() > 3) dice.of(some).game.restoresThrow = 1;
                killServer();
            }
            case PACKAGE_THROWS -> strike(anybody(), p -> p.game.packagesThrow = dice.below(200));
            case SLOW_GAME ->
                strike(anybody(), p -> {
                    p.busyUntil = cluster.time.now() + between(50, 2_500) * MILLI;
                    cluster.time.disturbedUntil(p.busyUntil);
                });
            case SLOW_PROCESS ->
                strike(anybody(), p -> {
                    p.latency = dice.between(1, 60) * MILLI;
                    afterwards(500, 4_000, () -> p.latency = SimulatedProcess.USUAL_LATENCY);
                });
            default -> perils.befall(ill, this);
        }
    }
}
