package org.gamenet.rgs.bench.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.directory.Directory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Joins and recoveries, every other one as if signatures cost nothing. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures what the keys of seats cost: joins and recoveries in one process on loopback, every "
                + "other one with signatures that are neither made nor tried. The summary is the last line. Exit code 0 "
                + "if at the median a recovery is at most 5 ms slower with keys, and a join at most 10 ms.")
public final class KeysCommand implements Callable<Integer> {
    private static final int WARM_UPS = 10;
    private static final double JOIN_MILLIS = 10;
    private static final double RECOVERY_MILLIS = 5;
    private static final long PATIENCE_SECONDS = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--runs", defaultValue = "60", paramLabel = "N", description = "of each kind (default: 60)")
    private int runs;

    private final Durations[] joins = {new Durations(), new Durations()};
    private final Durations[] recoveries = {new Durations(), new Durations()};
    private final long[] signed = new long[2];
    private final long[] verified = new long[2];
    private final double[] millis = new double[2];
    private String directory = "";

    /** Something that is sent, so that there is a world of records. */
    public record Word(int says) {}

    private record Player(Rgs process, Session session, CountDownLatch in, CountDownLatch resumed) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1) throw new ParameterException(spec.commandLine(), "--runs is at least 1");
        Signatures.install();
        Path folder = Files.createTempDirectory("rgs-keys");
        try (Directory running =
                Directory.builder().port(0).folder(folder.resolve("data")).start()) {
            directory = "127.0.0.1:" + running.port();
            joins();
            recoveries();
        } finally {
            remove(folder);
        }
        double join = joins[0].millis(50) - joins[1].millis(50);
        double recovery = recoveries[0].millis(50) - recoveries[1].millis(50);
        boolean good = join <= JOIN_MILLIS && recovery <= RECOVERY_MILLIS;
        Json json = new Json().put("bench", "keys").put("runs", runs);
        joins[0].putInto(json, "join");
        joins[1].putInto(json, "join_without");
        recoveries[0].putInto(json, "recovery");
        recoveries[1].putInto(json, "recovery_without");
        json.put("join_costs_ms", join).put("recovery_costs_ms", recovery);
        putDone(json, "join", 0);
        putDone(json, "recovery", 1);
        System.out.println(json.put("good", good));
        return good ? 0 : 1;
    }

    private void putDone(Json json, String what, int kind) {
        json.put(what + "_signed", (double) signed[kind] / runs)
                .put(what + "_verified", (double) verified[kind] / runs)
                .put(what + "_key_ms", millis[kind] / runs);
    }

    private Player enters(String game, String name) throws InterruptedException {
        Rgs process = Rgs.game("keys")
                .directory(directory)
                .bind("127.0.0.1:0")
                .records(Word.class)
                .player(name)
                .start();
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch resumed = new CountDownLatch(1);
        Session session = process.hostOrJoin(GameSpec.clientServer(game, 8));
        session.on(Joined.class, (who, event) -> {
            if (who.equals(session.self())) in.countDown();
        });
        session.on(Resumed.class, (who, event) -> resumed.countDown());
        session.updateOn(Runnable::run);
        await(in, name + " does not get in");
        return new Player(process, session, in, resumed);
    }

    private static void await(CountDownLatch what, String otherwise) throws InterruptedException {
        if (!what.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) throw new IllegalStateException(otherwise);
    }

    /** From the start of a process to its place in the game. */
    private void joins() throws InterruptedException {
        Player server = enters("joins", "server");
        for (int i = -WARM_UPS; i < 2 * runs; i++) {
            int mode = Math.floorMod(i, 2);
            Signatures.free(mode == 1);
            Signatures.done();
            long from = System.nanoTime();
            Player player = enters("joins", "p" + i);
            if (i >= 0) joins[mode].add(System.nanoTime() - from);
            if (i >= 0 && mode == 0) count(0);
            player.process().shutdown();
        }
        Signatures.free(false);
        server.process().shutdown();
    }

    /** From the moment at which the server goes to the last one's that plays on. */
    private void recoveries() throws InterruptedException {
        for (int i = -WARM_UPS; i < 2 * runs; i++) {
            int mode = Math.floorMod(i, 2);
            Signatures.free(mode == 1);
            List<Player> all = new ArrayList<>();
            for (String name : List.of("server", "ann", "bob")) all.add(enters("game " + i, name));
            Signatures.done();
            long from = System.nanoTime();
            all.get(0).process().shutdown();
            for (Player each : all.subList(1, all.size())) await(each.resumed(), "nobody serves");
            if (i >= 0) recoveries[mode].add(System.nanoTime() - from);
            if (i >= 0 && mode == 0) count(1);
            all.forEach(each -> each.process().shutdown());
        }
        Signatures.free(false);
    }

    private void count(int kind) {
        Signatures.Done done = Signatures.done();
        signed[kind] += done.signed();
        verified[kind] += done.verified();
        millis[kind] += done.nanos() / 1e6;
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(each);
        }
    }
}
