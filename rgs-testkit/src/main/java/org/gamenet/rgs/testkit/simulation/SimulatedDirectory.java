package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.DirectoryMachine;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.directory.server.DirectorySettings;
import org.gamenet.rgs.core.directory.server.LedgerCommand;
import org.gamenet.rgs.core.directory.server.Ledgers;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.session.base.Frames;

/**
 * One directory and the lines to it: slow, away, started again, out of reach for one process. It forgets a grant only
 * with its disk, {@link #loseDisk}.
 */
public final class SimulatedDirectory {
    private static final long TICK = 20 * VirtualTime.MILLI;
    private static final long QUICK = 20 * VirtualTime.MILLI;
    private static final long SIGNING = Long.MAX_VALUE;
    private static final long TIMEOUT = 1_000 * VirtualTime.MILLI;

    private final VirtualTime time;
    private final Dice dice;
    private final Trace trace;
    private final Map<Long, Wire> byLine = new HashMap<>();
    private final List<Wire> wires = new ArrayList<>();
    private final Deque<Entry> writing = new ArrayDeque<>();
    private Ledgers ledgers = new Ledgers();
    /** Another for each disk. */
    private int mark = 1;

    private boolean lostItsDisk;
    private boolean empty;

    private DirectoryMachine directory = machine();
    /** How long the disk takes for an entry at most; 0: it is there at once. */
    private long logNanos;

    private double logFails;
    private long written;
    private int leaderships;
    private long leadsSince = VirtualTime.BEGINNING;
    private long lines;
    private boolean away;
    private long slowest = 2 * VirtualTime.MILLI;

    private record Entry(long proposal, LedgerCommand command) {}

    SimulatedDirectory(VirtualTime time, Dice dice, Trace trace) {
        this.time = time;
        this.dice = dice;
        this.trace = trace;
        time.after(TICK, this::tick);
    }

    /** Signs so that whoever knows the number of its disk could do it too: here nobody does. */
    private DirectoryMachine machine() {
        int disk = mark;
        return new DirectoryMachine(DirectorySettings.standard(), ledgers, mark, text -> signature(disk, text));
    }

    private static byte[] signature(int disk, byte[] text) {
        byte[] keyed = ByteBuffer.allocate(Integer.BYTES + text.length)
                .putInt(disk)
                .put(text)
                .array();
        return ByteBuffer.allocate(Long.BYTES).putLong(Frames.digest(keyed)).array();
    }

    Wire open(SimulatedProcess process) {
        Wire wire = new Wire(process);
        wires.add(wire);
        wire.connect();
        return wire;
    }

    private void tick() {
        if (!away) route(directory.tick(time.millis()));
        time.after(TICK, this::tick);
    }

    private long latency() {
        return dice.between(VirtualTime.MILLI / 5, slowest);
    }

