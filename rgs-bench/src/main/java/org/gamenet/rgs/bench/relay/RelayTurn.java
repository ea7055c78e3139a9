package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;
import org.jspecify.annotations.Nullable;

/**
 * One turn of one peer: its server in one process, its players in another, told what to do line by line. One thread.
 */
final class RelayTurn implements AutoCloseable {
    private static final long OPEN_MILLIS = 120_000;
    private static final long ANSWER_MILLIS = 60_000;

    private final Processes processes;
    private final String label;
    private final List<ChildProcess> started = new ArrayList<>();
    private final List<Processes.Heard> earlier = new ArrayList<>();
    private @Nullable ChildProcess server;
    private @Nullable ChildProcess players;

    private RelayTurn(Processes processes, String label) {
        this.processes = processes;
        this.label = label;
    }

    /**
     * Opens both, and returns once all are connected.
     *
     * @throws IOException if one of them ends before that
     */
    static RelayTurn open(Processes processes, Peers peer, RelayOptions options, int turn)
            throws IOException, InterruptedException {
        RelayTurn both = new RelayTurn(processes, peer + "-" + turn);
        try {
            both.open(peer, options);
            return both;
        } catch (IOException | IllegalStateException broken) {
            both.close();
            throw broken;
        }
    }

    private void open(Peers peer, RelayOptions options) throws IOException, InterruptedException {
        String game = "relay " + ProcessHandle.current().pid() + ' ' + label;
        List<String> arguments = new ArrayList<>(List.of("--peer", peer.toString(), "--game", game));
        arguments.addAll(options.arguments());
        server = start("server", options.serverMemory(), options, arguments);
        String first = hear(server, OPEN_MILLIS);
        if (!first.startsWith(RelayEnd.AT)) throw new IOException(label + ": the server did not open: " + first);
        SharedClock.check(server);
        arguments.addAll(List.of("--at", first.substring(RelayEnd.AT.length())));
        players = start("players", options.playersMemory(), options, arguments);
        String done = hear(players, OPEN_MILLIS);
        if (!done.equals(RelayEnd.DONE)) throw new IOException(label + ": the players did not open: " + done);
        SharedClock.check(players);
    }

    private ChildProcess start(String part, String memory, RelayOptions options, List<String> arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("relay-" + part));
        all.addAll(arguments);
        ChildProcess child = processes.start(
                label + "-" + part, new Processes.Launch(options.enter(), List.of("-Xmx" + memory)), all);
        started.add(child);
        return child;
    }

    /**
     * All begin to act, for three quarters of these seconds as often as every peer can bear: what a peer does often is
     * to be compiled before it is measured.
     */
    void warmUp(long seconds) throws IOException, InterruptedException {
        long millis = TimeUnit.SECONDS.toMillis(seconds);
        tellPlayers("hurry");
        tellPlayers("play");
        Thread.sleep(millis * 3 / 4);
        tellPlayers("calm");
        Thread.sleep(millis / 4);
    }

    String tellServer(String command) throws IOException, InterruptedException {
        return tell(server, command);
    }

    String tellPlayers(String command) throws IOException, InterruptedException {
        return tell(players, command);
    }

    private String tell(@Nullable ChildProcess end, String command) throws IOException, InterruptedException {
        if (end == null) throw new IllegalStateException("not open");
        end.tell(command);
        return hear(end, ANSWER_MILLIS);
    }

    /** The resources that the server's process has used, then the players'. */
    Marks marks() throws IOException, InterruptedException {
        long pid = server == null ? ProcessHandle.current().pid() : server.pid();
        Mark ofServer = Mark.of(tellServer("mark").substring(RelayEnd.MARK.length()));
        Mark ofPlayers = Mark.of(tellPlayers("mark").substring(RelayEnd.MARK.length()));
        return new Marks(ofServer, ofPlayers, Meters.loopbackBytes(pid), System.nanoTime());
    }

    /**
     * Both processes at about the same time.
     *
     * @param loopback bytes over the loopback so far, whoever sent them
     * @param at nanoseconds
     */
    record Marks(Mark server, Mark players, long loopback, long at) {
        Marks since(Marks before) {
            return new Marks(
                    server.since(before.server),
                    players.since(before.players),
                    loopback - before.loopback,
                    at - before.at);
        }
    }

    private String hear(ChildProcess from, long millis) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Processes.Heard heard =
                earlier.stream().filter(said -> said.from() == from).findFirst().orElse(null);
        earlier.remove(heard);
        while (System.nanoTime() < deadline) {
            if (heard == null) {
                heard = processes.hear(100);
                continue;
            }
            String line = heard.line();
            if (line == null) break;
            if (heard.from() == from) return line;
            earlier.add(heard);
            heard = null;
        }
        processes.keepFolder();
        throw new IOException(
                label + ": a process ended or fell silent; what it wrote to standard error: " + processes.folder());
    }

    @Override
    public void close() throws InterruptedException {
        processes.end(started);
    }
}
