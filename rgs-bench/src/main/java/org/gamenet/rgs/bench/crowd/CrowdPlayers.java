package org.gamenet.rgs.bench.crowd;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import picocli.CommandLine.Command;

/** All players. */
@Command(name = "crowd-players", hidden = true, description = "a process of the benchmark's own")
public final class CrowdPlayers extends CrowdEnd implements Callable<Integer> {
    private final Deque<Rgs> in = new ArrayDeque<>();
    private int number;

    @Override
    public Integer call() throws InterruptedException {
        answer();
        return 0;
    }

    @Override
    long answer(String question) throws InterruptedException {
        switch (question) {
            case JOIN -> {
                return join();
            }
            case LEAVE -> in.removeLast().shutdown();
            default -> throw new IllegalArgumentException(question);
        }
        return 0;
    }

    private long join() throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        long begun = System.nanoTime();
        Rgs rgs = builder().player("p" + ++number).start();
        Session session = rgs.hostOrJoin(spec());
        session.on(Joined.class, (who, e) -> {
                    if (who.equals(session.self())) seen.countDown();
                })
                .on(Frozen.class, (who, e) -> frozen.incrementAndGet())
                .on(Closed.class, (who, e) -> frozen.incrementAndGet())
                .updateOn(handlers);
        in.addLast(rgs);
        await(seen, "to come in");
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun);
    }
}
