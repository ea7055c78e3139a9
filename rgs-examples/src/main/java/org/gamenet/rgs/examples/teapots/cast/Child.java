package org.gamenet.rgs.examples.teapots.cast;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** One process of a duel, ended by its own handle and by nothing else. Any thread. */
public final class Child {
    /**
     * A small heap: the kernel closes a dead process's sockets only after it has freed its memory, so a big one looks
     * alive for longer.
     */
    private static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:MetaspaceSize=64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Djava.awt.headless=true",
            "-Dteapots.log=report");

    private final String label;
    private final Process process;
    private final BufferedWriter input;
    private final Thread reader;
    private volatile boolean ours;

    private Child(String label, Process process, Path folder, BiConsumer<Child, Output> heard) {
        this.label = label;
        this.process = process;
        reader = new Thread(() -> read(folder.resolve(label + ".out"), heard), "reads " + label);
        reader.setDaemon(true);
        input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process with this one's class path; each line it prints is kept in the folder and handed on, then its
     * end.
     */
    static Child start(
            String label, Class<?> main, List<String> arguments, Path folder, BiConsumer<Child, Output> heard)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve(label + ".err").toFile())
                .start();
        Child child = new Child(label, process, folder, heard);
        child.reader.start();
        return child;
    }

    /** A line that a process printed, or its end. */
    public sealed interface Output {
        /** Something it printed. */
        record Text(String text) implements Output {}

        /** It has ended. */
        record End() implements Output {}
    }

    /** Its name among its like. */
    public String label() {
        return label;
    }

    /** Its number at the operating system. */
    public long pid() {
        return process.pid();
    }

    /** Whether its end was wanted. */
    public boolean ours() {
        return ours;
    }

    /** Says something on its standard input; nothing happens if it has ended. */
    public void say(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException ended) {
            // It has ended, which its reader tells.
        }
    }

    /** How it ended, in words. */
    public String ending() throws InterruptedException {
        return process.waitFor(1, TimeUnit.SECONDS)
                ? "ended by itself, with exit code " + process.exitValue()
                : "closed its output";
    }

    /** Ends it as a power cut would: no hook of its own runs. */
    public void kill() {
        ours = true;
        process.toHandle().destroyForcibly();
    }

    /**
     * It stands still, its sockets open, until it {@link #goOn goes on}; does nothing where there are no such signals.
     */
    public void stop() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** It goes on, and does not know that it had stopped. */
    public void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    /** Whether this machine can stop a process. */
    public static boolean canBeStopped() {
        return File.separatorChar == '/';
    }

    private void signal(String name) throws IOException, InterruptedException {
        if (canBeStopped())
            new ProcessBuilder("kill", name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
    }

    /** Waits until it is gone and its last line was handed on, 2 s at most. */
    void await() throws InterruptedException {
        process.waitFor(1, TimeUnit.SECONDS);
        reader.join(1_000);
    }

    private void read(Path transcript, BiConsumer<Child, Output> heard) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                Writer copy = Files.newBufferedWriter(transcript)) {
            for (String text = out.readLine(); text != null; text = out.readLine()) {
                copy.write(text + "\n");
                heard.accept(this, new Output.Text(text));
            }
        } catch (IOException | UncheckedIOException broken) {
            // A killed process may break its pipe: the same as its end.
        }
        heard.accept(this, new Output.End());
    }
}
