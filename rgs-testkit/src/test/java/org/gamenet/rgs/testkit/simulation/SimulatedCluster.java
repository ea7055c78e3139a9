package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.base.SearchGoal;

/** All of it: processes, network, directory, judge. One seed. */
final class SimulatedCluster {
    /**
     * A worker whose application is stuck looks every D/20 whether it still is, and the lanes look every D/10 whether
     * something is to be sent again.
     */
    private static final int LOOKS_PER_SUSPECT_AFTER = 30;
    /**
     * The other work that may come round within a second: renewals, dials, roll calls, the first questions to the
     * clock.
     */
    private static final int OTHER_LOOKS_A_SECOND = 40;
    /**
     * To one member. The game itself sends 80 at most; what piled up while the network was cut is sent again after each
     * view, some 600 in a second in one story of 80 000. A repair that multiplied itself sent 4 300.
     */
    private static final int MESSAGES_A_SECOND = 1_200;

    final Simulation simulation;
    final Dice dice;
    final VirtualTime time;
    final Trace trace;
    final SimulatedNetwork network;
    final SimulatedDirectory directory;
    final Judge judge;
    final Mutant mutant;
    final List<CountingProcess> processes = new ArrayList<>();
    /** Of each process, where they are others than usual. */
    Map<Limit, Long> limits = Map.of();

    boolean drawsClocks;
    boolean drawsLinks;
    /** Whether the first player that joins may turn rogue. */
    boolean hasRogue;

    /** Whether its members send messages to one another alone. */
    boolean writes;
    /** Whether the state callbacks of its games take their time, and some packages cannot be read. */
    boolean difficult;
    /** How many callbacks are running, each within the one before. */
    int callbacks;

    private String gameId = "";
    private long kept;
    /** D of the game, and what else its rules say. */
    long suspectAfter;

    long giveUpAfter;
    int seats;
    /** After which a new server goes on with fewer than half of those it should hear (P74). */
    long lastResortMillis;

    private long looksASecond;

    SimulatedCluster(long seed, Mutant mutant, boolean words) {
        this.simulation = new Simulation(seed, words, mutant == Mutant.NO_FENCE);
        this.dice = simulation.dice;
        this.time = simulation.time;
        this.trace = simulation.trace;
        this.network = simulation.network;
        this.directory = simulation.directory;
        this.judge = new Judge(trace, this);
        network.tap(judge.history);
        this.mutant = mutant;
    }

    static GameRules rules(List<Failover> ways, long suspectAfter, long giveUpAfter) {
        return rules(ways, suspectAfter, giveUpAfter, 12);
    }

    static GameRules rules(List<Failover> ways, long suspectAfter, long giveUpAfter, int seats) {
        return new GameRules("count", seats, ways, suspectAfter, giveUpAfter, 50, Map.of());
    }

    private CountingProcess process(String kind, boolean plays, SearchGoal goal) {
        CountingProcess process = new CountingProcess(this, kind, plays, goal);
        Perils.settle(this, process);
        processes.add(process);
        trace.say("begins: " + process);
        process.begin();
        return process;
    }

    /** The game keeps lost players for so long. */
    void keeps(long millis) {
        kept = millis;
    }

    void registers(boolean plays, GameRules forgetful) {
        GameRules rules = forgetful.rejoiningWithin(kept);
        if (rules.synchronous()) {
            judge.promises.judge();
            judge.rebuilds.judge(rules.giveUpAfterMillis() / 2 * VirtualTime.MILLI);
        }
        suspectAfter = rules.suspectAfterMillis();
        giveUpAfter = rules.giveUpAfterMillis();
        seats = rules.maxPlayers();
        lastResortMillis = rules.goOnWithFewerAfterMillis();
        looksASecond = OTHER_LOOKS_A_SECOND + LOOKS_PER_SUSPECT_AFTER * 1_000 / rules.suspectAfterMillis();
        CountingProcess founder = process(plays ? "founder" : "server", plays, new SearchGoal.Register(rules));
        until(() -> founder.session.phase() == Phase.PLAYING, 5_000);
        gameId = founder.session.game().id();
    }

    /** The place of the first that joins. */
    boolean isRoguesPlace(String kind) {
        return hasRogue && kind.equals("player") && processes.size() == 1;
    }

    CountingProcess joins() {
        return process("player", true, new SearchGoal.Join(gameId, "count"));
    }

    CountingProcess standsBy() {
        return process("spare", false, new SearchGoal.StandBy());
    }

    // ---- who is there

    /** Those whose session is neither over nor that of a dead process. */
    List<CountingProcess> alive() {
        return processes.stream().filter(CountingProcess::takesPart).toList();
    }

