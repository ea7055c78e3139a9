package org.gamenet.rgs.core;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.lan.LanDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.keys.DrawnAhead;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.WorkerThread;
import org.gamenet.rgs.core.session.base.GameQuery;
import org.gamenet.rgs.core.session.base.GameSettings;
import org.gamenet.rgs.core.session.base.Patience;
import org.gamenet.rgs.core.session.base.RejoinToken;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.replay.ReplaySession;
import org.gamenet.rgs.core.transport.jgroups.JGroupsTransport;
import org.gamenet.rgs.core.transport.jgroups.TransportLimits;
import org.gamenet.rgs.core.transport.jgroups.TransportSettings;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process: its sessions, its line to the directory, and its end. Any thread. */
final class RunningRgs implements Rgs {
    private static final Logger LOG = LoggerFactory.getLogger(RgsCore.class);
    private static final long SHUTDOWN_MILLIS = 1_900;
    private static final long DISCOVER_MILLIS = 1_900;
    private static final int OVER_A_PACKAGE_BYTES = 1 << 20;

    private final SessionSetup setup;
    /** Whether its own certificate permits serving. */
    private final boolean permitted;

    private final List<String> addresses;
    private final @Nullable String host;
    private final int port;
    private final @Nullable Trust tls;
    private final @Nullable DirectoryClient directory;
    private final @Nullable LanDirectory lan;
    private final SharedLine pushes = new SharedLine();
    private final SecureRandom chance = new SecureRandom();
    private final Keys keys = DrawnAhead.OF_THIS_PROCESS;
    private final boolean debugger = isDebugged();
    private final List<Hosted> sessions = new CopyOnWriteArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicBoolean down = new AtomicBoolean();
    private Conditions conditions = Conditions.NONE;

    /** @param standsBy whether it waits for any game, and not for one */
    private record Hosted(WorkerSession session, WorkerThread thread, boolean standsBy) {

        boolean isWaiting() {
            Session.Phase phase = session.phase();
            return phase == Session.Phase.FROZEN || phase == Session.Phase.WAITING && !standsBy;
        }
    }

    RunningRgs(
            SessionSetup setup,
            List<String> addresses,
            @Nullable String host,
            int port,
            @Nullable Trust tls,
            List<String> lanHosts) {
        this.permitted = tls == null || tls.permitsThisProcess();
        this.setup = permitted ? setup : setup.neverServing();
        this.addresses = addresses;
        this.host = host;
        this.port = port;
        this.tls = tls;
        this.directory = addresses.isEmpty()
                ? null
                : new DirectoryClient(addresses, tls == null ? null : tls.context(), DirectoryClient.TIMEOUT_MILLIS);
        this.lan = directory == null
                ? new LanDirectory(Lan.settings(host, lanHosts), setup.kind(), chance::nextLong)
                : null;
        if (debugger)
            LOG.warn("a debugger may stop this process: the others wait 10 minutes for it instead of suspectAfter");
    }

