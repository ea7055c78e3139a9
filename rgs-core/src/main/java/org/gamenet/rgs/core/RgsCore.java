package org.gamenet.rgs.core;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.directory.client.DirectoryAddress;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.memory.LinesInMemory;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.session.Attributes;
import org.gamenet.rgs.core.session.GameQuery;
import org.gamenet.rgs.core.session.GameSettings;
import org.gamenet.rgs.core.session.Leisure;
import org.gamenet.rgs.core.session.Patience;
import org.gamenet.rgs.core.session.Quest;
import org.gamenet.rgs.core.session.Rehearsal;
import org.gamenet.rgs.core.session.ReplaySession;
import org.gamenet.rgs.core.session.SessionPorts;
import org.gamenet.rgs.core.session.SessionSetup;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.WorkerThread;
import org.gamenet.rgs.core.transport.jgroups.JGroupsTransport;
import org.gamenet.rgs.core.transport.jgroups.JGroupsWarmUp;
import org.gamenet.rgs.core.transport.jgroups.TransportLimits;
import org.gamenet.rgs.core.transport.jgroups.TransportSettings;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.spi.RgsProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wiring: the one class that knows sessions, transports and directories, and what stands behind {@link Rgs}. */
public final class RgsCore implements RgsProvider {
    private static final Logger LOG = LoggerFactory.getLogger(RgsCore.class);
    private static final long SHUTDOWN_MILLIS = 1_900;
    private static final long DISCOVER_MILLIS = 1_900;
    /** Enough that what a recovery needs is loaded, and the hot part of it compiled. */
    private static final int REHEARSALS = 20;
    private static final long WARM_UP_ENDS_MILLIS = 500;
    private static final int OVER_A_PACKAGE_BYTES = 1 << 20;

    /** For {@link java.util.ServiceLoader}. */
    public RgsCore() {}

    @Override public Rgs.Builder game(String kind) {
        return new SetUp(kind);
    }

    @Override public GameSpec clientServer(String name, int maxPlayers) {
        return GameSettings.clientServer(name, maxPlayers);
    }

    @Override public Query anyGame() {
        return GameQuery.any();
    }

    @Override public Query gameById(String gameId) {
        return GameQuery.game(gameId);
    }

    /** What a set-up says of its process, for whoever runs sessions on other ports than this class does. */
    public static SessionSetup setup(Rgs.Builder builder) {
        if (!(builder instanceof SetUp told)) throw new IllegalArgumentException("setup(builder): take what Rgs.game(kind) gives");
        return told.setup();
    }

    /** Real time. */
    private enum SystemClock implements Clock {
        INSTANCE;

        @Override public long nanoTime() {
            return System.nanoTime();
        }

        @Override public long wallMillis() {
            return System.currentTimeMillis();
        }
    }

    private static final class SetUp implements Rgs.Builder {
        private final String kind;
        private String player = "";
        private List<String> directory = List.of();
        private final Set<Class<?>> types = new LinkedHashSet<>();
        private final Map<Class<?>, Codec<?>> codecs = new LinkedHashMap<>();
        private @Nullable String host;
        private int port;
        private @Nullable SSLContext tls;
        private final Map<Limit, Long> limits = new EnumMap<>(Limit.class);

        SetUp(String kind) {
            this.kind = required("game(kind)", kind);
            Attributes.checkName("kind", kind);
        }

        private static <T> T required(String what, @Nullable T value) {
            if (value == null) throw new IllegalArgumentException(what + ": it may not be null");
            return value;
        }

        @Override public Rgs.Builder player(String name) {
            Attributes.checkName("player", required("player(name)", name));
            player = name;
            return this;
        }

        @Override public Rgs.Builder directory(String... hostPorts) {
            if (required("directory(hostPorts)", hostPorts).length == 0) {
                throw new IllegalArgumentException("directory(hostPorts): name at least one address, for example localhost:7400");
            }
            for (String address : hostPorts) DirectoryAddress.parse(required("directory(hostPorts)", address));
            directory = List.of(hostPorts);
            return this;
        }

        @Override public Rgs.Builder records(Class<?>... wanted) {
            for (Class<?> type : required("records(types)", wanted)) types.add(required("records(types)", type));
            return this;
        }

        @Override public <T extends Record> Rgs.Builder codec(Class<T> type, Codec<T> codec) {
            codecs.put(required("codec(type, codec)", type), required("codec(type, codec)", codec));
            return this;
        }

        @Override public Rgs.Builder bind(String hostPort) {
            String text = required("bind(hostPort)", hostPort).strip();
            int colon = text.lastIndexOf(':');
            if (colon < 1 || colon < text.lastIndexOf(']')) throw notBindable(text);
            String name = text.substring(0, colon);
            if (name.startsWith("[") && name.endsWith("]")) name = name.substring(1, name.length() - 1);
            else if (name.indexOf(':') >= 0) throw notBindable(text);
            try {
                port = Integer.parseInt(text.substring(colon + 1));
            } catch (NumberFormatException notANumber) {
                throw notBindable(text);
            }
            if (name.isBlank() || port < 0 || port > 65_535) throw notBindable(text);
            host = name;
            return this;
        }

