package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.directory.memory.MemoryDirectory;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.DirectoryOutput;
import org.gamenet.rgs.core.directory.server.DirectorySettings;
import org.gamenet.rgs.core.directory.server.Ledgers;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/** Whole sessions on one thread, in virtual time: a directory, a network, and whoever plays. */
public final class Town {
    final ManualClock clock = new ManualClock();
    final TestNetwork network = new TestNetwork(clock);
    final List<Citizen> citizens = new ArrayList<>();
    private MemoryDirectory directory =
            new MemoryDirectory(DirectorySettings.standard(), new Ledgers(), 1, Town::signature);
    private final List<Line> lines = new ArrayList<>();
    /** The seed of all that is drawn in this world. */
    long chance = 1;
    /** Of the seats of those who come from now on; null: a world without strangers. */
    @Nullable
    Keys keys;

    /** How long the directory's answer to an agreement is under way. */
    long agreementNanos = 1_000_000;
    /** Until who asks is told where a game is. */
    long foundNanos = 1_000_000;

    /** Whether processes that have nothing to do are passed over, as threads that sleep are: for long stories. */
    boolean rests;

    private long nextTick;
    boolean directoryAway;
    /** Whether it has said that it signs grants: then {@link #signature} of the text. */
    boolean signs;

    /** Whether the directory asks each line of those who come from now on whom it speaks for. */
    boolean strangers;
    /** Work of a member that enters from now on, before it is a spare like any other. */
    SessionPorts.WarmUp warmUp = SessionPorts.WarmUp.NONE;
    /** Requests to the directory, in order. */
    final List<Asked> asked = new ArrayList<>();
    /** Chooses the directory's answers that get lost. */
    BiPredicate<DirectoryRequest, DirectoryReply> losesAnswer = (request, reply) -> false;

    /** A request to the directory. */
    record Asked(Line line, DirectoryRequest request, long atMillis) {}

    public record Hit(int points) {}

    record World(long sum) {}

    /** A process that rests looks for what there is as often as that at least. */
    private static final long REST_NANOS = 10_000_000;

    static final Records RECORDS = Records.of(Hit.class, World.class);

    private static final List<Class<?>> COMING_AND_GOING = List.of(
            SessionEvent.Joined.class, SessionEvent.Left.class, SessionEvent.Away.class, SessionEvent.Back.class);

    static GameRules rules(Failover... routes) {
        return new GameRules("kitchen", 8, List.of(routes), 1_000, 30_000, 50, Map.of());
    }

    /** The requests of this kind that this process made. */
    <T extends DirectoryRequest> List<T> asked(Citizen by, Class<T> type) {
        return asked.stream()
                .filter(a -> a.line() == by.line)
                .map(Asked::request)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** One process's line to the directory. */
    final class Line implements DirectoryPort {
        private final long id = lines.size() + 1;
        private final Map<Long, Consumer<? super DirectoryReply>> open = new java.util.HashMap<>();
        private final List<Consumer<? super DirectoryPush>> listeners = new ArrayList<>();
        private long requests;
        boolean cut;

        @Nullable
        Citizen owner;

        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            long number = ++requests;
            open.put(number, reply -> {
                if (!losesAnswer.test(request, reply) || reply instanceof DirectoryReply.Unreachable)
                    then.accept(reply);
                else open.put(number, then);
            });
            asked.add(new Asked(this, request, millis()));
            network.later(1_000_000, () -> {
                if (strangers && owner != null)
                    directory.lineProved(id, owner.session.self().id());
                if (!cut && !directoryAway) route(directory.request(id, number, request, millis()));
            });
            network.later(1_000_000_000L, () -> answer(number, new DirectoryReply.Unreachable("no answer for 1 s")));
        }

        void answer(long number, DirectoryReply reply) {
            Consumer<? super DirectoryReply> then = open.remove(number);
            if (then != null) then.accept(reply);
        }

        @Override
        public boolean signs() {
            return signs;
        }

        @Override
        public boolean hasSigned(byte[] text, byte[] signature) {
            return Arrays.equals(signature, signature(text));
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            listeners.add(pushes);
        }

        /** The process's own end of the line says something: that it is down, or up again. */
        void says(DirectoryPush push) {
            listeners.forEach(listener -> listener.accept(push));
        }

        void break_() {
            cut = true;
            route(directory.lineClosed(id, millis()));
        }

        @Override
        public void close() {}
    }

    /** The directory dies, and starts again without its disk. A session that still has a line makes it anew. */
    void loseDisk() {
        directory = new MemoryDirectory(2);
        directory.leading(millis());
        for (Line line : lines) if (!line.cut) route(directory.lineOpened(line.id, millis()));
    }

    private long millis() {
        return clock.nanoTime() / 1_000_000;
    }

