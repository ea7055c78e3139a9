package org.gamenet.rgs.core.directory.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.memory.MemoryDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectorySamples;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.fuzz.Script;

/**
 * A live directory and eight lines: requests as they are, damaged, of strangers; time, closed lines, a restart. Each
 * request that is decoded is answered once, with as much as fits on the line. No number is granted twice, no epoch goes
 * back, and what would be on disk says the same after a restart.
 */
public final class DirectoryScriptTarget {
    private static final int LINES = 8;
    private static final int MOVES_MOST = 200;

    private final Script script;
    private MemoryDirectory directory = new MemoryDirectory(1);
    private long now = 1_000_000;
    private final long[] lines = new long[LINES];
    private long opened;
    private long asked;
    private final Set<Long> open = new HashSet<>();
    private final Map<String, Long> active = new HashMap<>();
    private final Map<String, Epoch> granted = new HashMap<>();
    private final List<String> games = new ArrayList<>(List.of("k3f9-1"));
    private final List<Epoch> epochs = new ArrayList<>(List.of(DirectorySamples.FIRST));
    private DirectoryRequest last = DirectorySamples.requests().get(0);

    private DirectoryScriptTarget(Script script) {
        this.script = script;
        for (int i = 0; i < LINES; i++) reopen(i);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        new DirectoryScriptTarget(new Script(input)).run();
    }

    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int kind = 0; kind < 15; kind++)
            seeds.add(new byte[] {4, 0, 0, 0, 2, 0, 4, 1, 0, 0, (byte) kind, 0, 1, 40, 4, 2, 0, 0, (byte) kind, 0});
        return seeds;
    }

    private void run() {
        for (int moves = 0; moves < MOVES_MOST && script.goesOn(); moves++) move();
        // A request that waits for others to answer gives up sooner or later.
        for (int i = 0; i < 100; i++) pass(100);
        if (!open.isEmpty()) throw new AssertionError("never answered: " + open.size());
        restart();
    }

    private void move() {
        switch (script.below(8)) {
            case 0 -> pass(1 + script.below(40));
            case 1 -> pass(25L * (1 + script.below(80)));
            case 2 -> reopen(script.below(LINES));
            case 3 -> {
                if (script.below(4) == 0) restart();
            }
            case 4, 5 -> ask(DirectoryWire.encode(request()));
            default -> ask(script.damaged(DirectoryWire.encode(request())));
        }
    }

    private DirectoryRequest request() {
        long process = 1 + script.below(LINES);
        String game = games.get(script.below(games.size()));
        Epoch epoch = epochs.get(script.below(epochs.size()));
        List<DirectoryRequest> all = DirectorySamples.requests(game, epoch, process);
        return all.get(script.below(all.size()));
    }

    private void reopen(int i) {
        if (lines[i] != 0) {
            long closed = lines[i];
            open.removeIf(id -> id / 1_000_000 == closed);
            take(directory.lineClosed(closed, now));
        }
        lines[i] = ++opened;
        take(directory.lineOpened(lines[i], now));
    }

    private void pass(long millis) {
        now += millis;
        take(directory.tick(now));
    }

    private void ask(byte[] body) {
        long line = lines[script.below(LINES)];
        try {
            last = DirectoryWire.decodeRequest(body);
        } catch (MalformedException refused) {
            return;
        }
        long id = line * 1_000_000 + ++asked;
        open.add(id);
        take(directory.request(line, id, last, now));
    }

    private void take(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Push push) DirectoryWire.encode(push.push());
            else if (output instanceof DirectoryOutput.Answer answer) answered(answer);
        }
        for (String id : directory.ledgers().ids()) {
            long number = directory
                    .ledgers()
                    .game(id)
                    .orElseThrow()
                    .ledger()
                    .active()
                    .epoch()
                    .number();
            if (active.getOrDefault(id, 0L) > number)
                throw new AssertionError("the active epoch of " + id + " went back to " + number);
            active.put(id, number);
        }
        active.keySet().retainAll(Set.copyOf(directory.ledgers().ids()));
    }

    private void answered(DirectoryOutput.Answer answer) {
        if (!open.remove(answer.requestId())) throw new AssertionError("answered twice, or unasked: " + answer);
        DirectoryReply reply = answer.reply();
        if (DirectoryWire.encode(reply).length > LineFrame.BODY_BYTES_MAX)
            throw new AssertionError("longer than the line takes: " + answer);
        if (reply instanceof DirectoryReply.Registered registered)
            learn(registered.game().id(), registered.game().epoch());
        if (reply instanceof DirectoryReply.Granted it && last instanceof DirectoryRequest.Claim claim) {
            Epoch before = granted.putIfAbsent(claim.game() + "/" + it.epoch().number(), it.epoch());
            if (before != null && !before.equals(it.epoch()))
                throw new AssertionError("granted twice: " + before + " and " + it.epoch());
            learn(claim.game(), it.epoch());
        }
    }

    private void learn(String game, Epoch epoch) {
        if (games.size() < 16 && !games.contains(game)) games.add(game);
        if (epochs.size() < 16 && !epochs.contains(epoch)) epochs.add(epoch);
    }

    private void restart() {
        LedgersSnapshot snapshot = directory.ledgers().snapshot();
        Ledgers again = new Ledgers(snapshot);
        if (!again.snapshot().equals(snapshot)) throw new AssertionError("another state after a restart");
        directory = new MemoryDirectory(DirectorySettings.standard(), again, 2);
        directory.leading(now);
        open.clear();
        for (int i = 0; i < LINES; i++) {
            lines[i] = ++opened;
            take(directory.lineOpened(lines[i], now));
        }
    }
}
