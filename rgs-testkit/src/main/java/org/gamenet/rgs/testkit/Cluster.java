package org.gamenet.rgs.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.RgsCore;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.testkit.simulation.Dice;
import org.gamenet.rgs.testkit.simulation.OrderBook;
import org.gamenet.rgs.testkit.simulation.SimulatedProcess;
import org.gamenet.rgs.testkit.simulation.Simulation;
import org.gamenet.rgs.testkit.simulation.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Processes of one game on a simulated network, with a directory, in virtual time. The sessions are RGS's own; only
 * what is below them is simulated. Everything that chance decides (how long a message takes, when within a step a frame
 * comes, what a mishap is) comes from the seed, and the same seed and the same test give the same run.
 *
 * <p>First {@link #game} says what the game is. Then {@link #player} and {@link #spare} give processes, to be used as a
 * game uses its {@code Rgs}; {@link #everyFrame} says what each does in a frame; {@link #play} lets time pass. The
 * faults ({@link #kill}, {@link #pause}, {@link #cut} and others) take effect at once. Thread: that of the test, for
 * all methods.
 *
 * @since 0.1
 */
public final class Cluster {
    /** From one frame to the next in {@link #play}, {@link #await} and {@link #settle}. */
    static final Duration FRAME = Duration.ofMillis(16);

    private static final Duration ARRIVES_WITHIN = Duration.ofMillis(500);
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(60);

    private final long seed;
    private final Simulation simulation;
    private final Dice dice;
    private final Thread thread = Thread.currentThread();
    private final Story story;
    private final OrderBook orders = new OrderBook();
    private final OrderedMessages ordered = new OrderedMessages();
    private final List<ClusterProcess> processes = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<Long, WatchedSession> servers = new HashMap<>();
    private final Set<Cut> cuts = new LinkedHashSet<>();
    private final List<Violation> violations = new ArrayList<>();
    private Exercised exercised = new Exercised();
    private @Nullable SessionSetup setup;
    private @Nullable Watcher watcher;
    private Conditions network = Conditions.NONE;
    private boolean passing;

    private record Cut(ClusterProcess from, ClusterProcess to) {}

    private Cluster(long seed) {
        this.seed = seed;
        this.simulation = new Simulation(seed, false, false);
        this.dice = simulation.dice;
        this.story = new Story(simulation.time);
    }

    /** For tests that are no {@link RgsTest}. */
    public static Cluster of(long seed) {
        return new Cluster(seed);
    }

    /** The source of chance. */
    public long seed() {
        return seed;
    }

    // ---- processes

    /**
     * Says what the game is: its kind, its records, codecs and limits, as in the set-up that the game makes for itself.
     * The set-up's directory, address, TLS and player do not count here.
     *
     * @param setUp from {@code Rgs.game(kind)}, not started
     * @throws IllegalArgumentException naming what in the set-up is wrong
     */
    public Cluster game(Rgs.Builder setUp) {
        setup = RgsCore.setup(setUp);
        return this;
    }

    /** One more process, with a player of this name. To let somebody come back, ask again for the same name. */
    public Rgs player(String name) {
        if (name == null || name.isEmpty())
            throw new IllegalArgumentException("player(name): a player has a name; without one it is spare()");
        return process(name, name);
    }

    /** One more process, without a player: it can stand by, register a game as its dedicated server, or watch one. */
    public Rgs spare() {
        return process("spare", "");
    }

    private Rgs process(String name, String player) {
        SessionSetup told = setup;
        if (told == null)
            throw new IllegalStateException("game(...) comes first: the cluster has to know the records of the game");
        int number = names.merge(name, 1, Integer::sum);
        String label = number == 1 ? name : name + "-" + number;
        ClusterProcess process =
                new ClusterProcess(this, label, new SessionSetup(told.kind(), player, told.records(), told.limits()));
        if (!network.equals(Conditions.NONE)) process.conditions(network);
        processes.add(process);
        return process;
    }

    /**
     * Says what this process does in each of its frames; without it, it only updates its sessions. A later call
     * replaces an earlier one.
     */
    public Cluster everyFrame(Rgs process, Frame frame) {
        if (frame == null) throw new IllegalArgumentException("everyFrame(process, frame): the frame is null");
        mine(process).frame(frame);
        return this;
    }

    private ClusterProcess mine(Rgs process) {
        if (process instanceof ClusterProcess known && known.cluster() == this) return known;
        throw new IllegalArgumentException(
                process + " is no process of this cluster: take what player(name) or spare() gave");
    }

    /**
     * The process that serves, in the newest epoch that anybody serves in.
     *
     * @throws AssertionError if nobody does
     */
    public Rgs server() {
        ClusterProcess found = null;
        long newest = -1;
        for (ClusterProcess process : alive().toList()) {
            for (WatchedSession session : process.sessions()) {
                if (!session.isServer() || session.view().epoch() <= newest) continue;
                newest = session.view().epoch();
                found = process;
            }
        }
        if (found == null) throw new Violation("nobody serves: " + standings());
        return found;
    }

    /**
     * The process that holds a copy of the server's state, in the newest epoch that anybody does: with
     * {@code Failover.HOT_BACKUP} among the game's ways, and a spare or a second player for some frames.
     *
     * @throws AssertionError if nobody does
     */
    public Rgs backup() {
        Optional<Peer> backup = alive().flatMap(process -> process.sessions().stream())
                .map(WatchedSession::view)
                .max(Comparator.comparingLong(View::epoch))
                .flatMap(View::backup);
        return alive().filter(
                        process -> process.sessions().stream().anyMatch(s -> backup.equals(Optional.of(s.self()))))
                .findFirst()
                .orElseThrow(() -> new Violation("nobody backs the server up: " + standings()));
    }

    private Stream<ClusterProcess> alive() {
        return processes.stream().filter(process -> !process.isDead());
    }

    /** Has the process that serves hand the game over to this one, as {@link Session#handover} does; play on. */
    public void handover(Rgs to) {
        List<WatchedSession> served = mine(server()).sessions();
        List<WatchedSession> next = mine(to).sessions();
        story.add(server().toString(), "hands over to " + to);
        served.get(served.size() - 1).handover(next.get(next.size() - 1).self());
    }

    // ---- time

    /** Seconds of virtual time since the cluster was made. */
    public double seconds() {
        return (simulation.time.now() - VirtualTime.BEGINNING) / 1e9;
    }

    /**
     * Lets this much time pass, with one frame of each process that runs, at a moment within it that chance picks.
     *
     * @throws AssertionError for what a game or RGS may not do
     */
    public void step(Duration time) {
        long nanos = positive("step(time)", time);
        enter();
        try {
            for (ClusterProcess process : List.copyOf(processes)) {
                simulation.time.after(dice.between(0, nanos - 1), process::playFrame);
            }
            long end = simulation.time.now() + nanos;
            while (simulation.time.step(end)) continue;
        } finally {
            passing = false;
        }
        checkViolations();
    }

    private void enter() {
        checkThread(null, "the cluster");
        if (passing)
            throw new IllegalStateException("time passes already: a frame or a fault cannot let more of it pass");
        passing = true;
    }

    /** Lets this much time pass, with 62.5 frames a second. Throws what {@link #step} throws. */
    public void play(Duration time) {
        long end = simulation.time.now() + positive("play(time)", time);
        while (simulation.time.now() < end)
            step(Duration.ofNanos(Math.min(FRAME.toNanos(), end - simulation.time.now())));
    }

    /**
     * Plays until this holds, looking once per frame.
     *
     * @throws AssertionError if it does not within that much virtual time, with how everybody stands; and what
     *     {@link #step} throws
     */
    public void await(Duration within, BooleanSupplier condition) {
        if (!passUntil(condition, within))
            throw new Violation("not within " + within.toMillis() + " ms: " + standings());
    }

    boolean passUntil(BooleanSupplier condition, Duration within) {
        long end = simulation.time.now() + positive("await(within, condition)", within);
        while (!condition.getAsBoolean()) {
            if (simulation.time.now() >= end) return false;
            step(FRAME);
        }
        return true;
    }

    private static long positive(String what, Duration time) {
        if (time.isNegative() || time.isZero())
            throw new IllegalArgumentException(what + ": " + time + " is no time that could pass");
        return time.toNanos();
    }

    /** Does this at a moment between now and then that chance picks. */
    public void within(Duration most, Runnable fault) {
        simulation.time.after(dice.between(0, positive("within(most, fault)", most)), fault);
    }

    /**
     * Does this as soon as so many more messages, of RGS or of the game, have been taken by a process. To try a fault
     * at every step of a recovery, let the count run from 1 to a few hundred.
     */
    public void afterMessages(int count, Runnable fault) {
        if (count < 1) throw new IllegalArgumentException("afterMessages(" + count + ", fault): 1 or more");
        int[] left = {count};
        simulation.network.onTaken(() -> {
            if (--left[0] > 0) return true;
            fault.run();
            return false;
        });
    }

    // ---- faults

    /** Kills this process, as {@code kill -9} does: it does nothing more, and its sockets close within 40 ms. */
    public void kill(Rgs process) {
        die(mine(process), false);
    }

    /** Turns off the machine of this process: nothing more comes from it, not even the end of a connection. */
    public void powerOff(Rgs process) {
        die(mine(process), true);
    }

    private void die(ClusterProcess process, boolean host) {
        story.add(process.toString(), host ? "has no power" : "is killed");
        process.hosts().forEach(h -> h.die(host));
    }

    /** Stops this process, as {@code SIGSTOP} does: it stays as it is until {@link #resume}. */
    public void pause(Rgs process) {
        ClusterProcess stopped = mine(process);
        story.add(stopped.toString(), "is paused");
        stopped.hosts().forEach(h -> h.stop(false));
    }

    /** Lets a paused process go on. It believes what it believed before, and gets what has come for it meanwhile. */
    public void resume(Rgs process) {
        ClusterProcess stopped = mine(process);
        if (stopped.isStopped()) story.add(stopped.toString(), "goes on");
        stopped.hosts().forEach(SimulatedProcess::go);
    }

    /** Cuts the network between these two, both ways; neither is told. The directory stays in reach of both. */
    public void cut(Rgs one, Rgs other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    /** From now on nothing of this process reaches that one; what goes the other way does. */
    public void cutOneWay(Rgs from, Rgs to) {
        Cut cut = new Cut(mine(from), mine(to));
        if (cut.from == cut.to || !cuts.add(cut)) return;
        story.add(cut.from.toString(), "reaches " + cut.to + " no longer");
        for (SimulatedProcess a : cut.from.hosts())
            for (SimulatedProcess b : cut.to.hosts()) simulation.network.cut(a, b);
    }

    /** Cuts this process off from all others and from the directory. */
    public void isolate(Rgs process) {
        for (ClusterProcess other : List.copyOf(processes)) if (other != process) cut(process, other);
        cutDirectory(process);
    }

    /** Cuts this process off from the directory, which is not told. */
    public void cutDirectory(Rgs process) {
        story.add(mine(process).toString(), "reaches the directory no longer");
        mine(process).hosts().forEach(h -> h.wire.cut(true, false));
    }

    /** Ends each cut between these two. Messages on their way arrive now, as they do with TCP. */
    public void heal(Rgs one, Rgs other) {
        for (Cut cut : List.of(new Cut(mine(one), mine(other)), new Cut(mine(other), mine(one)))) {
            if (!cuts.remove(cut)) continue;
            story.add(cut.from.toString(), "reaches " + cut.to + " again");
            for (SimulatedProcess a : cut.from.hosts())
                for (SimulatedProcess b : cut.to.hosts()) simulation.network.heal(a, b);
        }
    }

    /** Resets all connections of this process once: everybody sees a closed socket, and nobody is dead. */
    public void resetConnections(Rgs process) {
        ClusterProcess reset = mine(process);
        story.add(reset.toString(), "has its connections reset");
        reset.hosts().forEach(simulation.network::reset);
    }

    /** Ends the directory's process. Its grants stay on its disk. */
    public void stopDirectory() {
        story.add("directory", "is stopped");
        simulation.directory.crash();
    }

    /** Starts the directory again. */
    public void startDirectory() {
        if (simulation.directory.isAway()) story.add("directory", "is started");
        simulation.directory.restart();
    }

    /**
     * Worsens the network from now on, for everybody; {@link Conditions#NONE} ends that. See {@link Rgs#conditions}.
     */
    public void network(Conditions conditions) {
        if (conditions == null)
            throw new IllegalArgumentException("network(conditions): it may not be null; NONE ends them");
        story.add("network", conditions);
        network = conditions;
        processes.forEach(process -> process.conditions(conditions));
    }

    /**
     * One fault that chance picks, of a process that chance picks: a kill, a pause, a cut, one way or both, a reset, a
     * directory that is away. A fault that can end does so within 5 s. Nobody is killed who is one of the last two
     * players or the last spare.
     */
    public void mishap() {
        new Mishap(this, dice).befall();
    }

    /**
     * Ends whatever can end: cuts, pauses, an absent directory, a bad network. A process that was killed stays dead.
     */
    public void heal() {
        if (!network.equals(Conditions.NONE)) network(Conditions.NONE);
        for (ClusterProcess process : List.copyOf(processes)) resume(process);
        for (Cut cut : List.copyOf(cuts)) heal(cut.from, cut.to);
        alive().forEach(p -> p.hosts().forEach(h -> h.wire.cut(false, false)));
        startDirectory();
    }

    // ---- assertions

    /**
     * Heals, and plays until the game goes on: one process serves, and everybody who lives and is not closed plays in
     * the same view.
     *
     * @throws AssertionError if that is not so within 60 s of virtual time; and what {@link #step} throws
     */
    public void settle() {
        heal();
        if (!passUntil(this::isSettled, SETTLED_WITHIN)) {
            throw new Violation("the game does not go on within " + SETTLED_WITHIN.toSeconds()
                    + " s after all is healed: " + standings());
        }
        assertOneServer();
    }

    private boolean isSettled() {
        List<WatchedSession> members = members();
        if (members.isEmpty()) return false;
        View view = members.get(0).view();
        Set<Peer> players = new HashSet<>();
        for (WatchedSession member : members) {
            if (member.phase() != Phase.PLAYING || !member.view().equals(view)) return false;
            if (member.process().plays()) players.add(member.self());
        }
        // Those that are away were killed, and stay in the view for a while.
        Set<Peer> present = new HashSet<>(view.players());
        view.away().forEach(present::remove);
        return players.equals(present) && whyNotOneServer().isEmpty();
    }

    /** Sessions of processes that run, unless they are over, or wait outside and do not play. */
    List<WatchedSession> members() {
        List<WatchedSession> found = new ArrayList<>();
        for (ClusterProcess process : processes) {
            if (!process.runs()) continue;
            for (WatchedSession session : process.sessions()) {
                Phase phase = session.phase();
                if (phase == Phase.CLOSED || phase == Phase.WAITING && !process.plays()) continue;
                found.add(session);
            }
        }
        return found;
    }

    /**
     * Of the processes that run exactly one serves, and everybody who plays takes that one for the server. Not to be
     * asked while the game stands still, or while an old server is cut off and cannot know of the new one: see
     * {@link #settle}.
     *
     * @throws AssertionError saying how everybody stands
     */
    public void assertOneServer() {
        String why = whyNotOneServer();
        if (!why.isEmpty()) throw new Violation(why + ": " + standings());
    }

    private String whyNotOneServer() {
        List<WatchedSession> serving =
                members().stream().filter(Session::isServer).toList();
        if (serving.isEmpty()) return "nobody serves";
        if (serving.size() > 1) return serving.size() + " processes serve";
        Peer server = serving.get(0).self();
        for (WatchedSession member : members()) {
            if (member.phase() == Phase.PLAYING && !member.view().server().equals(server)) {
                return member.process() + " takes " + member.view().server() + " for the server, and not " + server;
            }
        }
        return "";
    }

    /**
     * Everything that has one order everywhere (the totally ordered messages, Joined, Left, Resumed) was handed out in
     * one order, at every process that there ever was, from the beginning.
     *
     * @throws AssertionError naming the two that differ, and the epoch
     * @throws IllegalStateException if one sender sent the same message totally ordered and in another way: nobody can
     *     tell them apart
     */
    public void assertSameOrder() {
        if (ordered.areAmbiguous()) {
            throw new IllegalStateException(
                    "a message was sent TOTAL_ORDER and, with the same contents, in another way: give them a number, or two types");
        }
        List<String> wrong = orders.check();
        if (!wrong.isEmpty()) throw new Violation("not one order: " + String.join("; ", wrong));
    }

    /**
     * Every member's packageState is the same: for games in which all compute one state from totally ordered messages.
     * What is under way arrives first: for half a second the frames rest, and processes do nothing but update.
     *
     * @throws AssertionError naming two members and the first component that differs; and what {@link #step} throws
     */
    public void assertSameState() {
        processes.forEach(process -> process.rest(true));
        play(ARRIVES_WITHIN);
        processes.forEach(process -> process.rest(false));
        List<States.Place> places = new ArrayList<>();
        for (WatchedSession member : members()) {
            WatchedState<?> state = member.watchedState();
            if (state == null || member.phase() != Phase.PLAYING) continue;
            places.add(new States.Place(member.process().toString(), state.packageState()));
            String difference = States.difference(places.get(0), places.get(places.size() - 1), Set.of());
            if (!difference.isEmpty()) {
                throw new Violation("not one state: " + difference
                        + ". Nothing was under way any more, so one of them computes from something else than the "
                        + "totally ordered messages, or restoreState forgets something");
            }
        }
    }

    /**
     * Plays a game a few times in clusters of its own, ends its server in each of the ways that its rules allow, and
     * checks what it promises RGS: see {@link GameContract}.
     *
     * @throws AssertionError naming each promise that is broken, and where
     */
    public void assertContract(GameContract contract) {
        SessionSetup told = setup;
        if (told == null)
            throw new IllegalStateException("game(...) comes first: the cluster has to know the records of the game");
        new ContractCheck(told, contract, exercised).check(dice);
    }

    // ---- for the rest of the package

    /** The fate of the states that are packed up here is noted there. */
    void exercised(Exercised there) {
        exercised = there;
    }

    Exercised exercised() {
        return exercised;
    }

    static Cluster of(long seed, SessionSetup setup, Watcher watcher) {
        Cluster cluster = new Cluster(seed);
        cluster.setup = setup;
        cluster.watcher = watcher;
        return cluster;
    }

    Simulation simulation() {
        return simulation;
    }

    OrderBook orders() {
        return orders;
    }

    OrderedMessages ordered() {
        return ordered;
    }

    List<ClusterProcess> processes() {
        return processes;
    }

    /** An earlier cut stays. */
    void opened(ClusterProcess process, SimulatedProcess host) {
        for (Cut cut : cuts) {
            if (cut.from == process) for (SimulatedProcess other : cut.to.hosts()) simulation.network.cut(host, other);
            if (cut.to == process) for (SimulatedProcess other : cut.from.hosts()) simulation.network.cut(other, host);
        }
    }

    void note(String who, Object what) {
        story.add(who, what);
    }

    void tell(ClusterProcess process, SessionEvent event) {
        story.add(process.toString(), event);
    }

    void restores(WatchedSession session, int packages) {
        story.add(session.process().toString(), "restores " + packages + " packages");
    }

    void sent(WatchedSession session, Record message) {
        Watcher watching = watcher;
        if (watching != null) watching.sent(session, message);
    }

    void beforeHandOut(WatchedSession session, Peer from, Record item) {
        Watcher watching = watcher;
        if (watching != null) watching.before(session, from, item);
    }

    void afterHandOut(WatchedSession session, Peer from, Record item) {
        Watcher watching = watcher;
        if (watching != null) watching.after(session, from, item);
        if (!(item instanceof RoleChanged changed) || !changed.to().isActive()) return;
        WatchedSession other = servers.putIfAbsent(session.view().epoch(), session);
        if (other == null || other.self().equals(session.self())) return;
        String both = other.self() + " and " + session.self();
        violates(new Violation(
                other.game().id().equals(session.game().id())
                        ? "two servers in epoch " + session.view().epoch() + ": " + both
                        : "two games, of " + both
                                + ", and a cluster is for one: hostOrJoin founds another where the first "
                                + "is full, closed, frozen or of another name"));
    }

    /** A simulation has one thread: what happens on another happens at another moment in every run. */
    void checkThread(@Nullable ClusterProcess process, String what) {
        Thread here = Thread.currentThread();
        if (here == thread) return;
        Violation told =
                new Violation((process == null ? "" : process + ": ") + what + " was called on thread " + here.getName()
                        + ". A game has one game thread, which alone may call update, recv, on and state; "
                        + "and in a cluster it has no other, because a "
                        + "run with two cannot be repeated. Do in the frame what that thread does");
        violates(told);
        throw told;
    }

    private void violates(Violation violation) {
        synchronized (violations) {
            violations.add(violation);
        }
    }

    void checkViolations() {
        synchronized (violations) {
            if (!violations.isEmpty()) throw violations.get(0);
        }
    }

    String story() {
        return story.toString();
    }

    String standings() {
        StringBuilder text = new StringBuilder();
        for (ClusterProcess process : processes) {
            text.append(text.length() == 0 ? "" : "; ").append(process);
            if (process.isDead()) text.append(" is dead");
            else if (process.isStopped()) text.append(" is paused");
            if (process.isDead()) continue;
            for (WatchedSession session : process.sessions()) {
                text.append(' ')
                        .append(session.phase())
                        .append(session.isServer() ? " serves" : "")
                        .append(session.role() == ServerRole.BACKUP ? " backs up" : "")
                        .append(" epoch ")
                        .append(session.view().epoch())
                        .append(" players ")
                        .append(session.view().players());
            }
        }
        return text.toString();
    }
}
