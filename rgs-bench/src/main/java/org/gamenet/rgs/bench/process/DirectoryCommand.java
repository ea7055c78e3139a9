package org.gamenet.rgs.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.directory.Directory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The directory in a process of its own: the ordinary one, that ends with standard input as well. */
@Command(name = "directory", hidden = true, description = "a process of the benchmark's own")
public final class DirectoryCommand implements Callable<Integer> {
    private static final String PORT = "port\t";
    private static final long PATIENCE_MILLIS = 40_000;
    /** 64 players and their server are one address here. */
    private static final int LINES = 256;

    @Option(names = "--data", required = true)
    private @Nullable Path data;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Parent.listen(line -> {});
        Quotas usual = Quotas.standard();
        Quotas wide = new Quotas(
                LINES,
                usual.gamesPerLine(),
                usual.gamesPerAddress(),
                usual.sparesPerLine(),
                usual.sparesPerAddress(),
                usual.listsPerLine(),
                LINES);
        try (Directory running = Directory.builder()
                .port(0)
                .folder(Path.of(String.valueOf(data)))
                .quotas(wide)
                .start()) {
            Parent.say(PORT + running.port());
            new CountDownLatch(1).await();
        }
        return 0;
    }

    /** Starts one and waits until it is ready; the answer is its address. */
    public static String start(Processes processes) throws IOException, InterruptedException {
        return start(processes, List.of());
    }

    /** The same, with what comes before the command: that which leads into a network of its own. */
    public static String start(Processes processes, List<String> enter) throws IOException, InterruptedException {
        ChildProcess child = processes.start(
                "directory",
                enter,
                List.of(
                        "directory",
                        "--data",
                        processes.folder().resolve("data").toString()));
        for (Processes.Heard heard = processes.hear(PATIENCE_MILLIS);
                heard != null;
                heard = processes.hear(PATIENCE_MILLIS)) {
            String line = heard.line();
            if (line == null) break;
            if (line.startsWith(PORT)) return "127.0.0.1:" + line.substring(PORT.length());
        }
        processes.keepFolder();
        throw new IOException(
                "the directory did not start; see " + processes.folder().resolve(child.label() + ".err"));
    }
}
