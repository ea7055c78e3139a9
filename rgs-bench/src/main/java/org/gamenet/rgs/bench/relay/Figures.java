package org.gamenet.rgs.bench.relay;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;

/** A child that measures by itself and says one line at its end. */
final class Figures {
    private static final long SPARE_MILLIS = 90_000;

    private Figures() {}

    /**
     * Starts it, and waits for its last line for as long as it was told to run, and 90 s more.
     *
     * @throws IOException if it ends without
     */
    static String of(Processes processes, String label, List<String> arguments, long millis)
            throws IOException, InterruptedException {
        ChildProcess child = processes.start(label, arguments);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis + SPARE_MILLIS);
        String figures = "";
        while (System.nanoTime() < deadline) {
            Processes.Heard heard = processes.hear(100);
            if (heard == null || heard.from() != child) continue;
            if (heard.line() == null) break;
            figures = heard.line();
        }
        processes.end(List.of(child));
        if (figures.isEmpty()) {
            processes.keepFolder();
            throw new IOException(
                    label + " ended without figures; what it wrote to standard error: " + processes.folder());
        }
        return figures;
    }
}
