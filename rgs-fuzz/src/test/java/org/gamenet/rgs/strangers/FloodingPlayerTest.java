package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A player that sends as much as its process can: the others play on beside it. */
@Timeout(120)
class FloodingPlayerTest {
    record Ask(long number) {}

    record Reply(long number) {}

    record Load(byte[] what) {}

    private static final long LASTS_MILLIS = Boolean.getBoolean("rgs.long") ? 30_000 : 2_500;
    private static final long P99_MILLIS = 250;
    /** Threads that a request and its answer pass, each of which waits for the machine. */
    private static final long LATE_TIMES = 6;

    private static final String FLOODS = "mallory";

    @TempDir
    private Path folder;

    private final List<Rgs> processes = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> frozen = new ConcurrentLinkedQueue<>();
    private final AtomicLong taken = new AtomicLong();
    private Directory directory;

    @BeforeEach
    void open() throws Exception {
        directory = Directory.builder().port(0).folder(folder.resolve("d")).start();
    }

    @AfterEach
    void close() {
        processes.forEach(Rgs::shutdown);
        directory.close();
    }

    private Session enters(String player) throws InterruptedException {
        Rgs rgs = Rgs.game("flood")
                .player(player)
                .directory("127.0.0.1:" + directory.port())
                .bind("127.0.0.1:0")
                .records(Ask.class, Reply.class, Load.class)
                .limit(Limit.SEND_MESSAGES, 256)
                .start();
        processes.add(rgs);
        CountDownLatch in = new CountDownLatch(1);
        Session session = rgs.hostOrJoin(GameSpec.clientServer("river", 4));
        session.on(Joined.class, (who, event) -> {
            if (who.equals(session.self())) in.countDown();
        });
        // A process that floods may hold itself up.
        if (!player.equals(FLOODS)) session.on(Frozen.class, (who, event) -> frozen.add(player + ": " + event.why()));
        session.on(Ask.class, (who, ask) -> session.send(who, new Reply(ask.number()), Delivery.RELIABLE_ORDERED));
        session.on(Load.class, (who, load) -> taken.incrementAndGet());
        session.updateOn(Runnable::run);
        assertTrue(in.await(30, TimeUnit.SECONDS), player + " does not get in");
        return session;
    }

    private static void flood(
            Session from, Load load, Delivery delivery, AtomicBoolean over, AtomicLong sent, AtomicLong refused) {
        while (!over.get()) {
            try {
                from.sendToServer(load, delivery);
                sent.incrementAndGet();
            } catch (RgsException full) {
                refused.incrementAndGet();
                Thread.yield();
            }
        }
    }

    @ParameterizedTest(name = "HF17 L1 {0} bytes a message, {1}")
    @CsvSource({"1, RELIABLE_ORDERED", "20000, RELIABLE_ORDERED", "1, UNRELIABLE"})
    @DisplayName(
            "HF17 L1 a player that sends as fast as it can: nobody freezes, and another one's requests are answered in time")
    void others(int bytes, Delivery delivery) throws Exception {
        enters("server");
        Session ann = enters("ann");
        Session mallory = enters(FLOODS);
        Semaphore answers = new Semaphore(0);
        ann.on(Reply.class, (who, reply) -> answers.release());
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong refused = new AtomicLong();
        AtomicLong sent = new AtomicLong();
        Thread flood = new Thread(() -> flood(mallory, new Load(new byte[bytes]), delivery, over, sent, refused));
        // A standstill while all began is not the flood's doing.
        frozen.clear();
        flood.start();
        Pulse machine = new Pulse();
        List<Long> millis = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LASTS_MILLIS);
        for (long number = 1; System.nanoTime() < end; number++) {
            long from = System.nanoTime();
            ann.sendToServer(new Ask(number), Delivery.RELIABLE_ORDERED);
            assertTrue(answers.tryAcquire(30, TimeUnit.SECONDS), "no answer to request " + number + "; " + machine);
            millis.add((System.nanoTime() - from) / 1_000_000);
        }
        machine.close();
        over.set(true);
        flood.join();
        long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
        String figures = bytes + " bytes " + delivery + ": " + sent + " sent, " + refused + " refused, " + taken
                + " taken; another one's answers, ms: p50 " + sorted[sorted.length / 2] + ", p99 "
                + sorted[sorted.length * 99 / 100] + ", max " + sorted[sorted.length - 1] + " of " + sorted.length
                + "; "
                + machine;
        System.out.println(figures);
        if (!machine.mayKill()) assertEquals(List.of(), List.copyOf(frozen), figures);
        assertTrue(sorted[sorted.length * 99 / 100] <= P99_MILLIS + LATE_TIMES * machine.p99(), figures);
        assertTrue(taken.get() > 0, figures);
    }
}
