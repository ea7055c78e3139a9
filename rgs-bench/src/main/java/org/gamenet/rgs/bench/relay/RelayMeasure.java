package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.List;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.report.Json;
import org.gamenet.rgs.bench.report.JsonLine;
import org.gamenet.rgs.bench.report.Machine;

/** Measures one turn: the load, what upkeep is left without it, and the server's fan-out. One thread. */
final class RelayMeasure {
    private static final long LAST_ARRIVALS_MILLIS = 300;
    /** Where packets are lost, and a connection doubles the time after which it sends again. */
    private static final long LAST_SENT_AGAIN_MILLIS = 3_000;

    private static final long IDLE_MILLIS = 2_000;
    /** A fan-out is compiled by its own beginning. */
    private static final long FAN_OUT_WARM_UP_MILLIS = 2_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;

    private final RelayOptions options;
    private final long millis;
    private final long fanOutMillis;

    /** @param fanOutMillis how long each of the two phases of the fan-out is measured; 0: not at all */
    RelayMeasure(RelayOptions options, long millis, long fanOutMillis) {
        this.options = options;
        this.millis = millis;
        this.fanOutMillis = options.mayLose() ? 0 : fanOutMillis;
    }

    Json of(Processes processes, Peers peer, int turn) throws IOException, InterruptedException {
        try (RelayTurn both = RelayTurn.open(processes, peer, options, turn)) {
            both.warmUp(options.warmUpSeconds());
            both.tellPlayers("count");
            RelayTurn.Marks begin = both.marks();
            Thread.sleep(millis);
            RelayTurn.Marks used = both.marks().since(begin);
            both.tellPlayers("discount");
            both.tellPlayers("stop");
            awaitLast(both);
            double idle = idle(both);
            Json fanOut = fanOut(both);
            JsonLine seen = JsonLine.of(both.tellPlayers("tell"));
            JsonLine server = JsonLine.of(both.tellServer("tell"));
            Json json = head(peer)
                    .put("p50_ms", seen.number("p50_ms"))
                    .put("p99_ms", seen.number("p99_ms"))
                    .put("max_ms", seen.number("max_ms"))
                    .put("samples", (long) seen.number("samples"));
            figures(json, used).put("missing", (long) seen.number("missing")).put("idle_alloc_bytes_per_second", idle);
            json.putAll(fanOut);
            for (String half : List.of("fanout_half_p50_ms", "fanout_half_p99_ms"))
                if (fanOutMillis > 0) json.put(half, seen.number(half));
            return json.put("server_heap_mb", server.number("heap_mb"))
                    .put("players_heap_mb", seen.number("heap_mb"))
                    .put("load_average", Machine.loadAverage());
        }
    }

    /** Waits for actions still on their way: none has come for a while. */
    private void awaitLast(RelayTurn both) throws IOException, InterruptedException {
        long before = -1;
        for (long shown = both.marks().players().messages();
                shown != before;
                shown = both.marks().players().messages()) {
            before = shown;
            Thread.sleep(options.loss() > 0 ? LAST_SENT_AGAIN_MILLIS : LAST_ARRIVALS_MILLIS);
        }
    }

    private Json head(Peers peer) {
        RelayRules rules = options.rules();
        return new Json()
                .put("bench", "relay")
                .put("peer", peer.toString())
                .put("delivery", options.delivery().name())
                .put("players", rules.players())
                .put("rate", rules.rate())
                .put("size", rules.size())
                .put("loss_percent", options.loss())
                .put("millis", millis)
                .put("processes", "server, players")
                .put("real_time", options.realTime())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("java", Runtime.version().feature());
    }

    private static Json figures(Json json, RelayTurn.Marks used) {
        Mark server = used.server();
        Mark players = used.players();
        long messages = players.messages();
        double cpu = server.cpu() + players.cpu();
        long written = server.written() + players.written();
        long allocated = server.allocated() + players.allocated();
        return json.put("messages", messages)
                .put("cpu_s", cpu)
                .put("cpu_us_per_message", cpu * MICROS_PER_SECOND / messages)
                .put("server_cpu_us_per_message", server.cpu() * MICROS_PER_SECOND / messages)
                .put("wire_bytes", written)
                .put("wire_bytes_per_message", (double) written / messages)
                .put("loopback_bytes_per_message", (double) used.loopback() / messages)
                .put("alloc_bytes", allocated)
                .put("alloc_bytes_per_message", (double) allocated / messages)
                .put("server_alloc_bytes_per_message", (double) server.allocated() / messages)
                .put("wakeups_per_message", (double) (server.wakeUps() + players.wakeUps()) / messages)
                .put("server_threads", server.threads())
                .put("players_threads", players.threads());
    }

    /** Connected, nobody acts any more: what the upkeep alone allocates in a second. */
    private static double idle(RelayTurn both) throws IOException, InterruptedException {
        RelayTurn.Marks begin = both.marks();
        Thread.sleep(IDLE_MILLIS);
        RelayTurn.Marks used = both.marks().since(begin);
        return (used.server().allocated() + used.players().allocated()) * NANOS_PER_SECOND / used.at();
    }

    /** As fast as it goes, then at half of that. */
    private Json fanOut(RelayTurn both) throws IOException, InterruptedException {
        Json json = new Json();
        if (fanOutMillis == 0) return json;
        both.tellServer("flood " + (FAN_OUT_WARM_UP_MILLIS + fanOutMillis));
        Thread.sleep(FAN_OUT_WARM_UP_MILLIS);
        RelayTurn.Marks begin = both.marks();
        Thread.sleep(fanOutMillis);
        RelayTurn.Marks used = both.marks().since(begin);
        Thread.sleep(LAST_ARRIVALS_MILLIS);
        double perSecond = used.players().messages() * NANOS_PER_SECOND / used.at();
        both.tellPlayers("forget");
        both.tellServer("pace " + (LAST_ARRIVALS_MILLIS + fanOutMillis) + ' '
                + perSecond / options.rules().players() / 2);
        Thread.sleep(LAST_ARRIVALS_MILLIS);
        both.tellPlayers("count");
        Thread.sleep(fanOutMillis);
        both.tellPlayers("discount");
        Thread.sleep(LAST_ARRIVALS_MILLIS);
        return json.put("fanout_messages_per_second", perSecond)
                .put(
                        "fanout_cpu_us_per_message",
                        (used.server().cpu() + used.players().cpu())
                                * MICROS_PER_SECOND
                                / used.players().messages());
    }
}
