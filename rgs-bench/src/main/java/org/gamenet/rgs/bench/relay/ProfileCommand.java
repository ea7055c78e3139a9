package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gamenet.rgs.bench.ground.Namespaces;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.JsonLine;
import org.gamenet.rgs.bench.report.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a relay's time goes. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Where the time and the memory of a relay go, at its server and at its players: by thread, by part, by method. "
                        + "Tables, and the same as one JSON line at last. The delays are told beside it; the recorder makes them longer.")
public final class ProfileCommand implements Callable<Integer> {
    private static final Pattern TABLE = Pattern.compile("\"(\\w+)\":\\[(.*?)\\]");
    private static final Pattern ROW = Pattern.compile("\\{\"what\":\"(.*?)\",(.*?)\\}");

    @Option(names = "--peer", defaultValue = "rgs", description = "${COMPLETION-CANDIDATES} (default: rgs)")
    private Peers peer = Peers.rgs;

    @Mixin
    private RelayOptions options = new RelayOptions();

    @Option(
            names = "--seconds",
            defaultValue = "20",
            paramLabel = "S",
            description = "how long it is profiled (default: 20)")
    private double seconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.check();
        if (!(seconds > 0)) throw new IllegalArgumentException("profile for more than 0 s, not " + seconds);
        try (Namespaces network = options.network();
                Processes processes = new Processes(options.jvm())) {
            if (peer.needsDirectory()) options.startDirectory(processes);
            try (RelayTurn both = RelayTurn.open(processes, peer, options, 0)) {
                both.warmUp(options.warmUpSeconds());
                both.tellServer("profile");
                both.tellPlayers("profile");
                both.tellPlayers("count");
                RelayTurn.Marks begin = both.marks();
                Thread.sleep((long) (TimeUnit.SECONDS.toMillis(1) * seconds));
                RelayTurn.Marks used = both.marks().since(begin);
                both.tellPlayers("discount");
                both.tellPlayers("stop");
                tell(both, used);
            }
        }
        return 0;
    }

    private void tell(RelayTurn both, RelayTurn.Marks used) throws IOException, InterruptedException {
        String server = JsonLine.of(both.tellServer("profiled")).text();
        String players = JsonLine.of(both.tellPlayers("profiled")).text();
        JsonLine seen = JsonLine.of(both.tellPlayers("tell"));
        long messages = used.players().messages();
        table("server", server, messages);
        table("players", players, messages);
        Json json = new Json()
                .put("bench", "profile")
                .put("peer", peer.toString())
                .put("players", options.rules().players())
                .put("rate", options.rules().rate())
                .put("size", options.rules().size())
                .put("messages", messages)
                .put("p50_ms", seen.number("p50_ms"))
                .put("p99_ms", seen.number("p99_ms"))
                .put("load_average", Machine.loadAverage());
        String line = json.toString();
        System.out.println(
                line.substring(0, line.length() - 1) + ",\"server\":" + server + ",\"players\":" + players + "}");
    }

    private static void table(String end, String profile, long messages) {
        Matcher tables = TABLE.matcher(profile);
        while (tables.find()) {
            System.out.printf("%n%s: %s%n", end, tables.group(1).replace('_', ' '));
            Matcher rows = ROW.matcher(tables.group(2));
            while (rows.find()) row(rows.group(1), JsonLine.of('{' + rows.group(2)), messages);
        }
    }

    private static void row(String what, JsonLine row, long messages) {
        if (!Double.isNaN(row.number("percent"))) {
            System.out.printf("%7.1f %%  %s%n", row.number("percent"), what);
            return;
        }
        System.out.printf(
                "%8.1f µs user, %6.1f µs system, %6.2f wake-ups a message  %s%n",
                row.number("user_ms") * 1_000 / messages,
                row.number("system_ms") * 1_000 / messages,
                row.number("wakeups") / messages,
                what);
    }
}
