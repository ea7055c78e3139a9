package org.gamenet.rgs.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Replay;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.session.base.GameQuery;
import org.gamenet.rgs.core.session.base.GameSettings;
import org.gamenet.rgs.core.session.base.Patience;
import org.gamenet.rgs.core.session.base.RejoinToken;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.replay.ReplaySession;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.testkit.simulation.SimulatedProcess;
import org.gamenet.rgs.testkit.simulation.VirtualTime;
import org.jspecify.annotations.Nullable;

/** One process of a cluster, as the game sees it: sessions on the simulated network instead of JGroups. */
final class ClusterProcess implements Rgs {
    private static final Duration SHUTDOWN = Duration.ofMillis(1_900);
    private static final Duration DISCOVER = Duration.ofMillis(1_900);
    private static final long ASK_AGAIN = 50 * VirtualTime.MILLI;

    private final Cluster cluster;
    private final String label;
    private final SessionSetup setup;
    /** Its session never begins: what asks the directory without being in a game. */
    private final SimulatedProcess line;

    private final List<SimulatedProcess> hosts = new ArrayList<>();
    private final List<WatchedSession> sessions = new ArrayList<>();
    private Conditions conditions = Conditions.NONE;
    private @Nullable Frame frame;
    private boolean down;
    private boolean inFrame;
    private boolean rests;
    private boolean hangs;

    ClusterProcess(Cluster cluster, String label, SessionSetup setup) {
        this.cluster = cluster;
        this.label = label;
        this.setup = setup;
        this.line = new SimulatedProcess(cluster.simulation(), label, setup, new SearchGoal.StandBy());
        hosts.add(line);
    }

    Cluster cluster() {
        return cluster;
    }

    Records records() {
        return setup.records();
    }

    boolean plays() {
        return !setup.player().isEmpty();
    }

    /** Its places in the network and at the directory, one for each session. */
    List<SimulatedProcess> hosts() {
        return hosts;
    }

    List<WatchedSession> sessions() {
        return sessions;
    }

    boolean runs() {
        return line.runs();
    }

    boolean isDead() {
        return line.isDead();
    }

    boolean isStopped() {
        return line.isStopped();
    }

    void frame(Frame body) {
        frame = body;
    }

    /** Only updates its sessions: does nothing that is not asked for. */
    void rest(boolean now) {
        rests = now;
    }

    /** Does not even update: is told nothing more. */
    void hang() {
        hangs = true;
    }

    /** One frame, if this process runs. */
    void playFrame() {
        if (!runs() || down || hangs) return;
        inFrame = true;
        try {
            List<WatchedSession> all = List.copyOf(sessions);
            all.forEach(WatchedSession::frameBegins);
            Frame body = rests ? null : frame;
            if (body != null) body.frame(line.nanos());
            all.forEach(WatchedSession::frameEnds);
        } catch (RuntimeException | Error fault) {
            if (!isDead()) throw Faults.in(this, fault);
        } finally {
            inFrame = false;
        }
    }

    // ---- sessions

    private Session open(SearchGoal goal) {
        cluster.seen().checkThread(this, "the verb");
        if (down)
            throw new RgsException(Reason.SHUT_DOWN, label + " has shut RGS down: ask the cluster for another process");
        SimulatedProcess host = new SimulatedProcess(cluster.simulation(), label, setup, goal);
        WatchedSession session = new WatchedSession(this, host.session);
        hosts.add(host);
        sessions.add(session);
        cluster.faults().opened(this, host);
        if (!conditions.equals(Conditions.NONE)) host.session.conditions(conditions);
        host.begin();
        return session;
    }

    private static GameRules rules(GameSpec spec) {
        return GameSettings.rules(spec);
    }

    @Override
    public Session register(GameSpec spec) {
        return open(new SearchGoal.Register(rules(spec)));
    }

    @Override
    public Session hostOrJoin(GameSpec spec) {
        return open(new SearchGoal.HostOrJoin(rules(spec)));
    }

    @Override
    public Session hostOrJoin(GameSpec spec, Duration within) {
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
        return open(new SearchGoal.Rejoin(seat, cluster.simulation().time.now() / 1_000_000));
    }

    @Override
    public Session standBy() {
        if (plays())
            throw new IllegalStateException(
                    "a process with a player cannot stand by: ask for spare() instead of player(name)");
        return open(new SearchGoal.StandBy());
    }

    @Override
    public void conditions(Conditions wanted) {
        if (wanted == null)
            throw new IllegalArgumentException("conditions(conditions): it may not be null; NONE ends them");
        conditions = wanted;
        sessions.forEach(session -> session.real().conditions(wanted));
    }

    @Override
    public Replay replay(Path file) {
        if (file == null) throw new IllegalArgumentException("replay(file): it may not be null");
        return new ReplaySession(setup, cluster.simulation().time::now, LogReader.open(file));
    }

    // ---- discover

    @Override
    public CompletableFuture<List<GameInfo>> discover(Query query) {
        return discover(query, DISCOVER);
    }

    @Override
    public CompletableFuture<List<GameInfo>> discover(Query query, Duration within) {
        Patience.millis("discover(query, within)", within);
        cluster.seen().checkThread(this, "discover");
        if (query == null) throw new IllegalArgumentException("discover(query): take one of Query's");
        Discovered found = new Discovered(within);
        ask(query, found);
        cluster.simulation()
                .time
                .after(
                        within.toNanos(),
                        () -> found.completeExceptionally(new RgsException(
                                Reason.NO_DIRECTORY, "no directory answers within " + within.toMillis() + " ms")));
        return found;
    }

    private void ask(Query query, Discovered found) {
        line.wire.ask(GameQuery.request(query, setup.kind()), reply -> {
            if (reply instanceof DirectoryReply.Games games)
                found.complete(games.games().stream().map(GameQuery::info).toList());
            else if (reply instanceof DirectoryReply.Refused no)
                found.completeExceptionally(new RgsException(no.reason(), no.detail()));
            else if (!found.isDone()) cluster.simulation().time.after(ASK_AGAIN, () -> ask(query, found));
        });
    }

    /** Waiting for it lets virtual time pass: nothing else would ever complete it. */
    private final class Discovered extends CompletableFuture<List<GameInfo>> {
        private final Duration within;

        Discovered(Duration within) {
            this.within = within;
        }

        private void passTime() {
            if (isDone()) return;
            if (inFrame)
                throw new IllegalStateException(
                        "a frame cannot wait for discover: use thenAccept, or wait outside the frame");
            cluster.await(within.plusMillis(100), this::isDone);
        }

        @Override
        public List<GameInfo> join() {
            passTime();
            return super.join();
        }

        @Override
        public List<GameInfo> get() throws InterruptedException, ExecutionException {
            passTime();
            return super.get();
        }

        @Override
        public List<GameInfo> get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException {
            return get();
        }
    }

    // ---- the end

    @Override
    public void shutdown() {
        if (down) return;
        sessions.forEach(WatchedSession::leave);
        if (!inFrame && runs())
            cluster.passUntil(
                    () -> sessions.stream().allMatch(s -> s.real().worker().isFinished()), SHUTDOWN);
        down = true;
        sessions.forEach(s -> s.real().worker().stop());
    }

    /** Whether a session of it is still going on. */
    boolean takesPart() {
        return !isDead() && !down && sessions.stream().anyMatch(s -> s.phase() != Phase.CLOSED);
    }

    @Override
    public String toString() {
        return label;
    }
}
