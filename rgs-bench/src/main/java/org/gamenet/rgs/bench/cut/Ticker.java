package org.gamenet.rgs.bench.cut;

import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.bench.process.SharedClock;

/** Notes each stretch in which its process got no processor: what stood still meanwhile is the machine's doing. */
final class Ticker {
    private static final long TICK_MILLIS = 10;
    private static final long STARVED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private Ticker() {}

    static void start(Diary diary) {
        Thread thread = new Thread(
                () -> {
                    long before = SharedClock.now();
                    while (true) {
                        try {
                            Thread.sleep(TICK_MILLIS);
                        } catch (InterruptedException over) {
                            return;
                        }
                        long now = SharedClock.now();
                        if (now - before >= STARVED_NANOS) diary.note("starved", before);
                        before = now;
                    }
                },
                "ticker");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }
}
