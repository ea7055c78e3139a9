package org.gamenet.rgs.examples.contract;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;

/** The counting game in a JVM of its own, to be killed or stopped; what it prints is read here. */
final class ServerProcess implements AutoCloseable {
    /** Begins what a loud one writes on standard error. */
    static final String ERROR = "ERR ";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final List<String> lines = new ArrayList<>();
    private String gameId = "";

    private ServerProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(() -> read(process.inputReader(StandardCharsets.UTF_8), ""), "reads a child");
        reader.setDaemon(true);
        reader.start();
    }

    /** A player called server that has registered this game and serves it. */
    static ServerProcess registers(Tavern tavern, GameSpec game) throws IOException {
        String ways =
                String.join(",", game.failover().stream().map(Failover::name).toList());
        ServerProcess started = start(tavern, List.of("register", "server", ways));
        started.gameId = started.await(line -> line.startsWith("GAME ")).substring(5);
        return started;
    }

    /** A player of this name that asks for a seat. */
    static ServerProcess joins(Tavern tavern, GameInfo game, String name) throws IOException {
        ServerProcess started = start(tavern, List.of("join", name, game.id()));
        started.gameId = game.id();
        return started;
    }

    private static ServerProcess start(Tavern tavern, List<String> arguments) throws IOException {
        List<String> command = command(System.getProperty("java.class.path"), CountingMain.class);
        command.addAll(List.of(tavern.directoryAddress(), tavern.kind));
        command.addAll(arguments);
        return new ServerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /**
     * As {@link #registers}, with what it writes on standard error among its lines, marked; with or without a logging
     * implementation.
     */
    static ServerProcess loud(Tavern tavern, GameSpec game, boolean logback) throws IOException {
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> logback || !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
        return loud(tavern, game, command(path, CountingMain.class));
    }

    /** As {@link #loud}, with a debugger's port; {@link #debuggerPort} tells which. */
    static ServerProcess debugged(Tavern tavern, GameSpec game) throws IOException {
        List<String> command = command(System.getProperty("java.class.path"), CountingMain.class);
        command.add(1, "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");
        return loud(tavern, game, command);
    }

    private static ServerProcess loud(Tavern tavern, GameSpec game, List<String> command) throws IOException {
        command.addAll(List.of(
                tavern.directoryAddress(),
                tavern.kind,
                "register",
                "server",
                String.join(",", game.failover().stream().map(Failover::name).toList())));
        Process process = new ProcessBuilder(command).start();
        ServerProcess started = new ServerProcess(process);
        Thread reader = new Thread(
                () -> started.read(process.errorReader(StandardCharsets.UTF_8), ERROR), "reads a child's errors");
        reader.setDaemon(true);
        reader.start();
        started.gameId = started.await(line -> line.startsWith("GAME ")).substring(5);
        return started;
    }

    String debuggerPort() {
        String said = await(line -> line.startsWith("Listening for transport dt_socket"));
        return said.substring(said.lastIndexOf(' ') + 1);
    }

    /** It logs as the examples do, on standard error, and not as their tests. */
    static List<String> command(String classPath, Class<?> main) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                classPath,
                main.getName()));
    }

    private void read(BufferedReader out, String mark) {
        try {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    lines.add(mark + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    String await(Predicate<String> wanted) {
        Eventually.holds(
                "a line of the child",
                PATIENCE,
                () -> {},
                () -> lines().stream().anyMatch(wanted),
                () -> lines().toString());
        return lines().stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Its events from the last of that name on; none if there was none. */
    List<String> eventsFrom(String name) {
        List<String> events = lines().stream()
                .filter(line -> line.startsWith("EVENT "))
                .map(line -> line.substring(6))
                .toList();
        return events.contains(name) ? events.subList(events.lastIndexOf(name), events.size()) : List.of();
    }

    /** To join it by. */
    GameInfo game() {
        return new GameInfo(gameId, "kitchen", 1, 8, true, "server", false, 1, Map.of());
    }

    void tell(String word) throws IOException {
        process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    void stop() throws IOException, InterruptedException {
        signal("STOP");
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) throw new AssertionError("no signal " + name);
    }

    @Override
    public void close() {
        kill();
    }
}
