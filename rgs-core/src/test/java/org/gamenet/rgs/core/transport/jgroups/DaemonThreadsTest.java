package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import org.jgroups.util.DefaultThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads that take a group's packets. */
@Timeout(30)
class DaemonThreadsTest {
    private final ThreadPoolExecutor few =
            DaemonThreads.few(2, 2, 10_000, new DefaultThreadFactory("test", true, false));
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
        few.shutdownNow();
    }

    private void block(List<CountDownLatch> begun) {
        CountDownLatch now = new CountDownLatch(1);
        begun.add(now);
        few.execute(() -> {
            now.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    @DisplayName("one thread takes all packets while it keeps up")
    void one() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            CountDownLatch done = new CountDownLatch(1);
            few.execute(done::countDown);
            assertTrue(done.await(10, TimeUnit.SECONDS));
            rests();
        }
        assertEquals(1, few.getLargestPoolSize());
    }

    /** Waits until a thread waits for work. */
    private void rests() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!((TransferQueue<?>) few.getQueue()).hasWaitingConsumer()) {
            assertTrue(System.nanoTime() < end, "a thread that has nothing to do does not rest");
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("a packet that waits for others to answer keeps no other packet waiting; what is too much is rejected")
    void all() throws InterruptedException {
        List<CountDownLatch> begun = new ArrayList<>();
        block(begun);
        block(begun);
        for (CountDownLatch each : begun) assertTrue(each.await(10, TimeUnit.SECONDS));
        CountDownLatch rest = new CountDownLatch(2);
        few.execute(rest::countDown);
        few.execute(rest::countDown);
        assertThrows(RejectedExecutionException.class, () -> few.execute(rest::countDown));
        assertEquals(2, few.getPoolSize());
        release.countDown();
        assertTrue(rest.await(10, TimeUnit.SECONDS), "what waited is done");
    }
}
