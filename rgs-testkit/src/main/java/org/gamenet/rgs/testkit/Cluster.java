package org.gamenet.rgs.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.CheckReturnValue;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.RgsCore;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.testkit.simulation.Dice;
import org.gamenet.rgs.testkit.simulation.Simulation;
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
    private final Story story;
    private final List<ClusterProcess> processes = new ArrayList<>();
    private final ClusterStatuses statuses = new ClusterStatuses(processes);
    private final ClusterFaults faults;
    private final Observations seen;
    private final Pace pace;
    private final Map<String, Integer> names = new HashMap<>();
    private @Nullable SessionSetup setup;

    private Cluster(long seed) {
        this.seed = seed;
        this.simulation = new Simulation(seed, false, false);
        this.dice = simulation.dice;
        this.story = new Story(simulation.time);
        this.faults = new ClusterFaults(simulation, story, processes);
        this.seen = new Observations(story);
        this.pace = new Pace(simulation, dice, processes, seen);
    }

    /** For tests that are no {@link RgsTest}. */
    @CheckReturnValue
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
        faults.begun(process);
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
        return statuses.server().orElseThrow(() -> new Violation("nobody serves: " + statuses));
    }

    /**
     * The process that holds a copy of the server's state, in the newest epoch that anybody does: with
     * {@code Failover.HOT_BACKUP} among the game's ways, and a spare or a second player for some frames.
     *
     * @throws AssertionError if nobody does
     */
    public Rgs backup() {
        return statuses.backup().orElseThrow(() -> new Violation("nobody backs the server up: " + statuses));
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
        return pace.seconds();
    }

    /**
     * Lets this much time pass, with one frame of each process that runs, at a moment within it that chance picks.
     *
     * @throws AssertionError for what a game or RGS may not do
     */
    public void step(Duration time) {
        pace.step(Pace.positive("step(time)", time));
        seen.checkViolations();
    }

    /** Lets this much time pass, with 62.5 frames a second. Throws what {@link #step} throws. */
    public void play(Duration time) {
        long end = simulation.time.now() + Pace.positive("play(time)", time);
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
        if (!passUntil(condition, within)) throw new Violation("not within " + within.toMillis() + " ms: " + statuses);
    }

    boolean passUntil(BooleanSupplier condition, Duration within) {
        long end = simulation.time.now() + Pace.positive("await(within, condition)", within);
        while (!condition.getAsBoolean()) {
            if (simulation.time.now() >= end) return false;
            step(FRAME);
        }
        return true;
    }

    /** Does this at a moment between now and then that chance picks. */
    public void within(Duration most, Runnable fault) {
        simulation.time.after(dice.between(0, Pace.positive("within(most, fault)", most)), fault);
    }

    /**
     * Does this as soon as so many more messages, of RGS or of the game, have been taken by a process. To try a fault
     * at every step of a recovery, let the count run from 1 to a few hundred.
     */
    public void afterMessages(int count, Runnable fault) {
        if (count < 1) throw new IllegalArgumentException("afterMessages(" + count + ", fault): 1 or more");
        pace.afterMessages(count, fault);
    }

    // ---- faults

    /** Kills this process, as {@code kill -9} does: it does nothing more, and its sockets close within 40 ms. */
    public void kill(Rgs process) {
        faults.die(mine(process), false);
    }

    /** Turns off the machine of this process: nothing more comes from it, not even the end of a connection. */
    public void powerOff(Rgs process) {
        faults.die(mine(process), true);
    }

    /** Stops this process, as {@code SIGSTOP} does: it stays as it is until {@link #resume}. */
    public void pause(Rgs process) {
        faults.pause(mine(process));
    }

    /** Lets a paused process go on. It believes what it believed before, and gets what has come for it meanwhile. */
    public void resume(Rgs process) {
        faults.resume(mine(process));
    }

    /** Cuts the network between these two, both ways; neither is told. The directory stays in reach of both. */
    public void cut(Rgs one, Rgs other) {
        cutOneWay(one, other);
        cutOneWay(other, one);
    }

    /** From now on nothing of this process reaches that one; what goes the other way does. */
    public void cutOneWay(Rgs from, Rgs to) {
        faults.cut(mine(from), mine(to));
    }

    /** Cuts this process off from all others and from the directory. */
    public void isolate(Rgs process) {
        for (ClusterProcess other : List.copyOf(processes)) if (other != process) cut(process, other);
        cutDirectory(process);
    }

    /** Cuts this process off from the directory, which is not told. */
    public void cutDirectory(Rgs process) {
        faults.cutDirectory(mine(process));
    }

    /** Ends each cut between these two. Messages on their way arrive now, as they do with TCP. */
    public void heal(Rgs one, Rgs other) {
        faults.heal(mine(one), mine(other));
    }

    /** Resets all connections of this process once: everybody sees a closed socket, and nobody is dead. */
    public void resetConnections(Rgs process) {
        faults.resetConnections(mine(process));
    }

    /** Ends the directory's process. Its grants stay on its disk. */
    public void stopDirectory() {
        faults.stopDirectory();
    }

    /** Starts the directory again. */
    public void startDirectory() {
        faults.startDirectory();
    }

    /**
     * Worsens the network from now on, for everybody; {@link Conditions#NONE} ends that. See {@link Rgs#conditions}.
     */
    public void network(Conditions conditions) {
        if (conditions == null)
            throw new IllegalArgumentException("network(conditions): it may not be null; NONE ends them");
        faults.network(conditions);
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
        faults.heal();
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
        if (!passUntil(statuses::isSettled, SETTLED_WITHIN)) {
            throw new Violation("the game does not go on within " + SETTLED_WITHIN.toSeconds()
                    + " s after all is healed: " + statuses);
        }
        assertOneServer();
    }

    /**
     * Of the processes that run exactly one serves, and everybody who plays takes that one for the server. Not to be
     * asked while the game stands still, or while an old server is cut off and cannot know of the new one: see
     * {@link #settle}.
     *
     * @throws AssertionError saying how everybody stands
     */
    public void assertOneServer() {
        String why = statuses.whyNotOneServer();
        if (!why.isEmpty()) throw new Violation(why + ": " + statuses);
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
        seen.assertSameOrder();
    }

    /**
     * Every member's packageState is the same: for games in which all compute one state from totally ordered messages.
     * Frames that are under way arrive first: for half a second the frames rest, and processes do nothing but update.
     *
     * @throws AssertionError naming two members and the first component that differs; and what {@link #step} throws
     */
    public void assertSameState() {
        processes.forEach(process -> process.rest(true));
        play(ARRIVES_WITHIN);
        processes.forEach(process -> process.rest(false));
        statuses.assertSameState();
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
        new ContractCheck(told, contract, seen.exercised()).check(dice);
    }

    // ---- for the rest of the package

    static Cluster of(long seed, SessionSetup setup, Watcher watcher) {
        Cluster cluster = new Cluster(seed);
        cluster.setup = setup;
        cluster.seen.watchedBy(watcher);
        return cluster;
    }

    Simulation simulation() {
        return simulation;
    }

    List<ClusterProcess> processes() {
        return processes;
    }

    String story() {
        return story.toString();
    }

    /** The sessions' events, as they are seen and noted. */
    Observations seen() {
        return seen;
    }

    ClusterFaults faults() {
        return faults;
    }

    ClusterStatuses statuses() {
        return statuses;
    }
}