    List<CountingProcess> players() {
        return processes.stream().filter(p -> p.takesPart() && p.plays).toList();
    }

    List<CountingProcess> spares() {
        return processes.stream()
                .filter(p -> p.takesPart() && !p.plays && p.session.phase() == Phase.WAITING)
                .toList();
    }

    /** The server of the latest epoch. */
    Optional<CountingProcess> server() {
        CountingProcess found = null;
        for (CountingProcess p : processes) {
            if (!p.takesPart() || !p.session.isServer()) continue;
            if (found == null || p.session.view().epoch() > found.session.view().epoch()) found = p;
        }
        return Optional.ofNullable(found);
    }

    List<CountingProcess> running() {
        return processes.stream().filter(p -> p.takesPart() && p.runs()).toList();
    }

    // ---- time

    void pass(long millis) {
        long deadline = time.now() + millis * VirtualTime.MILLI;
        while (time.step(deadline)) continue;
    }

    /** False if it has not come true in so many virtual milliseconds. */
    boolean until(BooleanSupplier condition, long millis) {
        long deadline = time.now() + millis * VirtualTime.MILLI;
        int check = 0;
        while (!(check++ % 64 == 0 && condition.getAsBoolean()))
            if (!time.step(deadline)) return condition.getAsBoolean();
        return true;
    }

    // ---- the end

    /**
     * Everything heals and nothing more goes wrong: whoever lives must go on, or have been told why not (L1), and all
     * must agree.
     */
    void heal() {
        trace.say("heals");
        judge.healed = true;
        network.weather = SimulatedNetwork.Weather.FAIR;
        network.healAll();
        network.bytesPerSecond = 0;
        directory.slow(2 * VirtualTime.MILLI);
        directory.log(0, 0);
        directory.restart();
        for (CountingProcess p : processes) {
            p.go();
            p.wire.cut(false, false);
            p.latency = SimulatedProcess.USUAL_LATENCY;
            p.game.restoresThrow = 0;
            p.game.packagesThrow = 0;
            p.busyUntil = 0;
        }
    }

    void settle(long withinMillis) {
        if (!until(this::isSettled, withinMillis)) {
            for (CountingProcess p : alive()) {
                if (!isSettled(p))
                    judge.violates(
                            "L1", p + " is " + p.session.phase() + " " + withinMillis + " ms after everything healed");
            }
            return;
        }
        // The last ones' exits may still be on their way.
        if (!until(this::agrees, 15_000)) judge.violates("S6", "no agreement: " + standings());
        for (CountingProcess p : processes) p.game.quiet(true);
        if (agrees()) {
            if (!until(this::countsAgree, 10_000)) judge.violates("S9 L1", "requests are missing: " + counts());
            if (!waitFor(() -> missingTurns().isEmpty()))
                judge.violates("S11 L1", "ordered messages are missing, or twice: " + missingTurns());
            if (!waitFor(() -> judge.tells.missing(playing()).isEmpty()))
                judge.violates("S10 L1", "messages have not come: " + judge.tells.missing(playing()));
            if (!waitFor(() -> judge.letters.missing(playing()).isEmpty()))
                judge.violates("P76.9 L1", "messages have not come: " + judge.letters.missing(playing()));
            // A server that was left behind says again what it asked of itself: that may be on its way. So may what was
            // ordered meanwhile, where D is short for the way to somebody, who is put out and comes back.
            waitFor(() -> lost().isEmpty() && judge.everybodyToldAll());
            String lost = lost();
            if (!lost.isEmpty()) judge.violates("S9", "more is lost than was told: " + lost);
            else toldInVain();
        }
        judge.atTheEnd();
    }

    /** A condition that takes long to look at is looked at now and then. */
    private boolean waitFor(BooleanSupplier condition) {
        for (int i = 0; i < 20; i++) {
            if (condition.getAsBoolean()) return true;
            pass(500);
        }
        return condition.getAsBoolean();
    }

    private String missingTurns() {
        StringBuilder text = new StringBuilder();
        for (CountingProcess p : counted()) {
            Set<Long> wrong = judge.losses.wrong(p.game, turns(p));
            if (!wrong.isEmpty())
                text.append(p)
                        .append(' ')
                        .append(wrong)
                        .append(" of ")
                        .append(p.game.sent().turns())
                        .append("; ");
        }
        return text.toString();
    }

