package org.gamenet.rgs.bench.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FanOutTest {

    /** Takes every second one, and may give receipts. */
    private static final class Refusing implements Relay.Server {
        final AtomicLong taken = new AtomicLong();
        private long asked;

        @Override
        public String address() {
            return "";
        }

        @Override
        public boolean toAll(byte[] action) {
            if (asked++ % 2 == 0) return false;
            taken.incrementAndGet();
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void waitsForReceiptsAndGoesOnWithThem() throws InterruptedException {
        FanOut out = new FanOut(2, 100);
        Refusing server = new Refusing();
        Thread flooding = new Thread(() -> out.flood(server, TimeUnit.MINUTES.toNanos(10)));
        flooding.setDaemon(true);
        flooding.start();
        await(server, 1_024);
        out.received(0, 100);
        assertEquals(1_024, server.taken.get(), "the other player has had nothing yet");
        out.received(1, 50);
        await(server, 1_074);
    }

    private static void await(Refusing server, long messages) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (server.taken.get() < messages && System.nanoTime() < deadline) Thread.onSpinWait();
        assertEquals(messages, server.taken.get());
    }

    @Test
    void keepsItsPace() {
        FanOut out = new FanOut(1, 100);
        AtomicLong sent = new AtomicLong();
        Relay.Server server = new Relay.Server() {
            @Override
            public String address() {
                return "";
            }

            @Override
            public boolean toAll(byte[] action) {
                out.received(0, sent.incrementAndGet());
                return true;
            }

            @Override
            public void close() {}
        };
        out.pace(server, 2_000, TimeUnit.MILLISECONDS.toNanos(200));
        assertTrue(sent.get() > 0 && sent.get() <= 400, sent + " in 200 ms at 2000 a second");
    }
}
