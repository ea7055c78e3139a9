package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Executors of an application that refuse, or run at once what is posted on their own thread. */
class WorkerExecutorTest extends OneWorker {

    @Test
    @DisplayName("an executor that runs a call at once on its own thread runs none within a handler or a send")
    void atOnceOnItsOwnThread() {
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        int[] depth = {0};
        session.on(Town.Hit.class, (who, hit) -> {
            assertEquals(1, ++depth[0], "a handler within a handler or a send");
            got.add(hit.points());
            if (hit.points() < 3) hit(hit.points() + 1);
            depth[0]--;
            if (hit.points() == 1) throw new IllegalStateException("one");
        });
        session.updateOn(task -> {
            if (Thread.currentThread().getName().equals(OWN)) queue.add(task);
            else task.run();
        });
        worker.start();
        until("it plays", () -> loops(queue) && session.phase() == Phase.PLAYING);
        for (int i = 0; i < 20; i++) {
            got.clear();
            depth[0]++;
            hit(0);
            depth[0]--;
            until("what handlers sent is handled", () -> loops(queue) && got.equals(List.of(0, 1, -1, 2, 3)));
        }
    }

    @Test
    @DisplayName(
            "T51 an executor that takes nothing while the session ends is asked on after that: Closed is handed out")
    void takesNothingAtTheEnd() {
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        AtomicBoolean refuses = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        session.on(SessionEvent.Closed.class, (who, event) -> closed.set(true));
        session.updateOn(task -> {
            if (refuses.get()) throw new RejectedExecutionException("planted by the test: full");
            queue.add(task);
        });
        worker.start();
        until("it plays", () -> loops(queue) && session.phase() == Phase.PLAYING);
        refuses.set(true);
        session.end("planted by the test");
        until("the session is over", () -> session.worker().isFinished());
        refuses.set(false);
        until("Closed is handed out", () -> loops(queue) && closed.get());
    }

    @Test
    @DisplayName("T51 a task that a handler's own loop of events runs, a modal dialog's, hands out nothing within it")
    void withinAHandler() {
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        session.on(Town.Hit.class, (who, hit) -> {
            got.add(hit.points());
            if (hit.points() == 1) loops(queue);
            got.add(-hit.points());
        });
        session.updateOn(queue::add);
        worker.start();
        until("it plays", () -> loops(queue) && session.phase() == Phase.PLAYING);
        hit(1);
        hit(2);
        until("an update is posted", () -> !queue.isEmpty() && session.stats().queued() == 2);
        session.update();
        until("all is handled", () -> loops(queue) && got.equals(List.of(1, -1, 2, -2)));
    }

    private boolean loops(LinkedBlockingQueue<Runnable> queue) {
        try {
            for (Runnable task = queue.poll(); task != null; task = queue.poll()) task.run();
        } catch (IllegalStateException thrown) {
            got.add("one".equals(thrown.getMessage()) ? -1 : -2);
        }
        return true;
    }
}