        private static IllegalArgumentException notBindable(String text) {
            return new IllegalArgumentException("bind(\"" + text
                    + "\"): write host:port, for example 192.168.1.5:0 or [::1]:0; port 0 picks a free one");
        }

        @Override public Rgs.Builder tls(SSLContext context) {
            tls = required("tls(context)", context);
            return this;
        }

        @Override public Rgs.Builder limit(Limit limit, long value) {
            required("limit(limit, value)", limit);
            long most = limit == Limit.PACKAGE_BYTES || limit == Limit.MESSAGE_BYTES ? 1L << 28
                    // The directory counts no more supporters of a claim.
                    : limit == Limit.MEMBERS ? Limit.MEMBERS.byDefault() : Integer.MAX_VALUE;
            if (value < 1 || value > most) {
                throw new IllegalArgumentException("limit(" + limit + ", " + value + "): 1 to " + most + " are allowed");
            }
            limits.put(limit, value);
            return this;
        }

        SessionSetup setup() {
            if (types.isEmpty() && codecs.isEmpty()) {
                throw new IllegalArgumentException("no records(...): name the records that travel, messages and state");
            }
            return new SessionSetup(kind, player, Records.of(types, codecs), limits);
        }

        @Override public Rgs start() {
            return new Running(setup(), directory, host, port, tls);
        }
    }

    /** This process. */
    private static final class Running implements Rgs {
        private final SessionSetup setup;
        private final List<String> addresses;
        private final @Nullable String host;
        private final int port;
        private final @Nullable SSLContext tls;
        private final @Nullable DirectoryClient directory;
        private final Switchboard pushes = new Switchboard();
        private final SecureRandom chance = new SecureRandom();
        private final boolean debugger = isDebugged();
        private final List<Hosted> sessions = new CopyOnWriteArrayList<>();
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicBoolean down = new AtomicBoolean();
        private Conditions conditions = Conditions.NONE;

        private record Hosted(WorkerSession session, WorkerThread thread) {}

        Running(SessionSetup setup, List<String> addresses, @Nullable String host, int port, @Nullable SSLContext tls) {
            this.setup = setup;
            this.addresses = addresses;
            this.host = host;
            this.port = port;
            this.tls = tls;
            this.directory = addresses.isEmpty() ? null : new DirectoryClient(addresses, tls, DirectoryClient.TIMEOUT_MILLIS);
            if (debugger) LOG.warn("a debugger may stop this process: the others wait 10 minutes for it instead of suspectAfter");
        }

        private static boolean isDebugged() {
            return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .anyMatch(argument -> argument.startsWith("-agentlib:jdwp") || argument.startsWith("-Xrunjdwp"));
        }

        // ---- discover

        @Override public CompletableFuture<List<GameInfo>> discover(Query query) {
            return discover(query, DISCOVER_MILLIS);
        }

        @Override public CompletableFuture<List<GameInfo>> discover(Query query, Duration within) {
            return discover(query, Patience.millis("discover(query, within)", within));
        }

        private CompletableFuture<List<GameInfo>> discover(Query query, long withinMillis) {
            checkUp();
            if (!(query instanceof GameQuery wanted)) throw new IllegalArgumentException("discover(query): take one of Query's");
            DirectoryClient asked = directory;
            if (asked == null) return CompletableFuture.completedFuture(List.of());
            CompletableFuture<List<GameInfo>> found = new CompletableFuture<>();
            AtomicReference<String> why = new AtomicReference<>("no answer");
            ask(asked, wanted.request(setup.kind()), why, found);
            CompletableFuture.delayedExecutor(withinMillis, TimeUnit.MILLISECONDS).execute(
                    () -> found.completeExceptionally(noDirectory(why.get())));
            return found;
        }

        /** Asks until somebody answers or nobody waits any more; {@code why} says what came of the last attempt. */
        private void ask(DirectoryClient asked, DirectoryRequest request, AtomicReference<String> why,
                CompletableFuture<List<GameInfo>> found) {
            asked.ask(request, reply -> {
                if (reply instanceof DirectoryReply.Games games) {
                    found.completeAsync(() -> games.games().stream().map(GameQuery::info).toList());
                } else if (reply instanceof DirectoryReply.Refused refused) {
                    CompletableFuture.runAsync(() -> found.completeExceptionally(new RgsException(refused.reason(), refused.detail())));
                } else if (!found.isDone() && !down.get()) {
                    if (reply instanceof DirectoryReply.Unreachable away) why.set(away.detail());
                    CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(() -> ask(asked, request, why, found));
                }
            });
        }

