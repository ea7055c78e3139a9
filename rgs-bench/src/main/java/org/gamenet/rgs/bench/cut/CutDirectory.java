package org.gamenet.rgs.bench.cut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.gamenet.rgs.bench.process.Parent;
import org.gamenet.rgs.directory.Directory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The directory, with an address of its own and a ticker. Ends with standard input. */
@Command(name = "cut-directory", hidden = true, description = "a process of the benchmark's own")
public final class CutDirectory implements Callable<Integer> {
    static final String PORT = "port\t";

    @Option(names = "--host", required = true)
    private String host = "";

    @Option(names = "--data", required = true)
    private @Nullable Path data;

    @Option(names = "--diary", required = true)
    private @Nullable Path diary;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Diary notes = new Diary(Path.of(String.valueOf(diary)));
                Directory running = Directory.builder()
                        .host(host)
                        .port(0)
                        .folder(Path.of(String.valueOf(data)))
                        .start()) {
            Ticker.start(notes);
            Parent.listen(line -> {
                if (!line.equals(CutMember.END)) return;
                notes.flush();
                Parent.say(CutMember.END);
            });
            Parent.say(PORT + running.port());
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
