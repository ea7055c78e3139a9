package org.gamenet.rgs.bench.relay;

import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.report.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** All players of one peer, in a process without the server. */
@Command(name = "relay-players", hidden = true, description = "a process of the benchmark's own")
public final class RelayPlayers extends RelayEnd implements Callable<Integer> {

    @Option(names = "--at", required = true)
    private String address = "";

    private volatile Relay.@Nullable Players players;
    private @Nullable Load load;

    @Override
    public Integer call() throws Exception {
        Load all = rules().load();
        load = all;
        try (Allocations allocations = begin();
                Relay.Players open = relay().join(address, (player, action) -> all.shown(players, player, action))) {
            players = open;
            Parent.say(DONE);
            obey(allocations, () -> all.shown() + all.flood());
        }
        return 0;
    }

    @Override
    String obey(String[] words) {
        Load all = load;
        Relay.Players open = players;
        if (all == null || open == null) throw new IllegalStateException("not open");
        switch (words[0]) {
            case "play" -> {
                ownThreads(rules().players());
                all.start(open);
            }
            case "hurry" -> all.hurry(true);
            case "calm" -> all.hurry(false);
            case "count" -> all.count(true);
            case "discount" -> all.count(false);
            case "stop" -> all.stop();
            case "forget" -> all.forgetFlood();
            case "tell" -> {
                return TOLD + told(all);
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
        return DONE;
    }

    private Json told(Load all) {
        Json json = new Json();
        all.seen().putInto(json, "");
        json.put("samples", all.seen().count()).put("missing", all.acted() * rules().players() - all.shown());
        all.flooded().putInto(json, "fanout_half");
        return json.put("heap_mb", heapMega());
    }
}