    /** Requests and ordered messages together, of those that send nothing more. */
    private String lost() {
        StringBuilder text = new StringBuilder();
        for (CountingProcess p : counted()) {
            Score score = server().orElseThrow().game.score(p.session.self().id());
            if (p.game.isQuiet() && !judge.losses.isWhole(p.game, score, turns(p)))
                text.append(p)
                        .append(" sent ")
                        .append(p.game.sent())
                        .append(", the server has ")
                        .append(score)
                        .append(", ordered are ")
                        .append(turns(p).keySet())
                        .append("; ");
        }
        return text.toString();
    }

    /** Also those who have died: what was lost before is not there since. */
    private void toldInVain() {
        Optional<CountingProcess> server = server();
        if (server.isEmpty()) return;
        Set<Long> line =
                judge.history.lineOf(server.get().session.view().epoch()).keySet();
        for (CountingProcess p : processes) {
            if (p.lies()) continue;
            Score score = server.get().game.score(p.session.self().id());
            long vain = judge.losses.toldInVain(p.game, score, turns(p), line);
            if (vain > 0) judge.violates("P23.9", p + " was told that " + vain + " more are lost than are missing");
        }
    }

    /** Players whose messages must be there. */
    private List<CountingProcess> counted() {
        if (server().isEmpty()) return List.of();
        return playing().stream().filter(p -> p.plays && !p.lies()).toList();
    }

    /** How often each of this player's ordered messages is in the history. */
    private Map<Long, Integer> turns(CountingProcess p) {
        long epoch = server().orElseThrow().session.view().epoch();
        return judge.turns(p.session.self().id(), epoch, p.game.sent().turns());
    }

    /** A worker that has nothing to do sleeps: a thread that is woken for nothing takes a core from the game. */
    void sleepsWell() {
        for (CountingProcess p : processes) {
            if (p.mostInVain() > looksASecond)
                judge.violates(
                        "sleep", p + " was woken " + p.mostInVain() + " times within a second and had nothing to do");
        }
    }

    /** Joins, offers and repeats make no storm, whatever went wrong (L8). */
    void keepsQuiet() {
        for (CountingProcess p : processes) {
            if (p.mostSaid() > MESSAGES_A_SECOND)
                judge.violates("L8", p + " sent " + p.mostSaid() + " messages to one member within a second");
        }
    }

    private boolean isSettled() {
        return alive().stream().allMatch(SimulatedCluster::isSettled);
    }

    private static boolean isSettled(CountingProcess p) {
        Phase phase = p.session.phase();
        return phase == Phase.PLAYING || phase == Phase.CLOSED || phase == Phase.WAITING && !p.plays;
    }

    private List<CountingProcess> playing() {
        return processes.stream()
                .filter(p -> p.takesPart() && p.session.phase() == Phase.PLAYING)
                .toList();
    }

    private boolean agrees() {
        List<CountingProcess> playing = playing();
        // A member that says that it has had what it has not had is not told it again: its own view is its own affair.
        Optional<CountingProcess> honest =
                playing.stream().filter(p -> !p.lies()).findFirst();
        if (honest.isEmpty()) return true;
        CountingProcess first = honest.get();
        long players = playing.stream().filter(p -> p.plays).count();
        return playing.stream().allMatch(p -> p.lies() || p.session.view().equals(first.session.view()))
                && judge.dropped.mayShow(first.session.view().players().size(), players)
                && playing.stream().filter(p -> p.session.isServer()).count() == 1;
    }

    private boolean countsAgree() {
        Optional<CountingProcess> server = server();
        if (server.isEmpty()) return true;
        for (CountingProcess p : playing()) {
            if (!p.plays) continue;
            if (!p.lies()
                    && !judge.losses.isWhole(
                            p.game, server.get().game.score(p.session.self().id()))) return false;
        }
        return true;
    }

    private String standings() {
        StringBuilder text = new StringBuilder();
        for (CountingProcess p : alive())
            text.append(p)
                    .append(' ')
                    .append(p.session.phase())
                    .append(' ')
                    .append(p.session.view())
                    .append("; ");
        return text.toString();
    }

    private String counts() {
        StringBuilder text = new StringBuilder();
        server().ifPresent(server -> {
            for (CountingProcess p : playing()) {
                if (p.plays)
                    text.append(p)
                            .append(" sent ")
                            .append(p.game.adds)
                            .append(' ')
                            .append(p.game.anys)
                            .append(", the server has ")
                            .append(server.game.score(p.session.self().id()))
                            .append("; ");
            }
        });
        return text.toString();
    }

    /** The processes that were told that the game is over, and the reasons. */
    List<Closed.Why> closed() {
        return processes.stream()
                .filter(p -> !p.isDead() && p.witness.closedWhy != null)
                .map(p -> p.witness.closedWhy)
                .toList();
    }
}
