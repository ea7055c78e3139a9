package org.gamenet.rgs.core.session.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("S15")
@Timeout(20)
class MailboxTest {
    private static final Endpoint PLACE = new Endpoint("127.0.0.1", 1, 2);
    private static final int MOST = 100;
    private static final long LONG = TimeUnit.SECONDS.toNanos(15);

    private static final FrameHeader HEADER =
            new FrameHeader(64, 1, Epoch.NONE, new MemberId(9, new Incarnation(1, 9)), 1, 0, 0);

    private static ByteBuffer frame(int bytes) {
        return ByteBuffer.allocate(bytes);
    }

    @Test
    @DisplayName(
            "S15 P52 who floods a session waits: never more frames than it takes, none is lost, all in their order")
    void makesWait() throws InterruptedException {
        Mailbox mailbox = new Mailbox(MOST, Long.MAX_VALUE, LONG);
        int all = 10 * MOST;
        Thread flood = new Thread(() -> {
            for (int i = 1; i <= all; i++) mailbox.hears(PLACE, HEADER, frame(i));
        });
        flood.start();
        int taken = 0;
        int waiting = 0;
        while (taken < all) {
            waiting = Math.max(waiting, mailbox.frames());
            WorkerInput next = mailbox.poll();
            if (next != null)
                assertEquals(++taken, ((WorkerInput.Read) next).body().capacity());
            else Thread.onSpinWait();
        }
        flood.join();
        assertTrue(waiting <= MOST, waiting + " waited");
        assertEquals(0, mailbox.dropped());
    }

    @Test
    @DisplayName(
            "S15 where nothing is taken for too long a frame is dropped and counted; what is no frame always comes in")
    void dropsAtLast() {
        Mailbox mailbox = new Mailbox(Integer.MAX_VALUE, MOST, 1_000_000);
        mailbox.hears(PLACE, HEADER, frame(5 * MOST));
        mailbox.hears(PLACE, HEADER, frame(1));
        assertEquals(1, mailbox.dropped());
        mailbox.offer(new WorkerInput.Left());
        assertEquals(5 * MOST, ((WorkerInput.Read) mailbox.poll()).body().capacity());
        assertNotNull(mailbox.poll());
        assertTrue(mailbox.isEmpty());
        mailbox.hears(PLACE, HEADER, frame(1));
        assertFalse(mailbox.isEmpty());
    }

    @Test
    @DisplayName("a frame that is taken as it comes is not put in")
    void isTakenAsItComes() {
        Mailbox mailbox = new Mailbox();
        List<Integer> taken = new ArrayList<>();
        mailbox.onOffer(new WorkSignal() {
            @Override
            public void came() {}

            @Override
            public boolean frameCame(Endpoint from, FrameHeader header, ByteBuffer body) {
                return body.capacity() == 1 && taken.add(1);
            }
        });
        mailbox.hears(PLACE, HEADER, frame(1));
        mailbox.hears(PLACE, HEADER, frame(2));
        assertEquals(List.of(1), taken);
        assertEquals(2, ((WorkerInput.Read) mailbox.poll()).body().capacity());
        assertTrue(mailbox.isEmpty());
        assertEquals(0, mailbox.frames());
    }

    @Test
    @DisplayName("nobody waits for a session that is over")
    void letsGoAtTheEnd() throws InterruptedException {
        Mailbox mailbox = new Mailbox(1, 1, LONG);
        mailbox.hears(PLACE, HEADER, frame(1));
        Thread waits = new Thread(() -> mailbox.hears(PLACE, HEADER, frame(1)));
        waits.start();
        mailbox.close();
        waits.join();
        assertEquals(1, mailbox.dropped());
    }
}
