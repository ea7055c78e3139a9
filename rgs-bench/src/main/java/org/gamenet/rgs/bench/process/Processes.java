package org.gamenet.rgs.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one measurement: what all of them say, in one queue; and none outlives this, whether it is closed,
 * interrupted or killed (a child ends with its standard input). Any thread may start one, one thread hears.
 */
public final class Processes implements AutoCloseable {
    /** The property with the name of this program's main class, with which every child is started. */
    public static final String PROGRAM = "rgs.bench.program";

    /** The property of a program that does not know its class path by its own, such as a test's. */
    public static final String CLASS_PATH = "rgs.bench.class.path";

    private static final List<String> JVM = List.of(
            "-Xmx256m",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseSerialGC",
            // Else this collector collects the whole heap at 21 MB of loaded classes, often within the first recovery.
            "-XX:MetaspaceSize=64m",
            "-XX:-UsePerfData",
            "-Djava.awt.headless=true");

    private final List<String> options;
    private final Path folder;
    private final List<ChildProcess> children = new ArrayList<>();
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final Thread hook = new Thread(this::end, "ends the children");
    private volatile boolean keep;

    /** A line and who said it; null for its last word, the end. */
    public record Heard(ChildProcess from, @Nullable String line) {}

    /** With a folder of its own for what the processes write to standard error. */
    public Processes() throws IOException {
        this(List.of());
    }

    /** With further options for the JVM of each child. */
    public Processes(List<String> options) throws IOException {
        this.options = List.copyOf(options);
        folder = Files.createTempDirectory("rgs-bench");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Where the children's standard errors are, and room for their files. */
    public Path folder() {
        return folder;
    }

    /** Leaves the folder where it is, for a person to look into. */
    public void keepFolder() {
        keep = true;
    }

    /**
     * Starts this program once more, in a process with a small heap: the kernel closes the sockets of a dead process
     * only once it has freed its memory.
     */
    public ChildProcess start(String label, List<String> arguments) throws IOException {
        return start(label, List.of(), arguments);
    }

    /** The same, with what comes before the command: that which leads into a network of its own. */
    public ChildProcess start(String label, List<String> enter, List<String> arguments) throws IOException {
        return start(label, new Launch(enter, List.of()), arguments);
    }

    /**
     * How one process is started.
     *
     * @param enter what comes before the command
     * @param options for its JVM; they win over those of all
     */
    public record Launch(List<String> enter, List<String> options) {}

    /** The same, with what only this one is started with. */
    public synchronized ChildProcess start(String label, Launch launch, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(launch.enter());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        String level = System.getProperty("rgs.bench.log");
        if (level != null) command.add("-Drgs.bench.log=" + level);
        command.addAll(options);
        command.addAll(launch.options());
        command.addAll(List.of(
                "-cp",
                System.getProperty(CLASS_PATH, System.getProperty("java.class.path")),
                Objects.requireNonNull(System.getProperty(PROGRAM), PROGRAM)));
        command.addAll(arguments);
        ChildProcess child = ChildProcess.start(
                label, command, folder.resolve(label + ".err").toFile(), heard::add);
        children.add(child);
        return child;
    }

    /** The next line of any child, or null if there is none for so long. */
    public @Nullable Heard hear(long millis) throws InterruptedException {
        return heard.poll(Math.max(0, millis), TimeUnit.MILLISECONDS);
    }

    /** Ends some of them, and forgets what they still have to say. */
    public synchronized void end(List<ChildProcess> some) throws InterruptedException {
        some.forEach(ChildProcess::kill);
        for (ChildProcess child : some) child.awaitEnd();
        children.removeAll(some);
        heard.removeIf(said -> some.contains(said.from()));
    }

    /** Ends all of them, and removes the folder unless it was to be kept. Waits for their last words. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            // then the hook has done the same
        }
    }

    private void end() {
        List<ChildProcess> all = snapshot();
        all.forEach(ChildProcess::kill);
        try {
            for (ChildProcess child : all) child.awaitEnd();
            if (!keep) remove();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        } catch (IOException | UncheckedIOException inUse) {
            // it lies among temporary files
        }
    }

    private void remove() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) Files.deleteIfExists(file);
    }

    private synchronized List<ChildProcess> snapshot() {
        return List.copyOf(children);
    }
}