        private RgsException noDirectory(String detail) {
            return new RgsException(Reason.NO_DIRECTORY, "no directory answers at " + String.join(", ", addresses) + ": " + detail);
        }

        // ---- sessions

        @Override public Session register(GameSpec spec) {
            return open(new Quest.Register(rules(spec)));
        }

        @Override public Session hostOrJoin(GameSpec spec) {
            return open(new Quest.HostOrJoin(rules(spec)));
        }

        @Override public Session hostOrJoin(GameSpec spec, Duration within) {
            return open(new Quest.HostOrJoin(rules(spec), Patience.millis("hostOrJoin(spec, within)", within)));
        }

        @Override public Session join(Query query) {
            if (!(query instanceof GameQuery wanted)) throw new IllegalArgumentException("join(query): take one of Query's");
            return open(new Quest.Find(wanted));
        }

        @Override public Session join(GameInfo game) {
            if (game == null) throw new IllegalArgumentException("join(game): it may not be null");
            return open(new Quest.Join(game.id(), game.name()));
        }

        @Override public Session standBy() {
            if (!setup.player().isEmpty())
                    throw new IllegalStateException("a process with a player cannot stand by: leave player(name) out");
            return open(new Quest.StandBy());
        }

        private static GameRules rules(GameSpec spec) {
            if (!(spec instanceof GameSettings settings)) throw new IllegalArgumentException("take one of GameSpec's");
            if (settings.failover().contains(Failover.HOT_BACKUP)) {
                LOG.info("{}: HOT_BACKUP is passed over: this release has no backups yet", settings.name());
            }
            return settings.rules();
        }

        private synchronized Session open(Quest quest) {
            checkUp();
            int number = count.incrementAndGet();
            if (number == 1 && tls == null) {
                LOG.warn("without tls(...) everything travels in the clear: for trusted networks; "
                        + "RGS listens on loopback and private addresses only");
            }
            if (directory == null && (quest instanceof Quest.Register || quest instanceof Quest.HostOrJoin)) {
                LOG.warn("no directory(...) is named: nobody can find this game, and it is played alone; see Rgs.Builder.directory");
            }
            boolean last = !(quest instanceof Quest.Join || quest instanceof Quest.Find || quest instanceof Quest.HostOrJoin);
            String name = setup.player().isEmpty() ? setup.kind() + "-" + number : setup.player();
            TransportLimits limits = new TransportLimits((int) Math.max(TransportLimits.DEFAULT.frameBytes(),
                    setup.limit(Limit.PACKAGE_BYTES) + OVER_A_PACKAGE_BYTES), TransportLimits.DEFAULT.packetBytes(),
                    TransportLimits.DEFAULT.queuedPackets(), TransportLimits.DEFAULT.unreliablePackets(),
                            TransportLimits.DEFAULT.threads());
            JGroupsTransport transport = new JGroupsTransport(new TransportSettings(host, port, tls, last, name, limits));
            DirectoryClient shared = directory;
            DirectoryPort line = shared == null ? new PrivateDirectory(SystemClock.INSTANCE) : pushes.extension(shared);
            SessionPorts ports = new SessionPorts(SystemClock.INSTANCE, chance::nextLong, transport, line, addresses, shared == null,
                    WarmUp.OF_THIS_PROCESS, debugger);
            WorkerSession session = new WorkerSession(setup, ports, quest);
            Hosted hosted = new Hosted(session, new WorkerThread(session.worker(), "rgs-session-" + number));
            sessions.removeIf(h -> h.session().worker().isFinished());
            sessions.add(hosted);
            if (!conditions.equals(Conditions.NONE)) session.conditions(conditions);
            hosted.thread().start();
            // Who serves a game has no part in the recovery from its own death.
            if (!(quest instanceof Quest.Register)) WarmUp.OF_THIS_PROCESS.begin(this);
            return session;
        }

        private boolean isFrozen() {
            return sessions.stream().anyMatch(hosted -> hosted.session().phase() == Session.Phase.FROZEN);
        }

        @Override public Replay replay(Path file) {
            if (file == null) throw new IllegalArgumentException("replay(file): it may not be null");
            try {
                return new ReplaySession(setup, System::nanoTime, LogReader.open(file));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("replay(" + file + "): " + wrong.getMessage(), wrong);
            }
        }

        @Override public synchronized void conditions(Conditions wanted) {
            if (wanted == null) throw new IllegalArgumentException("conditions(conditions): it may not be null; NONE ends them");
            checkUp();
            if (wanted.equals(conditions)) return;
            conditions = wanted;
            if (wanted.equals(Conditions.NONE)) LOG.info("the network is as it is again");
            else LOG.warn("what leaves this process is worsened on purpose: {}", wanted);
            sessions.forEach(hosted -> hosted.session().conditions(wanted));
        }

