package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/**
 * Plays through a few joins inside the JVM, on loopback, before one of them counts: the first join of a cold JVM takes ten times as long
 * as the eighth. A process that stands by does this before it offers itself.
 */
public final class JGroupsWarmUp {
    /** As many throw-away groups as it takes until the next join is no longer faster than the last. */
    public static final int ROUNDS = 8;

    private static final long STEP_MILLIS = 5_000;
    private static final int STATE_BYTES = 64 * 1024;

    private JGroupsWarmUp() {
    }

    /**
     * Founds so many groups of two, joins, sends and leaves; blocks for that long, 0.5 to 3 s. Any thread; ends early when interrupted,
     * and quietly if this machine has no loopback to play on.
     *
     * @return how long the last join took, in milliseconds; -1 if none succeeded
     */
    public static double run(int rounds) {
        double millis = -1;
        for (int round = 0; round < rounds && !Thread.currentThread().isInterrupted(); round++) {
            double took = round("rgs-warm-up-" + Long.toHexString(System.nanoTime()));
            if (took < 0) {
                return millis;
            }
            millis = took;
        }
        return millis;
    }

    private static double round(String group) {
        try (JGroupsTransport host = new JGroupsTransport(TransportSettings.loopback("warm-up", true), false);
                JGroupsTransport guest = new JGroupsTransport(TransportSettings.loopback("warm-up", false), false)) {
            Steps hostSteps = new Steps();
            Steps guestSteps = new Steps();
            host.listen(hostSteps);
            guest.listen(guestSteps);
            if (!hostSteps.await(hostSteps.listening) || !guestSteps.await(guestSteps.listening)) {
                return -1;
            }
            host.found(group);
            if (!hostSteps.await(hostSteps.connected)) {
                return -1;
            }
            long start = System.nanoTime();
            guest.join(group, List.of(hostSteps.place()), STEP_MILLIS);
            if (!guestSteps.await(guestSteps.connected)) {
                return -1;
            }
            double millis = (System.nanoTime() - start) / 1e6;
            guest.cast(new byte[STATE_BYTES], Lane.RELIABLE);
            host.cast(new byte[1], Lane.URGENT);
            guest.cast(new byte[1], Lane.UNRELIABLE);
            return hostSteps.await(hostSteps.received) && guestSteps.await(guestSteps.received) ? millis : -1;
        }
    }

    private static final class Steps implements GroupListener {
        final CountDownLatch listening = new CountDownLatch(1);
        final CountDownLatch connected = new CountDownLatch(1);
        final CountDownLatch received = new CountDownLatch(1);
        private final AtomicReference<@Nullable Endpoint> place = new AtomicReference<>();
        private volatile boolean failed;

        boolean await(CountDownLatch step) {
            try {
                return step.await(STEP_MILLIS, TimeUnit.MILLISECONDS) && !failed;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        Endpoint place() {
            Endpoint at = place.get();
            if (at == null) {
                throw new IllegalStateException("not listening");
            }
            return at;
        }

        @Override public void listening(Endpoint self) {
            place.set(self);
            listening.countDown();
        }

        @Override public void connected(Node self, List<Node> members) {
            connected.countDown();
        }

        @Override public void failed(Reason reason, String detail) {
            failed = true;
            listening.countDown();
            connected.countDown();
            received.countDown();
        }

        @Override public void received(Node from, ByteBuffer frame) {
            received.countDown();
        }

        @Override public void view(List<Node> members, boolean coordinates) {
            // a throw-away group
        }

        @Override public void closed(Node peer) {
            // a throw-away group
        }

        @Override public void probed(Endpoint process, Probe result) {
            // a throw-away group
        }
    }
}
