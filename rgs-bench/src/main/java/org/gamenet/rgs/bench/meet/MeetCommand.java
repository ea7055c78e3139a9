package org.gamenet.rgs.bench.meet;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How soon processes that know nothing of each other are in one game, without a directory. */
@Command(
        name = "meet",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Processes that begin at once, without a directory, and are to find each other in one game: how soon, and "
                        + "whether they always do. The last line is JSON. Exit code 1 if some were not in one game, or two were mixed.")
public final class MeetCommand implements Callable<Integer> {
    private static final int MOST = 16;
    private static final int TOLD_MOST = 20;
    private static final long SLOW_NANOS = 1_500_000_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--processes", defaultValue = "4", paramLabel = "N", description = "2 to 16 (default: 4)")
    private int members;

    @Option(
            names = "--runs",
            defaultValue = "1000",
            paramLabel = "N",
            description = "meetings, each with a new Rgs in the same processes (default: 1000)")
    private int runs;

    @Option(
            names = "--fresh",
            defaultValue = "0",
            paramLabel = "N",
            description = "meetings of processes that have just started, beside those (default: 0)")
    private int fresh;

    @Option(
            names = "--spread",
            defaultValue = "0",
            paramLabel = "MS",
            description = "each begins within so many milliseconds, drawn from the seed (default: 0, at once)")
    private int spread;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "of the draws (default: 1)")
    private long seed;

    @Option(
            names = "--network",
            defaultValue = "loopback",
            paramLabel = "NAME",
            description =
                    "what lies between the processes: ${COMPLETION-CANDIDATES} (default: loopback); all but that are made of "
                            + "network namespaces, which needs root, ip, nft and ss")
    private Network network = Network.LOOPBACK;

    @Option(
            names = "--loss",
            defaultValue = "0",
            paramLabel = "PERCENT",
            description = "of all packets between hosts, on a network that has some (default: 0)")
    private int loss;

    private final Random random = new Random();
    private final Tallied staying = new Tallied();
    private final Tallied starting = new Tallied();

    /** The outcome of some meetings. */
    private static final class Tallied {
        private final Durations found = new Durations();
        private int oneGame;
        private int mixed;
        private long shared;
        private int told;

        private void count(String run, Encounter met) {
            if (met.oneGame()) {
                oneGame++;
                found.add(met.found());
                if (met.found() > SLOW_NANOS && told++ < TOLD_MOST) System.err.println(run + " took long: " + met);
            } else if (told++ < TOLD_MOST) {
                System.err.println(run + ": " + met + "\n" + met.story());
            }
            if (met.mixed()) mixed++;
            shared = Math.max(shared, met.sharedLongest());
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (members < 2 || members > MOST) throw new ParameterException(spec.commandLine(), "--processes is 2 to 16");
        if (runs < 0 || fresh < 0 || runs + fresh < 1)
            throw new ParameterException(spec.commandLine(), "one meeting at least");
        if (spread < 0) throw new ParameterException(spec.commandLine(), "--spread is 0 at least");
        if (loss < 0 || loss > 99 || loss > 0 && !network.isBridged())
            throw new ParameterException(spec.commandLine(), "--loss is 0 to 99, and needs a --network with hosts");
        random.setSeed(seed);
        if (network == Network.LOOPBACK) {
            play(Collections.nCopies(members, new Meeting.Place(List.of(), List.of("--bind", "127.0.0.1:0"))));
        } else {
            try (Namespaces ground = namespaces()) {
                for (int each = 0; loss > 0 && each < ground.processes(); each++) ground.lose(each, loss);
                play(IntStream.range(0, members)
                        .mapToObj(each -> network.place(ground, each, members))
                        .toList());
            }
        }
        System.out.println(json());
        return staying.oneGame == runs && starting.oneGame == fresh && staying.mixed + starting.mixed == 0 ? 0 : 1;
    }

    private void play(List<Meeting.Place> places) throws IOException, InterruptedException {
        if (runs > 0) {
            try (Processes processes = new Processes()) {
                Meeting meeting = new Meeting(processes, places, patience());
                for (int i = 0; i < runs; i++) staying.count("run" + i, meeting.meet("run" + i, delays()));
            }
        }
        for (int i = 0; i < fresh; i++) {
            try (Processes processes = new Processes()) {
                Meeting meeting = new Meeting(processes, places, patience());
                starting.count("fresh" + i, meeting.meet("fresh" + i, delays()));
            }
        }
    }

    /** A connection whose packets are lost is tried again after seconds. */
    private Meeting.Patience patience() {
        return loss == 0 ? new Meeting.Patience(15_000, 3_000) : new Meeting.Patience(60_000, 20_000);
    }

    private List<Long> delays() {
        return LongStream.generate(() -> spread == 0 ? 0L : random.nextInt(spread + 1))
                .limit(members)
                .boxed()
                .toList();
    }

    private Namespaces namespaces() throws IOException {
        try {
            return network.make("rgs" + ProcessHandle.current().pid() % 10_000 + "m", members);
        } catch (IOException refused) {
            throw new IOException(
                    "NOBODY MET: --network " + network + " needs a Linux, root, ip, nft and ss; "
                            + refused.getMessage(),
                    refused);
        }
    }

    private Json json() {
        Json json = new Json()
                .put("benchmark", "meet")
                .put("processes", members)
                .put("network", network.toString())
                .put("loss_percent", loss)
                .put("spread_ms", spread)
                .put("runs", runs)
                .put("one_game", staying.oneGame)
                .put("mixed", staying.mixed + starting.mixed)
                .put("shared_longest_ms", Math.max(staying.shared, starting.shared) / 1_000_000);
        staying.found.putInto(json, "found");
        if (fresh > 0) {
            json.put("fresh_runs", fresh).put("fresh_one_game", starting.oneGame);
            starting.found.putInto(json, "fresh_found");
        }
        return Machine.putInto(json);
    }
}
