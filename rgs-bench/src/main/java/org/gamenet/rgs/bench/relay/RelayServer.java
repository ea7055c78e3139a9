package org.gamenet.rgs.bench.relay;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.bench.report.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The server of one peer, in a process of its own. */
@Command(name = "relay-server", hidden = true, description = "a process of the benchmark's own")
public final class RelayServer extends RelayEnd implements Callable<Integer> {
    private @Nullable FanOut fanOut;
    private Relay.@Nullable Server server;

    @Override
    public Integer call() throws Exception {
        FanOut out = new FanOut(rules().players(), rules().size());
        fanOut = out;
        try (Allocations allocations = begin();
                Relay.Server open = relay().serve((self, action) -> heard(out, self, action))) {
            server = open;
            Parent.say(AT + open.address());
            obey(allocations, () -> 0);
        }
        return 0;
    }

    private static void heard(FanOut out, Relay.Server server, byte[] action) {
        Stamp stamp = Stamp.of(action);
        if (stamp.player() < 0) out.received(~stamp.player(), stamp.at());
        else server.toAll(action);
    }

    @Override
    String obey(String[] words) {
        FanOut out = fanOut;
        Relay.Server to = server;
        if (out == null || to == null) throw new IllegalStateException("not open");
        switch (words[0]) {
            case "flood" -> inBackground(() -> out.flood(to, millis(words[1])));
            case "pace" -> inBackground(() -> out.pace(to, Double.parseDouble(words[2]), millis(words[1])));
            case "tell" -> {
                return TOLD + new Json().put("heap_mb", heapMega());
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
        return DONE;
    }

    private static long millis(String text) {
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(text));
    }

    private static void inBackground(Runnable work) {
        Thread thread = new Thread(work, "fans out");
        thread.setDaemon(true);
        thread.start();
    }
}
