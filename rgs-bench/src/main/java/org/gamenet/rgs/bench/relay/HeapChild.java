package org.gamenet.rgs.bench.relay;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A game at its ordinary rate for a long time, and the heap that is in use after each of many collections. */
@Command(name = "heap-game", hidden = true, description = "a process of the benchmark's own")
public final class HeapChild implements Callable<Integer> {

    @Mixin
    private RelayRules rules = new RelayRules();

    @Option(names = "--directory", required = true)
    private String directory = "";

    @Option(names = "--warm-up", required = true)
    private long warmUpMillis;

    @Option(names = "--millis", required = true)
    private long millis;

    @Option(names = "--every", required = true)
    private long everyMillis;

    @Override
    public Integer call() throws Exception {
        Parent.listen(line -> {});
        Load load = rules.load();
        Trend trend = new Trend();
        Relay relay = Peers.rgs.relay(new Setting(directory, "heap", rules.players(), Delivery.RELIABLE_ORDERED));
        try (Relay.Server server = relay.serve(Relay.Server::toAll);
                Relay.Players players =
                        relay.join(server.address(), (player, action) -> load.shown(null, player, action))) {
            load.start(players);
            Thread.sleep(warmUpMillis);
            load.count(true);
            long begin = System.nanoTime();
            long end = begin + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() < end) {
                double used = Meters.usedAfterCollection();
                double second = (System.nanoTime() - begin) / 1e9;
                trend.add(second, used);
                System.err.printf("%7.1f s %9.3f MB%n", second, used / 1024 / 1024);
                Thread.sleep(everyMillis);
            }
            load.count(false);
            load.stop();
            Json json = new Json()
                    .put("bench", "heap")
                    .put("players", rules.players())
                    .put("rate", rules.rate())
                    .put("size", rules.size())
                    .put("minutes", millis / 60_000.0)
                    .put("processes", "server and players in one")
                    .put("java", Runtime.version().feature());
            json.putAll(trend.json()).put("messages", load.shown());
            load.seen().putInto(json, "");
            Parent.say(json.toString());
            return trend.flat() ? 0 : 1;
        }
    }
}
