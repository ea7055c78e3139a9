package org.gamenet.rgs.bench.crowd;

import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.bench.process.Parent;
import picocli.CommandLine.Option;

/** The common part of the two processes: each question is a word, each answer the same word and a number. */
abstract class CrowdEnd {
    /** Begins to serve. */
    static final String OPEN = "open";
    /** One more player; how long it took to come in, in microseconds. */
    static final String JOIN = "join";
    /** The last player goes. */
    static final String LEAVE = "leave";
    /** The threads that came since the process began, its one for handlers not counted. */
    static final String THREADS = "threads";
    /** Heap in use after a collection, in bytes. */
    static final String HEAP = "heap";
    /** How often anybody was told that the game stands still, or is over. */
    static final String FROZEN = "frozen";

    private static final long PATIENCE_SECONDS = 60;

    @Option(names = "--directory", required = true)
    private String directory = "";

    @Option(names = "--players", required = true)
    private int players;

    final AtomicLong frozen = new AtomicLong();
    final ExecutorService handlers = Executors.newSingleThreadExecutor();
    private final BlockingQueue<String> questions = new LinkedBlockingQueue<>();

    final Rgs.Builder builder() {
        return Rgs.game("crowd").directory(directory).bind("127.0.0.1:0").records(Word.class);
    }

    /** Something to say; nobody does. */
    record Word(String said) {}

    final GameSpec spec() {
        return GameSpec.clientServer("crowd", players);
    }

    static void await(CountDownLatch done, String what) throws InterruptedException {
        if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
            throw new IllegalStateException(what + " took more than " + PATIENCE_SECONDS + " s");
    }

    /** Answers until the parent ends this process. */
    final void answer() throws InterruptedException {
        Parent.listen(questions::add);
        handlers.execute(() -> {});
        int before = threads();
        while (true) {
            String question = questions.take();
            long number = switch (question) {
                case THREADS -> threads() - before;
                case HEAP -> heap();
                case FROZEN -> frozen.get();
                default -> answer(question);
            };
            Parent.say(question + " " + number);
        }
    }

    abstract long answer(String question) throws InterruptedException;

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
