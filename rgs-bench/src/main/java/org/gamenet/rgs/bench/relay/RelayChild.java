package org.gamenet.rgs.bench.relay;

import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.report.Durations;
import org.gamenet.rgs.bench.report.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One peer, with its server and all its players, in a process of its own. Says its figures as one line of JSON. */
@Command(name = "relay-peer", hidden = true, description = "a process of the benchmark's own")
public final class RelayChild implements Callable<Integer> {
    /** Connected, nobody acts any more: what the upkeep alone allocates, once everything is compiled. */
    private static final long IDLE_MILLIS = 2_000;
    private static final long LAST_ARRIVALS_MILLIS = 300;

    @Mixin private RelayRules rules = new RelayRules();

    @Option(names = "--peer", required = true) private Peers peer = Peers.rgs;

    @Option(names = "--directory", defaultValue = "") private String directory = "";

    @Option(names = "--warm-up", required = true) private long warmUpMillis;

    @Option(names = "--millis", required = true) private long millis;

    @Override public Integer call() throws Exception {
        Parent.listen(line -> { });
        Load load = rules.load();
        try (Allocations allocations = new Allocations(); Relay relay = peer.maker(directory).open(rules.players(), load)) {
            load.start(relay);
            Thread.sleep(warmUpMillis);
            load.count(true);
            double cpu = Meters.cpuSeconds();
            long written = Meters.writtenBytes();
            long allocated = allocations.bytes();
            long messages = load.shown();
            Thread.sleep(millis);
            load.count(false);
            cpu = Meters.cpuSeconds() - cpu;
            written = Meters.writtenBytes() - written;
            allocated = allocations.bytes() - allocated;
            messages = load.shown() - messages;
            load.stop();
            Thread.sleep(LAST_ARRIVALS_MILLIS);
            long idle = allocations.bytes();
            Thread.sleep(IDLE_MILLIS);
            idle = allocations.bytes() - idle;
            long missing = load.acted() * rules.players() - load.shown();
            Json json = new Json().put("bench", "relay").put("peer", peer.name()).put("players", rules.players()).put("rate", rules.rate())
                    .put("size", rules.size()).put("millis", millis).put("processes", "server and players in one")
                    .put("processors", Runtime.getRuntime().availableProcessors()).put("java", Runtime.version().feature());
            Durations seen = load.seen();
            seen.putInto(json, "");
            json.put("samples", seen.count()).put("messages", messages).put("missing", missing).put("cpu_s", cpu).put("wire_bytes", written)
                    .put("wire_bytes_per_message", (double) written / messages).put("alloc_bytes", allocated)
                    .put("alloc_bytes_per_message", (double) allocated / messages)
                    .put("idle_alloc_bytes_per_second", (double) idle * 1_000 / IDLE_MILLIS).put("load_average", Meters.loadAverage());
            Parent.say(json.toString());
        }
        return 0;
    }
}
