package org.gamenet.rgs.examples.teapots.drill;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;

/** Starts the cast, does to it what the script says, prints what goes on, and has it judged. One thread. */
public final class Drill {
    /** A busy machine may make it last this much longer. */
    private static final long PATIENCE_MILLIS = 15_000;

    private static final long SECOND_MILLIS = 1_000;
    private static final int FAULTS_SHOWN = 20;
    static final Report.Pot UNKNOWN = new Report.Pot(Double.NaN, Double.NaN, 0, 0);

    private final Script script;
    private final PrintStream out;
    private final Troupe troupe;
    private final Notes notes;
    private final Stagehand stagehand;
    private final List<String> faults = new ArrayList<>();

    private Drill(Script script, PrintStream out, Troupe troupe) {
        this.script = script;
        this.out = out;
        this.troupe = troupe;
        this.notes = troupe.notes();
        this.stagehand = new Stagehand(troupe, out);
    }

    /**
     * Runs the standard drill, in less than a minute; prints its last line. True for PASS. {@code logs}: folder for
     * session logs; empty for none.
     */
    public static boolean run(long seed, String broken, String logs, PrintStream out)
            throws IOException, InterruptedException {
        Script script = Script.standard(seed, broken, Child.canBeStopped());
        Cast cast = new Cast();
        try {
            DrillVerdict verdict = new Drill(script, out, new Troupe(cast, script, logs)).play();
            cast.end();
            if (verdict.pass()) cast.forget();
            else out.println("what every process said: " + cast.folder());
            verdict.faults().stream().limit(FAULTS_SHOWN).forEach(fault -> out.println("  - " + fault));
            out.println(verdict.line());
            return verdict.pass();
        } finally {
            cast.end();
        }
    }

    private DrillVerdict play() throws IOException, InterruptedException {
        try {
            assemble();
            perform();
        } catch (Troupe.Stopped stopped) {
            faults.add(stopped.getMessage());
        }
        if (faults.isEmpty()) return DrillChecker.judge(recording());
        return new DrillVerdict(faults, "");
    }

    // ---- before

    private void assemble() throws IOException, InterruptedException {
        out.printf(
                "directory on %s; starting a server and %d players ...%n",
                troupe.startDirectory(), script.players().size());
        troupe.member("server", "server", 0);
        for (int i = 1; i <= script.spares(); i++) troupe.member("spare", "spare-" + i, 0);
        troupe.await("the server to serve", () -> notes.serves("server"));
        for (int i = 0; i < script.players().size(); i++)
            troupe.member("player", script.players().get(i), script.seed() + i);
        troupe.await(
                "every player to see every teapot",
                () -> script.players().stream().allMatch(this::seesEverybody));
        troupe.begin();
    }

    private boolean seesEverybody(String player) {
        return notes.latest(player, Report.Shown.class)
                .filter(world -> world.pots().size() == script.players().size())
                .isPresent();
    }

    // ---- the run

    private void perform() throws IOException, InterruptedException {
        out.println(StatusTable.head());
        long nextRows = 0;
        boolean ceased = false;
        while (troupe.time() < script.end()
                || troupe.time() < script.end() + PATIENCE_MILLIS && !(stagehand.isDone() && isCounted())) {
            troupe.listen(20);
            stagehand.work();
            if (!ceased && troupe.time() >= script.cease()) {
                ceased = true;
                players().forEach(p -> troupe.child(p).say(DrillMember.CEASE));
            }
            if (troupe.time() >= nextRows) {
                out.println(StatusTable.rows(nextRows / (double) SECOND_MILLIS, rows()));
                nextRows += SECOND_MILLIS;
            }
        }
        if (!stagehand.isDone()) throw new Troupe.Stopped(stagehand.complaint());
        if (players().stream().noneMatch(notes::serves)) faults.add("no player serves, though every spare is dead");
    }

    /** Whether every player has been shown that all it asked for was counted. */
    private boolean isCounted() {
        return players().stream()
                .allMatch(p -> notes.latest(p, Report.Asked.class)
                        .map(Report.Asked::requests)
                        .orElse(0)
                        .equals(notes.latest(p, Report.Shown.class)
                                .map(world -> world.pots().get(notes.peer(p)))
                                .map(Report.Pot::asked)
                                .orElse(0)));
    }

    private List<StatusTable.Row> rows() {
        List<StatusTable.Row> rows = new ArrayList<>();
        for (String player : players()) {
            Optional<Report.Status> status = notes.latest(player, Report.Status.class);
            Report.Pot pot = notes.latest(player, Report.Shown.class)
                    .map(world -> world.pots().get(notes.peer(player)))
                    .orElse(UNKNOWN);
            rows.add(new StatusTable.Row(
                    player,
                    notes.serves(player),
                    phase(player),
                    pot.x(),
                    pot.z(),
                    pot.score(),
                    epoch(player),
                    status.map(Report.Status::rttMillis).orElse(Double.NaN),
                    status.map(Report.Status::ageMillis).orElse(Double.NaN)));
        }
        return rows;
    }

    /** A reading is up to a second old; what happened since is newer. */
    private String phase(String player) {
        if (notes.count(player, Report.Frozen.class) > notes.count(player, Report.Resumed.class)) return "frozen";
        return notes.latest(player, Report.Status.class)
                .map(Report.Status::phase)
                .orElse("-");
    }

    private long epoch(String player) {
        long read = notes.latest(player, Report.Status.class)
                .map(Report.Status::epoch)
                .orElse(0L);
        return Math.max(
                read,
                notes.latest(player, Report.Resumed.class)
                        .map(Report.Resumed::epoch)
                        .orElse(0L));
    }

    private DrillRecording recording() {
        Map<String, List<Report>> players = new HashMap<>();
        for (String player : script.players()) players.put(notes.peer(player), notes.all(player));
        return new DrillRecording(troupe.began(), stagehand.kills(), stagehand.favours(), players);
    }

    private List<String> players() {
        return troupe.players();
    }
}