    private void route(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Answer answer) {
                Line line = lines.get((int) answer.line() - 1);
                boolean agreement = answer.reply() instanceof DirectoryReply.Reserved;
                long found = answer.reply() instanceof DirectoryReply.Found ? foundNanos : 1_000_000;
                network.later(
                        agreement ? agreementNanos : found, () -> line.answer(answer.requestId(), answer.reply()));
            } else if (output instanceof DirectoryOutput.Push push) {
                Line line = lines.get((int) push.line() - 1);
                network.later(1_000_000, () -> {
                    if (!line.cut) line.listeners.forEach(l -> l.accept(push.push()));
                });
            }
        }
    }

    /** The directory's, of that text. */
    static byte[] signature(byte[] text) {
        return ByteBuffer.allocate(Long.BYTES).putLong(~Frames.digest(text)).array();
    }

    /** A process with one session and an application that polls. */
    final class Citizen {
        final String name;
        final TestNetwork.End end = network.open();
        final Line line;
        final WorkerSession session;
        final List<Incoming> got = new ArrayList<>();
        boolean updates = true;
        boolean alive = true;
        boolean hangs;
        /** By its worker's clock. */
        private long restsUntil;

        Citizen(String name, boolean plays, SearchGoal goal, DirectoryPort own) {
            this(name, plays, goal, own, Map.of());
        }

        Citizen(
                String name,
                boolean plays,
                SearchGoal goal,
                DirectoryPort own,
                Map<org.gamenet.rgs.Limit, Long> limits) {
            this(name, plays, goal, own, limits, RECORDS);
        }

        Citizen(
                String name,
                boolean plays,
                SearchGoal goal,
                DirectoryPort own,
                Map<org.gamenet.rgs.Limit, Long> limits,
                Records records) {
            this(name, goal, own, new SessionSetup("test", plays ? name : "", records, limits));
        }

        Citizen(String name, SearchGoal goal, DirectoryPort own, SessionSetup setup) {
            this.name = name;
            line = new Line();
            lines.add(line);
            line.owner = this;
            route(
                    strangers
                            ? directory.lineOpened(line.id, "10.0.0." + line.id, millis())
                            : directory.lineOpened(line.id, millis()));
            SessionPorts ports = new SessionPorts(
                    clock,
                    () -> org.gamenet.rgs.core.machine.Mix.of(++chance, 77),
                    end,
                    own == null ? line : own,
                    List.of("directory:7400"),
                    own instanceof PrivateDirectory,
                    warmUp,
                    false,
                    true,
                    keys);
            session = new WorkerSession(setup, ports, goal);
            citizens.add(this);
        }

        /** Every item lands in {@link #got}. */
        Citizen listens() {
            session.on(Record.class, (peer, item) -> got.add(new Incoming(peer, item, 0)));
            return this;
        }

        void begins() {
            session.worker().begin();
        }

        /** One round of its worker and of its application, unless neither has anything to do. */
        private void acts() {
            SessionWorker worker = session.worker();
            if (rests && restsUntil > worker.now() && !worker.hasWork()) return;
            worker.dutyCycle();
            if (updates) session.update();
            worker.dutyCycle();
            restsUntil = Math.min(worker.nextAt(), worker.now() + REST_NANOS);
        }

        List<String> events() {
            return got.stream()
                    .filter(i -> i.body() instanceof SessionEvent || i.body() instanceof GameOfCounts.Restored)
                    .map(i -> i.body().getClass().getSimpleName()
                            + (COMING_AND_GOING.contains(i.body().getClass())
                                    ? " " + i.from().name()
                                    : ""))
                    .toList();
        }

        <T> List<T> all(Class<T> type) {
            return got.stream()
                    .map(Incoming::body)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toList();
        }

        /** Its process dies; the directory hears of it later. */
        void killButForItsLine() {
            alive = false;
            network.kill(end);
        }

        void kill() {
            killButForItsLine();
            line.break_();
        }
    }

    Citizen registers(String name, Failover... routes) {
        return new Citizen(name, true, new SearchGoal.Register(rules(routes)), null).listens();
    }

    /** The game keeps lost players for so long. */
    Citizen registers(String name, long keptMillis, Failover... routes) {
        return new Citizen(name, true, new SearchGoal.Register(rules(routes).rejoiningWithin(keptMillis)), null)
                .listens();
    }

    Citizen joins(String name, Citizen other) {
        return new Citizen(name, true, new SearchGoal.Join(other.session.game().id(), "kitchen"), null).listens();
    }

    Citizen standsBy(String name) {
        return new Citizen(name, false, new SearchGoal.StandBy(), null).listens();
    }

    /**
     * Lets time pass, to the next thing that happens, until the condition holds; fails after so many virtual
     * milliseconds.
     */
    void until(BooleanSupplier condition, long mostMillis) {
        long deadline = clock.nanoTime() + mostMillis * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (clock.nanoTime() >= deadline) {
                StringBuilder text = new StringBuilder("not within " + mostMillis + " ms;");
                for (Citizen c : citizens)
                    text.append(' ')
                            .append(c.name)
                            .append(' ')
                            .append(c.session.phase())
                            .append(' ')
                            .append(c.events());
                throw new AssertionError(text.toString());
            }
            round();
        }
    }

    void pass(long millis) {
        long end = clock.nanoTime() + millis * 1_000_000;
        while (clock.nanoTime() < end) round();
    }

    private void round() {
        network.deliver();
        if (clock.nanoTime() >= nextTick) {
            nextTick = clock.nanoTime() + 10_000_000;
            if (!directoryAway) route(directory.tick(millis()));
        }
        for (Citizen c : List.copyOf(citizens)) {
            if (c.alive && !c.hangs) c.acts();
        }
        clock.pass(1_000_000);
    }
}