    private static boolean isDebugged() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(argument -> argument.startsWith("-agentlib:jdwp") || argument.startsWith("-Xrunjdwp"));
    }

    // ---- discover

    @Override
    public CompletableFuture<List<GameInfo>> discover(Query query) {
        return discover(query, DISCOVER_MILLIS);
    }

    @Override
    public CompletableFuture<List<GameInfo>> discover(Query query, Duration within) {
        return discover(query, Patience.millis("discover(query, within)", within));
    }

    private CompletableFuture<List<GameInfo>> discover(Query query, long withinMillis) {
        checkUp();
        if (query == null) throw new IllegalArgumentException("discover(query): take one of Query's");
        DirectoryPort asked = directory != null ? directory : requireNonNull(lan);
        CompletableFuture<List<GameInfo>> found = new CompletableFuture<>();
        AtomicReference<String> why = new AtomicReference<>("no answer");
        ask(asked, GameQuery.request(query, setup.kind()), why, found);
        CompletableFuture.delayedExecutor(withinMillis, TimeUnit.MILLISECONDS)
                .execute(() -> found.completeExceptionally(noDirectory(why.get())));
        return found;
    }

    /** Asks until somebody answers or nobody waits any more; {@code why} says what came of the last attempt. */
    private void ask(
            DirectoryPort asked,
            DirectoryRequest request,
            AtomicReference<String> why,
            CompletableFuture<List<GameInfo>> found) {
        asked.ask(request, reply -> {
            if (reply instanceof DirectoryReply.Games games) {
                found.completeAsync(
                        () -> games.games().stream().map(GameQuery::info).toList());
            } else if (reply instanceof DirectoryReply.Refused refused) {
                CompletableFuture.runAsync(
                        () -> found.completeExceptionally(new RgsException(refused.reason(), refused.detail())));
            } else if (!found.isDone() && !down.get()) {
                if (reply instanceof DirectoryReply.Unreachable away) why.set(away.detail());
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)
                        .execute(() -> ask(asked, request, why, found));
            }
        });
    }

    private RgsException noDirectory(String detail) {
        return new RgsException(
                Reason.NO_DIRECTORY, "no directory answers at " + String.join(", ", addresses) + ": " + detail);
    }

    // ---- sessions

    @Override
    public Session register(GameSpec spec) {
        checkMayServe("register(spec)");
        return open(new SearchGoal.Register(rules(spec)));
    }

    @Override
    public Session hostOrJoin(GameSpec spec) {
        checkMayServe("hostOrJoin(spec)");
        return open(new SearchGoal.HostOrJoin(rules(spec)));
    }

    @Override
    public Session hostOrJoin(GameSpec spec, Duration within) {
        checkMayServe("hostOrJoin(spec, within)");
        return open(new SearchGoal.HostOrJoin(rules(spec), Patience.millis("hostOrJoin(spec, within)", within)));
    }

    @Override
    public Session join(Query query) {
        if (query == null) throw new IllegalArgumentException("join(query): take one of Query's");
        return open(new SearchGoal.Find(query));
    }

    @Override
    public Session join(GameInfo game) {
        if (game == null) throw new IllegalArgumentException("join(game): it may not be null");
        return open(new SearchGoal.Join(game.id(), game.name()));
    }

    @Override
    public Session join(String rejoinToken) {
        if (rejoinToken == null)
            throw new IllegalArgumentException("join(rejoinToken): take one of Session.rejoinToken()");
        RejoinToken seat = RejoinToken.of(rejoinToken).checkedFor(setup.kind());
        keys.of(seat.key().bytes());
        return open(new SearchGoal.Rejoin(seat, SystemClock.INSTANCE.wallMillis()));
    }

    @Override
    public Session standBy() {
        checkMayServe("standBy()");
        if (!setup.player().isEmpty())
            throw new IllegalStateException("a process with a player cannot stand by: leave player(name) out");
        return open(new SearchGoal.StandBy());
    }

    private void checkMayServe(String call) {
        if (!permitted)
            throw new IllegalStateException(
                    call + ": this process's certificate does not permit serving, so it only joins: join(query)");
        if (!setup.mayServe())
            throw new IllegalStateException(
                    call
                            + ": this process was set up with neverServe(), so it only joins: join(query), or leave neverServe() out");
    }

    private GameRules rules(GameSpec spec) {
        GameRules rules = GameSettings.rules(spec);
        boolean directoryDecides = rules.manner().arbiter().orElse(Arbiter.DIRECTORY) == Arbiter.DIRECTORY;
        if (directory != null && !directoryDecides)
            throw new IllegalStateException(
                    "arbiter(" + rules.manner().arbiter().get()
                            + "): this process has a directory, which decides: leave arbiter(...) or directory(...) out");
        if (directory == null && rules.manner().arbiter().isPresent() && directoryDecides)
            throw new IllegalStateException(
                    "arbiter(DIRECTORY): this process has no directory: say directory(...), or leave arbiter(...) out");
        return rules;
    }

    private synchronized Session open(SearchGoal goal) {
        checkUp();
        int number = count.incrementAndGet();
        if (number == 1 && tls == null && !(host != null && Lan.isLoopback(host))) {
            LOG.warn("without tls(...) everything travels in the clear: for trusted networks; "
                    + "RGS listens on loopback and private addresses only");
        }
        boolean last = !(goal instanceof SearchGoal.Join
                || goal instanceof SearchGoal.Rejoin
                || goal instanceof SearchGoal.Find
                || goal instanceof SearchGoal.HostOrJoin);
        String name = setup.player().isEmpty() ? setup.kind() + "-" + number : setup.player();
        TransportLimits limits = new TransportLimits(
                frameBytes(setup),
                TransportLimits.DEFAULT.packetBytes(),
                TransportLimits.DEFAULT.queuedPackets(),
                TransportLimits.DEFAULT.unreliablePackets(),
                TransportLimits.DEFAULT.threads());
        JGroupsTransport transport = new JGroupsTransport(
                new TransportSettings(host, port, tls, last, name, limits, directory == null ? List.of() : addresses));
        DirectoryClient shared = directory;
        DirectoryPort line = shared == null ? requireNonNull(lan).ofSession() : pushes.extension(shared);
        SessionPorts ports = new SessionPorts(
                SystemClock.INSTANCE,
                chance::nextLong,
                transport,
                line,
                addresses,
                false,
                RecoveryWarmUp.OF_THIS_PROCESS,
                debugger,
                true,
                keys);
        WorkerSession session = new WorkerSession(setup, ports, goal);
        Hosted hosted = new Hosted(
                session,
                new WorkerThread(session.worker(), "rgs-session-" + number, () -> sessions.size() == 1),
                goal instanceof SearchGoal.StandBy);
        sessions.removeIf(h -> h.session().worker().isFinished());
        sessions.add(hosted);
        if (!conditions.equals(Conditions.NONE)) session.conditions(conditions);
        hosted.thread().start();
        // A server has no part in the recovery from its own death.
        if (!(goal instanceof SearchGoal.Register)) RecoveryWarmUp.OF_THIS_PROCESS.begin(this);
        return session;
    }

    /** A package or a message, and what goes with it. */
    static int frameBytes(SessionSetup setup) {
        long most = Math.max(setup.limit(Limit.PACKAGE_BYTES), setup.limit(Limit.MESSAGE_BYTES));
        return (int) Math.max(TransportLimits.DEFAULT.frameBytes(), most + OVER_A_PACKAGE_BYTES);
    }

    /** Whether a session has no game yet, or one that stands still. */
    boolean isWaiting() {
        return sessions.stream().anyMatch(Hosted::isWaiting);
    }

    @Override
    public Replay replay(Path file) {
        if (file == null) throw new IllegalArgumentException("replay(file): it may not be null");
        try {
            return new ReplaySession(setup, System::nanoTime, LogReader.open(file));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("replay(" + file + "): " + wrong.getMessage(), wrong);
        }
    }

    @Override
    public synchronized void conditions(Conditions wanted) {
        if (wanted == null)
            throw new IllegalArgumentException("conditions(conditions): it may not be null; NONE ends them");
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

    @Override
    public void shutdown() {
        if (!down.compareAndSet(false, true)) return;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SHUTDOWN_MILLIS);
        RecoveryWarmUp.OF_THIS_PROCESS.leave(this);
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
        if (lan != null) lan.close();
    }
}
