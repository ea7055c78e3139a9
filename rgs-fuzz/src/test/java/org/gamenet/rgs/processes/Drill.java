package org.gamenet.rgs.processes;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.directory.DirectoryMain;

/** One game of four processes and a directory, each in a namespace of its own, and one fault after the other. One thread. */
final class Drill implements AutoCloseable {
    static final int PLAYERS = 4;
    private static final int DIRECTORY = PLAYERS;
    private static final int PORT = 7400;
    private static final long PATIENCE_MILLIS = 60_000;
    private static final List<String> JVM = List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private final Namespaces namespaces;
    private final Path folder;
    private final Random random;
    private final Map<Integer, Process> processes = new HashMap<>();
    private final Map<Integer, Writer> ears = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    final List<String> story = new ArrayList<>();
    private int questions;
    private String last = "";

    Drill(Namespaces namespaces, Path folder, long seed) {
        this.namespaces = namespaces;
        this.folder = folder;
        this.random = new Random(seed);
    }

    void assemble() throws IOException, InterruptedException {
        start(DIRECTORY, List.of(DirectoryMain.class.getName(), "--host", Namespaces.address(DIRECTORY), "--port", String.valueOf(PORT), "--data", folder.resolve("data").toString()));
        for (int i = 0; i < PLAYERS; i++) {
            start(i, List.of(Counted.class.getName(), Namespaces.address(DIRECTORY) + ":" + PORT, "p" + i, Namespaces.address(i) + ":0", file(i).toString(), String.valueOf(i == 0)));
            int number = i;
            await("p" + i + " to play", () -> history(number).plays());
        }
        settle();
    }

    private Path file(int player) {
        return folder.resolve("p" + player + ".history");
    }

    private void start(int number, List<String> program) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespaces.name(number), Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JVM);
        command.addAll(List.of("-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        command.addAll(program);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve(number + ".out").toFile()).start();
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
        Thread.sleep(millis);
        signal("CONT", one);
        settle();
    }

    private void signal(String name, int player) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(processes.get(player).pid())).start();
        if (kill.waitFor() != 0) throw new IOException("no SIG" + name + " for p" + player);
    }

    void pullTheCable(long millis) throws IOException, InterruptedException {
        int one = anybody();
        story.add("pulls the cable of p" + one + " for " + millis + " ms");
        namespaces.link(one, false);
        Thread.sleep(millis);
        namespaces.link(one, true);
        settle();
    }

    void cutOneWay(long millis) throws IOException, InterruptedException {
        int from = anybody();
        int to = anybody(from);
        story.add("cuts p" + from + " to p" + to + " for " + millis + " ms");
        namespaces.cut(from, to);
        Thread.sleep(millis);
        namespaces.heal(to);
        settle();
    }

    void lose(int percent, long millis) throws IOException, InterruptedException {
        int one = anybody();
        story.add("loses " + percent + " % of what goes to p" + one + " for " + millis + " ms");
        namespaces.lose(one, percent);
        Thread.sleep(millis);
        namespaces.heal(one);
        settle();
    }

    void reset() throws IOException, InterruptedException {
        int one = anybody();
        story.add("resets all connections of p" + one);
        namespaces.reset(one, PLAYERS + 1);
        settle();
    }

    private int anybody(int... but) {
        List<Integer> living = new ArrayList<>(living());
        for (int each : but) living.remove(Integer.valueOf(each));
        return living.get(random.nextInt(living.size()));
    }

    // ---- how things stand

    private int server() throws IOException, InterruptedException {
        settle();
        return living().stream().filter(each -> history(each).stands(last).filter(end -> end.get(4).equals("true")).isPresent()).findFirst().orElseThrow();
    }

    /** Until all who live play with each other, and one serves. */
    private void settle() throws IOException, InterruptedException {
        await("all who live to play together: " + story, () -> asked(false).stream().allMatch(end -> end.size() > 7 && end.get(3).equals("PLAYING")
                && end.get(7).equals(String.valueOf(living().size()))) && asked(false).stream().filter(end -> end.get(4).equals("true")).count() == 1);
    }

    /** Everybody falls silent; then what the histories say together. */
    List<String> end() throws InterruptedException {
        for (int each : living()) say(each, "quiet");
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        List<String> faults = List.of("nothing was asked");
        while (!faults.isEmpty() && System.nanoTime() < until) {
            asked(true);
            faults = Checker.check(histories(), dead, last);
            if (!faults.isEmpty()) Thread.sleep(200);
        }
        return faults;
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
        while (System.nanoTime() < until && living().stream().anyMatch(each -> history(each).stands(last).isEmpty())) pause();
        return living().stream().map(each -> history(each).stands(last).orElse(List.of("", "", "", "", "", "", "", ""))).toList();
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

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) throw new IllegalStateException("waited in vain for " + what + "\n" + standings());
            Thread.sleep(50);
        }
    }

    private String standings() {
        StringBuilder text = new StringBuilder();
        for (History each : histories()) {
            List<List<String>> lines = each.lines().stream().filter(line -> !line.get(0).equals("turn")).toList();
            text.append(each.name()).append(dead.contains(each.name()) ? " (killed)" : "").append(": ");
            text.append(lines.subList(Math.max(0, lines.size() - 6), lines.size())).append('\n');
        }
        try {
            for (int i = 0; i <= DIRECTORY; i++) {
                Path out = folder.resolve(i + ".out");
                if (Files.exists(out) && Files.size(out) > 0) text.append(i).append(" says ").append(Files.readString(out), 0, (int) Math.min(1_500, Files.size(out))).append('\n');
            }
        } catch (IOException cannot) {
            text.append(cannot);
        }
        return text.toString();
    }

    @Override public void close() {
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