    private void route(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Propose p) propose(new Entry(p.proposal(), p.command()));
            else if (output instanceof DirectoryOutput.Answer answer) {
                Wire wire = byLine.get(answer.line());
                if (wire != null) wire.carry(answer.line(), () -> wire.answer(answer.requestId(), answer.reply()));
            } else if (output instanceof DirectoryOutput.Push push) {
                Wire wire = byLine.get(push.line());
                if (wire != null) wire.carry(push.line(), () -> wire.listeners.forEach(l -> l.accept(push.push())));
            }
        }
    }

    // ---- the log

    private void propose(Entry entry) {
        if (logNanos == 0) {
            apply(entry);
            return;
        }
        writing.add(entry);
        int leadership = leaderships;
        written = Math.max(written + 1, time.now() + dice.between(0, logNanos));
        time.at(written, () -> {
            if (leadership == leaderships) written(writing.remove());
        });
    }

    /** An entry that fails may be on the disk all the same: whoever waits for it asks again. */
    private void written(Entry entry) {
        if (!dice.likely(logFails)) {
            apply(entry);
            return;
        }
        if (dice.likely(0.5)) route(directory.committed(0, entry.command, ledgers.apply(entry.command), time.millis()));
        route(directory.failed(entry.proposal, time.millis()));
    }

    private void apply(Entry entry) {
        empty = false;
        route(directory.committed(entry.proposal, entry.command, ledgers.apply(entry.command), time.millis()));
    }

    /** Whether this peer is in some game, as that game's ledger has it (P71). */
    public boolean lists(long peer) {
        for (String id : ledgers.ids()) {
            if (ledgers.game(id).orElseThrow().ledger().listing().members().stream()
                    .anyMatch(m -> m.peer() == peer)) return true;
        }
        return false;
    }

    /**
     * Whether it would let this one take its game over now: of a synchronous game a server or its backup alone (P48).
     */
    public boolean letsTakeOver(long peer) {
        return ledgers.ids().stream()
                .map(id -> ledgers.game(id).orElseThrow().ledger())
                .allMatch(ledger -> !ledger.synchronous()
                        || ledger.active().authority().stream().anyMatch(m -> m.peer() == peer));
    }

    /**
     * Whether it has any game: one that it dropped, nobody brings back (P28); one that it lost, its server does (P14).
     */
    public boolean hasGames() {
        return !ledgers.ids().isEmpty();
    }

    // ---- faults

    /** Its disk takes up to so long for an entry from now on, and so many fail. */
    public void log(long nanosMost, double fails) {
        logNanos = nanosMost;
        logFails = fails;
        time.disturbed();
    }

    /** Begins anew with an empty disk. */
    public void loseDisk() {
        crash();
        ledgers = new Ledgers();
        mark++;
        lostItsDisk = true;
        empty = true;
        restart();
    }

    /** Nanoseconds: since when this leader has been in office; it knows of no silence before that (P13). */
    public long leadsSince() {
        return leadsSince;
    }

    /** Whether it ever began anew with an empty disk: then it believes whoever renews first, for a while (P14). */
    public boolean hasLostItsDisk() {
        return lostItsDisk;
    }

    /** Whether it has begun anew with an empty disk, and nothing was written there since. */
    public boolean isEmpty() {
        return empty && ledgers.ids().isEmpty();
    }

    public void slow(long most) {
        slowest = most;
        time.disturbed();
    }

    /** Crashes; what is on its disk stays. */
    public void crash() {
        if (away) return;
        away = true;
        time.disturbed();
        leaderships++;
        // Some of what was being written is on the disk, and nobody was told.
        int survives = writing.isEmpty() ? 0 : dice.below(writing.size() + 1);
        while (survives-- > 0) ledgers.apply(writing.remove().command);
        writing.clear();
        for (Wire wire : wires) wire.lost();
    }

    public void restart() {
        if (!away) return;
        away = false;
        time.disturbed();
        directory = machine();
        directory.leading(time.millis());
        leadsSince = time.now();
        for (Wire wire : wires) wire.reconnectSoon();
    }

    public boolean isAway() {
        return away;
    }

    /** Answers within an instant, as it usually does. */
    boolean isQuick() {
        return !away && slowest <= QUICK && logNanos <= QUICK && logFails == 0;
    }

    /** One process's line: made anew when it breaks; what is not answered is asked again. */
    public final class Wire implements DirectoryPort {
        private final SimulatedProcess process;
        private final Map<Long, Asked> asked = new LinkedHashMap<>();
        private final List<Consumer<? super DirectoryPush>> listeners = new ArrayList<>();
        private long line;
        private long requests;
        /** The disk of the directory that it was connected to last; 0: it never was. */
        private int signedBy;

        private boolean cut;
        private boolean dead;
        private long lastOut;
        private long lastIn;

        private record Asked(DirectoryRequest request, Consumer<? super DirectoryReply> then) {}

        Wire(SimulatedProcess process) {
            this.process = process;
        }

        private void connect() {
            if (line != 0 || dead || cut || away) return;
            line = ++lines;
            signedBy = mark;
            byLine.put(line, this);
            route(directory.lineOpened(line, time.millis()));
            asked.forEach((number, one) -> transmit(number, one.request));
        }

        private void reconnectSoon() {
            time.after(dice.between(10, 250) * VirtualTime.MILLI, () -> process.run(this::connect));
        }

        private void lost() {
            if (line == 0) return;
            byLine.remove(line);
            line = 0;
        }

        /** The directory is told, or finds out by silence only. */
        void breakLine(boolean told) {
            long broken = line;
            lost();
            if (!told || broken == 0 || away) return;
            process.lineCloses();
            time.after(latency(), () -> {
                if (!away) route(directory.lineClosed(broken, time.millis()));
            });
        }

        /** Whether what the process asks can arrive, now or as soon as it has connected. */
        boolean isWhole() {
            return !cut && !dead;
        }

        public void cut(boolean on, boolean told) {
            cut = on;
            time.disturbed();
            if (on) breakLine(told);
            else reconnectSoon();
        }

        /** Breaks once. */
        public void reset() {
            time.disturbed();
            breakLine(true);
            reconnectSoon();
        }

        void died(boolean host) {
            breakLine(!host);
            dead = true;
            asked.clear();
        }

        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            if (request instanceof DirectoryRequest.SignGrant wanted) {
                sign(wanted, then);
                return;
            }
            process.countSaid(this);
            long number = ++requests;
            asked.put(number, new Asked(request, then));
            transmit(number, request);
            time.after(
                    TIMEOUT,
                    () -> process.run(() -> answer(number, new DirectoryReply.Unreachable("no answer for 1 s"))));
        }

        private void transmit(long number, DirectoryRequest request) {
            long on = line;
            if (on == 0) return;
            if (request instanceof DirectoryRequest.Renew renewal) process.renews(renewal.epoch());
            lastOut = Math.max(lastOut + 1, time.now() + latency());
            time.at(lastOut, () -> {
                if (away || !byLine.containsKey(on)) return;
                route(directory.request(on, number, request, time.millis()));
            });
        }

        /** After a time that nobody draws, and once only: a story goes as it would without. */
        private void sign(DirectoryRequest.SignGrant wanted, Consumer<? super DirectoryReply> then) {
            long on = line;
            if (on == 0) return;
            time.after(slowest, () -> {
                if (away || line != on) return;
                for (DirectoryOutput output : directory.request(on, SIGNING, wanted, time.millis())) {
                    if (output instanceof DirectoryOutput.Answer answer && answer.requestId() == SIGNING)
                        signed(on, answer.reply(), then);
                    else route(List.of(output));
                }
            });
        }

        private void signed(long on, DirectoryReply reply, Consumer<? super DirectoryReply> then) {
            time.after(slowest, () -> {
                if (line == on) process.run(() -> then.accept(reply));
            });
        }

        @Override
        public boolean signs() {
            return signedBy != 0;
        }

        @Override
        public boolean hasSigned(byte[] text, byte[] signature) {
            return Arrays.equals(signature, signature(signedBy, text));
        }

        private void carry(long on, Runnable what) {
            lastIn = Math.max(lastIn + 1, time.now() + latency());
            time.at(lastIn, () -> {
                if (line == on) process.run(what);
            });
        }

        private void answer(long number, DirectoryReply reply) {
            Asked one = asked.remove(number);
            if (one == null) return;
            trace.note(
                    process.number,
                    reply.getClass().getSimpleName().hashCode(),
                    () -> "      " + process + " <- directory " + reply + " to " + one.request);
            one.then.accept(reply);
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            listeners.add(pushes);
        }

        @Override
        public void close() {
            breakLine(true);
        }
    }
}