        // ---- the end

        private void checkUp() {
            if (down.get()) throw new RgsException(Reason.SHUT_DOWN, "this process has shut RGS down: start another Rgs");
        }

        @Override public void shutdown() {
            if (!down.compareAndSet(false, true)) return;
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SHUTDOWN_MILLIS);
            WarmUp.OF_THIS_PROCESS.leave(this);
            List<Hosted> open = List.copyOf(sessions);
            open.forEach(h -> h.session().leave());
            try {
                for (Hosted hosted : open) {
                    hosted.thread().awaitEnd(Math.max(0, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            open.forEach(h -> h.session().worker().stop());
            if (directory != null) directory.close();
        }
    }

    /**
     * What a recovery needs, rehearsed once in the life of a process: a code that runs for the first time takes ten times as long as later. A spare
     * is offered games last until it has done it, for 5 s at most, everybody else beside the game, half of the time at most, and never while a game stands still.
     */
    private static final class WarmUp implements SessionPorts.WarmUp {
        static final WarmUp OF_THIS_PROCESS = new WarmUp();
        private static final long FROZEN_REST_MILLIS = 50;
        private static final long HURRY_MILLIS = 5_000;

        private final Set<Running> users = ConcurrentHashMap.newKeySet();
        private final List<Runnable> waiting = new ArrayList<>();
        private @Nullable Thread thread;
        private boolean over;
        private volatile boolean hurries;

        @Override public void begin(Runnable then) {
            hurries = true;
            AtomicBoolean told = new AtomicBoolean();
            Runnable once = () -> {
                if (told.compareAndSet(false, true)) then.run();
            };
            if (!waits(once)) once.run();
            // On a machine this slow a cold spare is better than none.
            else CompletableFuture.delayedExecutor(HURRY_MILLIS, TimeUnit.MILLISECONDS).execute(() -> {
                hurries = false;
                once.run();
            });
        }

        private synchronized boolean waits(Runnable then) {
            return !over && waiting.add(then);
        }

        /** Begins with the first session of the process that may see a server die. */
        synchronized void begin(Running user) {
            users.add(user);
            if (over || thread != null) return;
            thread = new Thread(this::run, "rgs-warm-up");
            thread.setDaemon(true);
            thread.start();
        }

        /** Ends it if nobody else needs it; who comes later begins anew. */
        void leave(Running user) {
            users.remove(user);
            Thread running;
            synchronized (this) {
                running = thread;
            }
            if (running == null || !users.isEmpty()) return;
            running.interrupt();
            try {
                running.join(WARM_UP_ENDS_MILLIS);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }

        private void run() {
            try {
                Leisure leisure = new Leisure();
                BooleanSupplier goesOn = () -> goesOn(leisure);
                Rehearsal.run(REHEARSALS, clock -> new LinesInMemory(clock)::open, goesOn);
                int groups = hurries ? JGroupsWarmUp.ROUNDS : JGroupsWarmUp.ROUNDS / 2;
                for (int i = 0; i < groups && goesOn.getAsBoolean(); i++) JGroupsWarmUp.run(1);
            } catch (RuntimeException | AssertionError fault) {
                LOG.debug("the rehearsal of a recovery ended early; the first real one will take longer", fault);
            } finally {
                List<Runnable> told;
                synchronized (this) {
                    thread = null;
                    over = !users.isEmpty();
                    told = List.copyOf(waiting);
                    waiting.clear();
                }
                told.forEach(Runnable::run);
            }
        }

        private boolean goesOn(Leisure leisure) {
            try {
                while (!hurries && users.stream().anyMatch(Running::isFrozen)) Thread.sleep(FROZEN_REST_MILLIS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return (hurries || leisure.rest()) && !users.isEmpty() && !Thread.currentThread().isInterrupted();
        }
    }

    /** One line per process, many sessions: each hears what is pushed until it closes its extension. */
    private static final class Switchboard {
        private final List<Consumer<? super DirectoryPush>> listeners = new CopyOnWriteArrayList<>();
        private final AtomicBoolean connected = new AtomicBoolean();

        DirectoryPort extension(DirectoryClient line) {
            List<Consumer<? super DirectoryPush>> mine = new ArrayList<>(1);
            return new DirectoryPort() {
                @Override public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
                    line.ask(request, then);
                }

                @Override public synchronized void listen(Consumer<? super DirectoryPush> pushes) {
                    mine.add(pushes);
                    listeners.add(pushes);
                    if (connected.compareAndSet(false, true)) line.listen(push -> listeners.forEach(listener -> listener.accept(push)));
                }

                @Override public synchronized void close() {
                    listeners.removeAll(mine);
                    mine.clear();
                }
            };
        }
    }
}
