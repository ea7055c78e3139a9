package org.gamenet.rgs.processes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gamenet.rgs.bench.ground.Ground;
import org.gamenet.rgs.directory.DirectoryMain;

/** One game of four processes and a directory, and one fault after the other. One thread. */
final class Drill implements AutoCloseable {
    static final int PLAYERS = 4;
    static final int DIRECTORY = PLAYERS;
    private static final long PATIENCE_MILLIS = 45_000;
    private static final long WHOLE_MILLIS = 180_000;
    private static final long LATE_MILLIS = 500;
    /** With nothing else on the machine a drill makes it less than 2. */
    static final double LOAD_MOST = 3;

    private static final List<String> JVM =
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");
    private static final Pattern READY = Pattern.compile("directory ready on ([^ ,]+)");

    private final Ground ground;
    private final Path folder;
    private final Random random;
    private final Map<Integer, Process> processes = new HashMap<>();
    private final Map<Integer, Writer> ears = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    private final List<String> stalls = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WHOLE_MILLIS);
    private int questions;
    private String last = "";

    /** A condition did not come true in time; the message says which, and how things stand. */
    static final class WaitedInVain extends RuntimeException {
        WaitedInVain(String what) {
            super(what);
        }
    }

    /** Something that the ground does. */
    interface Act {
        void happen() throws IOException;
    }

    Drill(Ground ground, Path folder, long seed) {
        this.ground = ground;
        this.folder = folder;
        this.random = new Random(seed);
    }

    void assemble() throws IOException, InterruptedException {
        start(
                DIRECTORY,
                List.of(
                        DirectoryMain.class.getName(),
                        "--host",
                        ground.host(DIRECTORY),
                        "--port",
                        "0",
                        "--data",
                        folder.resolve("directory").toString()));
        await("the directory", () -> listensAt().isPresent());
        String directory = ground.directory(listensAt().orElseThrow());
        for (int i = 0; i < PLAYERS; i++) {
            start(
                    i,
                    List.of(
                            Counted.class.getName(),
                            directory,
                            "p" + i,
                            ground.bind(i),
                            file(i).toString(),
                            String.valueOf(i == 0)));
            int number = i;
            await("p" + i + " to play", () -> history(number).plays());
        }
        settle();
    }

    private Optional<String> listensAt() {
        Matcher ready = READY.matcher(output(DIRECTORY));
        return ready.find() ? Optional.of(ready.group(1)) : Optional.empty();
    }

    private String output(int process) {
        try {
            return Files.readString(folder.resolve(process + ".out"));
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }

    private Path file(int player) {
        return folder.resolve("p" + player + ".history");
    }

    private void start(int number, List<String> program) throws IOException {
        List<String> command = new ArrayList<>(ground.enter(number));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(
                List.of("-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(program);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(number + ".out").toFile())
                .start();
        processes.put(number, process);
        ears.put(number, process.outputWriter());
    }

    private History history(int player) {
        return History.read("p" + player, file(player));
    }

    private List<Integer> living() {
        List<Integer> living = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) if (!dead.contains("p" + i)) living.add(i);
        return living;
    }

    // ---- faults

    /** SIGKILL to whoever serves. */
    void killTheServer() throws IOException, InterruptedException {
        int server = server();
        story.add("kills p" + server + ", which serves");
        dead.add("p" + server);
        processes.get(server).toHandle().destroyForcibly();
        settle();
    }

    /** SIGSTOP, for less than it takes to be given up, then SIGCONT. */
    void pause(long millis) throws IOException, InterruptedException {
        int one = anybody();
        story.add("stops p" + one + " for " + millis + " ms");
        signal("STOP", one);
        sleep(millis);
        signal("CONT", one);
        settle();
    }

    /** SIGSTOP to the directory, SIGKILL to whoever serves, and the directory goes on after so long. */
    void killTheServerWithoutADirectory(long millis) throws IOException, InterruptedException {
        int server = server();
        story.add("stops the directory for " + millis + " ms, and kills p" + server + ", which serves");
        signal("STOP", DIRECTORY);
        dead.add("p" + server);
        processes.get(server).toHandle().destroyForcibly();
        sleep(millis);
        signal("CONT", DIRECTORY);
        settle();
    }

    private void signal(String name, int player) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(
                        "kill", "-" + name, String.valueOf(processes.get(player).pid()))
                .start();
        if (kill.waitFor() != 0) throw new IOException("no SIG" + name + " for p" + player);
    }

    /** Something is wrong for so long. */
    void forAWhile(String what, long millis, Act begins, Act ends) throws IOException, InterruptedException {
        story.add(what + " for " + millis + " ms");
        begins.happen();
        sleep(millis);
        ends.happen();
        settle();
    }

    private void sleep(long millis) throws InterruptedException {
        long from = System.nanoTime();
        Thread.sleep(millis);
        long late = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from) - millis;
        if (late > LATE_MILLIS) stalls.add("the drill itself stood still for " + late + " ms");
    }

    /** Something happens, and is over. */
    void once(String what, Act happens) throws IOException, InterruptedException {
        story.add(what);
        happens.happen();
        settle();
    }

    /** Somebody who lives, and is none of these. */
    int anybody(int... but) {
        List<Integer> living = new ArrayList<>(living());
        for (int each : but) living.remove(Integer.valueOf(each));
        return living.get(random.nextInt(living.size()));
    }

    // ---- how things stand

    private int server() throws IOException, InterruptedException {
        settle();
        return living().stream()
                .filter(each -> history(each)
                        .stands(last)
                        .filter(end -> end.get(4).equals("true"))
                        .isPresent())
                .findFirst()
                .orElseThrow();
    }

    /** Until all who live play with each other, and one serves. */
    private void settle() throws IOException, InterruptedException {
        await(
                "all who live to play together: " + story,
                () -> asked(false).stream()
                                .allMatch(end -> end.size() > 7
                                        && end.get(3).equals("PLAYING")
                                        && end.get(7).equals(String.valueOf(living().size())))
                        && asked(false).stream()
                                        .filter(end -> end.get(4).equals("true"))
                                        .count()
                                == 1);
    }

    /**
     * Everybody falls silent; then what the histories say together, as soon as nothing is wrong, or when the patience
     * is over.
     */
    Checker.Verdict end() throws InterruptedException {
        for (int each : living()) say(each, "quiet");
        long until = until();
        do {
            asked(true);
            Checker.Verdict verdict = verdict();
            if (verdict.isGood() || !verdict.broken().isEmpty() || System.nanoTime() > until) return verdict;
            Thread.sleep(200);
        } while (true);
    }

    /** The faults that the histories show so far. */
    Checker.Verdict verdict() {
        return Checker.check(histories(), dead, last);
    }

    /** The signs that the machine was busy elsewhere; empty if it was not. */
    List<String> excuses() {
        List<String> all = new ArrayList<>(stalls);
        histories()
                .forEach(each -> each.all("stalled")
                        .forEach(line -> all.add(each.name() + " stood still for " + line.get(1) + " ms")));
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        double load = machine.getSystemLoadAverage() / machine.getAvailableProcessors();
        if (load > LOAD_MOST) all.add(String.format(Locale.ROOT, "%.1f threads wanted each processor", load));
        return all;
    }

    private List<History> histories() {
        List<History> all = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) all.add(history(i));
        return all;
    }

    /** Asks all who live, and gives their answers; an empty one for who does not answer soon. */
    private List<List<String>> asked(boolean patiently) {
        last = "q" + ++questions;
        for (int each : living()) say(each, last);
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patiently ? 2_000 : 500);
        while (System.nanoTime() < until
                && living().stream().anyMatch(each -> history(each).stands(last).isEmpty())) pause();
        return living().stream()
                .map(each -> history(each).stands(last).orElse(List.of("", "", "", "", "", "", "", "")))
                .toList();
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void say(int player, String line) {
        try {
            ears.get(player).write(line + "\n");
            ears.get(player).flush();
        } catch (IOException gone) {
            // its silence tells
        }
    }

    private long until() {
        return Math.min(end, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long until = until();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) throw new WaitedInVain("waited in vain for " + what + "\n" + standings());
            Thread.sleep(50);
        }
    }

    /** The deeds so far. */
    String story() {
        return String.join("; ", story);
    }

    private String standings() {
        StringBuilder text = new StringBuilder();
        for (History each : histories()) {
            List<List<String>> lines = each.lines().stream()
                    .filter(line -> !line.get(0).equals("turn"))
                    .toList();
            text.append(each.name())
                    .append(dead.contains(each.name()) ? " (killed)" : "")
                    .append(": ");
            text.append(lines.subList(Math.max(0, lines.size() - 6), lines.size()))
                    .append('\n');
        }
        for (int each : processes.keySet()) {
            String said = output(each);
            if (!said.isEmpty())
                text.append(each)
                        .append(" says ")
                        .append(said, 0, Math.min(1_500, said.length()))
                        .append('\n');
        }
        return text.toString();
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.toHandle().destroyForcibly());
        for (Process process : processes.values()) {
            try {
                process.waitFor(5, TimeUnit.SECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
