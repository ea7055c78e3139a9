package org.gamenet.rgs.bench.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process that this one started, and holds by its handle. Any thread. */
public final class ChildProcess {
    private static final long LAST_WORDS_MILLIS = 2_000;
    private static final long CLOCK_STEP_MILLIS = 100;

    private final String label;
    private final Process process;
    private final Writer input;
    private final Thread listener;
    private final BlockingQueue<Long> clocks = new LinkedBlockingQueue<>();
    private volatile boolean ending;

    private ChildProcess(String label, Process process, Consumer<Processes.Heard> heard) {
        this.label = label;
        this.process = process;
        input = process.outputWriter(StandardCharsets.UTF_8);
        listener = new Thread(() -> listen(heard), "hears " + label);
        listener.setDaemon(true);
    }

    /**
     * Starts it; each line of its standard output, and at last its end, is told on a thread of its own. Its errors go
     * to the file.
     */
    static ChildProcess start(String label, List<String> command, File errors, Consumer<Processes.Heard> heard)
            throws IOException {
        ChildProcess child = new ChildProcess(
                label, new ProcessBuilder(command).redirectError(errors).start(), heard);
        child.listener.start();
        return child;
    }

    /** The name of the process here. */
    public String label() {
        return label;
    }

    /** Its number in the system. */
    public long pid() {
        return process.pid();
    }

    /**
     * Processor time it has had so far, in nanoseconds, as fine as the system counts it (10 ms on Linux); 0 once it has
     * ended.
     */
    public long cpuNanos() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    /** Whether its end was brought about here. */
    public boolean ending() {
        return ending;
    }

    /** Writes a line to its standard input; to one that has ended, nothing. */
    public synchronized void tell(String line) {
        try {
            input.write(line + '\n');
            input.flush();
        } catch (IOException gone) {
            // its end is told by the listener
        }
    }

    /** It may end by itself from now on. */
    public void mayEnd() {
        ending = true;
    }

    /** SIGKILL, by its handle: on return the kernel has it. Idempotent. */
    public void kill() {
        ending = true;
        process.toHandle().destroyForcibly();
    }

    /** Waits until it is gone and all it said was told, two seconds at most. */
    public void awaitEnd() throws InterruptedException {
        process.waitFor(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        listener.join(LAST_WORDS_MILLIS);
    }

    /** The reading of its clock, as soon as it answers; null if it does not in time. */
    @Nullable
    Long clock(long millis) throws InterruptedException {
        clocks.clear();
        tell(SharedClock.QUESTION);
        Long answer = null;
        for (long waited = 0; answer == null && waited < millis && process.isAlive(); waited += CLOCK_STEP_MILLIS) {
            answer = clocks.poll(CLOCK_STEP_MILLIS, TimeUnit.MILLISECONDS);
        }
        return answer;
    }

    private void listen(Consumer<Processes.Heard> heard) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(line -> {
                if (line.startsWith(SharedClock.ANSWER))
                    clocks.add(Long.valueOf(line.substring(SharedClock.ANSWER.length())));
                else heard.accept(new Processes.Heard(this, line));
            });
        } catch (IOException | UncheckedIOException torn) {
            // a pipe torn by a kill: the end, too
        }
        heard.accept(new Processes.Heard(this, null));
    }
}
