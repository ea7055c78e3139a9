package org.gamenet.rgs.examples.teapots.drill;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;
import org.gamenet.rgs.examples.teapots.cast.LeashedDirectory;
import org.gamenet.rgs.examples.teapots.cast.LocalPorts;
import org.jspecify.annotations.Nullable;

/**
 * Starts the cast, kills whoever serves when the script says so, prints what goes on, and has it judged. One thread.
 */
public final class Drill {
    private static final long START_MILLIS = 30_000;
    /** A busy machine may make it last this much longer. */
    private static final long PATIENCE_MILLIS = 15_000;

    private static final long SECOND_MILLIS = 1_000;
    private static final int FAULTS_SHOWN = 20;
    private static final Report.Pot UNKNOWN = new Report.Pot(Double.NaN, Double.NaN, 0, 0);

    private final Script script;
    private final String logs;
    private final PrintStream out;
    private final Cast cast;
    private final Notes notes = new Notes();
    private final Map<String, Child> alive = new HashMap<>();
    private final List<Kill> kills = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private @Nullable Child lastVictim;
    private long zero;

    private Drill(Script script, String logs, PrintStream out, Cast cast) {
        this.logs = logs;
        this.script = script;
        this.out = out;
        this.cast = cast;
    }

    /**
     * Runs the standard drill, in less than a minute; prints its last line. True for PASS. {@code logs}: folder for
     * session logs; empty for none.
     */
    public static boolean run(long seed, String broken, String logs, PrintStream out)
            throws IOException, InterruptedException {
        Script script = Script.standard(seed, broken);
        Cast cast = new Cast();
        try {
            Verdict verdict = new Drill(script, logs, out, cast).play();
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

    private Verdict play() throws IOException, InterruptedException {
        try {
            assemble();
            perform();
        } catch (Stopped stopped) {
            faults.add(stopped.getMessage());
        }
        if (faults.isEmpty()) return DrillChecker.judge(recording());
        return new Verdict(faults, "");
    }

    // ---- before

    private void assemble() throws IOException, InterruptedException {
        String directory = "127.0.0.1:" + startDirectory();
        out.printf(
                "directory on %s; starting a server, %d spares, %d players ...%n",
                directory, script.spares(), script.players().size());
        member("server", "server", directory, 0);
        for (int i = 1; i <= script.spares(); i++) member("spare", "spare-" + i, directory, 0);
        await("the server to serve", () -> notes.serves("server"));
        for (int i = 0; i < script.players().size(); i++)
            member("player", script.players().get(i), directory, script.seed() + i);
        await(
                "every player to see every teapot",
                () -> script.players().stream().allMatch(this::seesEverybody));
        zero = System.currentTimeMillis();
    }

    private int startDirectory() throws IOException, InterruptedException {
        int port = LocalPorts.anyFree();
        alive.put("directory", LeashedDirectory.start(cast, port));
        await("the directory to answer", () -> LocalPorts.answers(port));
        return port;
    }

    private void member(String part, String name, String directory, long seed) throws IOException {
        start(name, DrillMember.class, part, name, directory, Long.toString(seed), script.broken(), logs);
    }

    private void start(String label, Class<?> main, String... arguments) throws IOException {
        alive.put(label, cast.start(label, main, arguments));
    }

    private boolean seesEverybody(String player) {
        return notes.latest(player, Report.Shown.class)
                .filter(world -> world.pots().size() == script.players().size())
                .isPresent();
    }

    // ---- the run

    private void perform() throws InterruptedException {
        out.println(StatusTable.head());
        long nextRows = 0;
        int killed = 0;
        int told = 0;
        boolean ceased = false;
        while (time() < script.end()
                || time() < script.end() + PATIENCE_MILLIS
                        && (killed < script.kills().size() || told < killed || !isCounted())) {
            listen(20);
            if (killed > told && recovered(killed)) {
                told = killed;
                tell(kills.get(killed - 1));
            }
            if (killed < script.kills().size()
                    && told == killed
                    && time() >= script.kills().get(killed)) {
                killServer();
                killed++;
            }
            if (!ceased && time() >= script.cease()) {
                ceased = true;
                script.players().stream()
                        .filter(alive::containsKey)
                        .forEach(p -> alive.get(p).say(DrillMember.CEASE));
            }
            if (time() >= nextRows) {
                out.println(StatusTable.rows(nextRows / (double) SECOND_MILLIS, rows()));
                nextRows += SECOND_MILLIS;
            }
        }
        if (told < killed)
            throw new Stopped("no recovery from death " + killed + " within " + (time() - since(killed)) + " ms");
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

    private void killServer() {
        List<Child> serving = alive.values().stream()
                .filter(child -> notes.serves(child.label()))
                .toList();
        List<String> names = serving.stream().map(Child::label).toList();
        if (names.size() != 1) throw new Stopped("exactly one process should say that it serves: " + names);
        Child victim = serving.get(0);
        alive.remove(victim.label());
        notes.turnPage();
        kills.add(new Kill(System.currentTimeMillis(), notes.peer(victim.label()), peers(players())));
        lastVictim = victim;
        victim.kill();
        out.printf(
                "%n%5.1f  SIGKILL for %s, process %d%n%n",
                time() / (double) SECOND_MILLIS, victim.label(), victim.pid());
    }

    private boolean recovered(int deaths) {
        return players().stream()
                .allMatch(p -> notes.count(p, Report.Resumed.class) >= deaths
                        && notes.latest(p, Report.Shown.class).orElseThrow().at()
                                >= notes.latest(p, Report.Resumed.class)
                                        .orElseThrow()
                                        .at());
    }

    private void tell(Kill kill) {
        out.println();
        Timeline.lines(kill, lastVictim == null ? "server" : lastVictim.label(), Set.copyOf(players()), notes.page())
                .forEach(out::println);
        out.println();
        out.println(StatusTable.head());
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

    // ---- listening

    private void await(String what, BooleanSupplier done) throws InterruptedException {
        long deadline = System.currentTimeMillis() + START_MILLIS;
        while (!done.getAsBoolean()) {
            if (System.currentTimeMillis() > deadline)
                throw new Stopped("waited " + START_MILLIS / 1_000 + " s in vain for " + what);
            listen(20);
        }
    }

    /** Takes in all that was said, and waits a little if nothing was. */
    private void listen(long millis) throws InterruptedException {
        for (Cast.Heard heard = cast.hear(millis); heard != null; heard = cast.hear(0)) {
            Child child = heard.child();
            if (heard.line() instanceof Child.Line.Text line) {
                ReportLine.parse(line.text()).ifPresent(report -> notes.add(child.label(), report));
            } else if (!child.ours()) {
                throw new Stopped("%s %s: see %s.err".formatted(child.label(), child.ending(), child.label()));
            }
        }
    }

    private Recording recording() {
        Map<String, List<Report>> players = new HashMap<>();
        for (String player : script.players()) players.put(notes.peer(player), notes.all(player));
        return new Recording(zero, kills, players);
    }

    private List<String> players() {
        return script.players().stream().filter(alive::containsKey).toList();
    }

    private Set<String> peers(List<String> labels) {
        Set<String> peers = new HashSet<>();
        labels.forEach(label -> peers.add(notes.peer(label)));
        return peers;
    }

    private long time() {
        return System.currentTimeMillis() - zero;
    }

    private long since(int death) {
        return kills.get(death - 1).at() - zero;
    }

    /** The drill cannot go on. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped(String why) {
            super(why);
        }
    }
}
