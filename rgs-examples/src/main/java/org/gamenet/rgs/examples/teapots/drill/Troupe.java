package org.gamenet.rgs.examples.teapots.drill;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;
import org.gamenet.rgs.examples.teapots.cast.LeashedDirectory;
import org.gamenet.rgs.examples.teapots.cast.LocalPorts;

/** The processes of the drill that live, and what all have said. One thread. */
final class Troupe {
    private static final long START_MILLIS = 30_000;
    /** Behind the label of the process in which a player comes back. */
    private static final String AGAIN = "-again";

    private final Cast cast;
    private final Script script;
    private final String logs;
    private final Notes notes = new Notes();
    private final Map<String, Child> alive = new HashMap<>();
    private String directory = "";
    private long zero;

    Troupe(Cast cast, Script script, String logs) {
        this.cast = cast;
        this.script = script;
        this.logs = logs;
    }

    Script script() {
        return script;
    }

    Notes notes() {
        return notes;
    }

    // ---- time

    void begin() {
        zero = System.currentTimeMillis();
    }

    /** When everybody was in, milliseconds of the machine's clock. */
    long began() {
        return zero;
    }

    /** Since then. */
    long time() {
        return System.currentTimeMillis() - zero;
    }

    // ---- who is there

    /** The players that live, by their names. */
    List<String> players() {
        return script.players().stream().filter(alive::containsKey).toList();
    }

    /** Everybody. */
    Set<String> labels() {
        return Set.copyOf(alive.keySet());
    }

    Child child(String label) {
        Child child = alive.get(label);
        if (child == null) throw new Stopped("there is no " + label + " any more");
        return child;
    }

    /** It is as good as dead. */
    Child takeAway(String label) {
        Child child = child(label);
        alive.remove(label);
        return child;
    }

    Set<String> peers(List<String> labels) {
        Set<String> peers = new HashSet<>();
        labels.forEach(label -> peers.add(notes.peer(label)));
        return peers;
    }

    // ---- starting

    /** Its address. */
    String startDirectory() throws IOException, InterruptedException {
        int port = LocalPorts.anyFree();
        alive.put("directory", LeashedDirectory.start(cast, port));
        await("the directory to answer", () -> LocalPorts.answers(port));
        directory = "127.0.0.1:" + port;
        return directory;
    }

    void member(String part, String name, long seed) throws IOException {
        alive.put(
                name,
                cast.start(name, DrillMember.class, part, name, directory, Long.toString(seed), script.broken(), logs));
    }

    /** The same player in another process, with nothing but its token, and how many of its requests were counted. */
    void again(String name, String token, int counted) throws IOException {
        alive.put(
                name,
                cast.start(
                        name + AGAIN,
                        DrillMember.class,
                        "player",
                        name,
                        directory,
                        Long.toString(script.seed()),
                        script.broken(),
                        logs,
                        token,
                        Integer.toString(counted)));
    }

    // ---- listening

    void await(String what, BooleanSupplier done) throws InterruptedException {
        long deadline = System.currentTimeMillis() + START_MILLIS;
        while (!done.getAsBoolean()) {
            if (System.currentTimeMillis() > deadline)
                throw new Stopped("waited " + START_MILLIS / 1_000 + " s in vain for " + what);
            listen(20);
        }
    }

    /** Takes in all that was said, and waits a little if nothing was. */
    void listen(long millis) throws InterruptedException {
        for (Cast.Heard heard = cast.hear(millis); heard != null; heard = cast.hear(0)) {
            Child child = heard.child();
            if (heard.line() instanceof Child.Output.Text line) {
                ReportLine.parse(line.text()).ifPresent(report -> notes.add(name(child), report));
            } else if (!child.ours()) {
                throw new Stopped("%s %s: see %s.err".formatted(child.label(), child.ending(), child.label()));
            }
        }
    }

    private static String name(Child child) {
        return child.label().replace(AGAIN, "");
    }

    /** The drill cannot go on. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped(String why) {
            super(why);
        }
    }
}
