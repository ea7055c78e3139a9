package org.gamenet.rgs.examples.teapots.cast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All processes of a duel, what they print in one queue, and the promise that none outlives it: not even after Ctrl-C.
 * Any thread.
 */
public final class Cast {
    private final Path folder;
    private final Map<String, Child> children = new LinkedHashMap<>();
    private final BlockingQueue<Heard> queue = new LinkedBlockingQueue<>();
    private final Thread hook = new Thread(this::abandon, "ends the cast");

    /** One line, and who printed it. */
    public record Heard(Child child, Child.Output line) {}

    /** Nobody yet, and a temporary folder for what they will say. */
    public Cast() throws IOException {
        folder = Files.createTempDirectory("teapots");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Where the transcripts are. */
    public Path folder() {
        return folder;
    }

    /** Starts a process under this label. */
    public synchronized Child start(String label, Class<?> main, String... arguments) throws IOException {
        Child child =
                Child.start(label, main, List.of(arguments), folder, (from, line) -> queue.add(new Heard(from, line)));
        children.put(label, child);
        return child;
    }

    /** The next line of anybody, or null if none comes in time. */
    public @Nullable Heard hear(long millis) throws InterruptedException {
        return queue.poll(Math.max(0, millis), TimeUnit.MILLISECONDS);
    }

    /** Forgets the transcripts: they are only of use after a failure. */
    public void forget() throws IOException {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.sorted(Comparator.reverseOrder()).forEach(paths::add);
        }
        for (Path path : paths) Files.deleteIfExists(path);
    }

    /** Ends all of them, and waits for their last words. Idempotent. */
    public void end() throws InterruptedException {
        killAll();
        for (Child child : all()) child.await();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // Ctrl-C: the hook is at work already.
        }
    }

    /** Ctrl-C: nobody will read the transcripts. */
    private void abandon() {
        try {
            killAll();
            for (Child child : all()) child.await();
            forget();
        } catch (InterruptedException | IOException ignored) {
            // The process ends in any case, and what is left lies among temporary files.
        }
    }

    private void killAll() {
        all().forEach(Child::kill);
    }

    private synchronized List<Child> all() {
        return List.copyOf(children.values());
    }
}
