package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/**
 * Plays through a few groups inside the JVM, on loopback, before one of them counts: members join, the first dies,
 * another joins. The first join of a cold JVM takes ten times as long as the eighth, and the others' part in it
 * likewise. Any thread.
 */
public final class JGroupsWarmUp {
    /** As many throw-away groups as it takes until the next join is no longer faster than the last. */
    public static final int ROUNDS = 8;

    private static final long STEP_MILLIS = 5_000;
    private static final int STATE_BYTES = 64 * 1024;

    private JGroupsWarmUp() {}

    /**
     * Plays so many groups; blocks for that long, 0.1 to 0.5 s each; ends early when interrupted, and quietly if this
     * machine has no loopback to play on.
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
        try (Guest server = new Guest(true);
                Guest first = new Guest(false);
                Guest second = new Guest(false);
                Guest spare = new Guest(true)) {
            if (!listen(List.of(server, first, second, spare))) {
                return -1;
            }
            spare.transport.prepare();
            server.transport.found(group);
            if (!server.steps.await(server.steps.connected)
                    || !first.joins(group, server)
                    || !second.joins(group, server, first)) {
                return -1;
            }
            server.transport.cast(new byte[STATE_BYTES], Lane.RELIABLE);
            if (!first.steps.await(first.steps.received) || !second.steps.await(second.steps.received)) {
                return -1;
            }
            server.transport.die();
            for (Guest witness : List.of(first, second)) {
                witness.transport.probe(server.steps.place());
                witness.transport.suspect(server.steps.node());
            }
            long start = System.nanoTime();
            if (!spare.joins(group, server, first, second)) {
                return -1;
            }
            double millis = (System.nanoTime() - start) / 1e6;
            spare.transport.cast(new byte[1], Lane.URGENT);
            first.transport.send(spare.steps.node(), new byte[STATE_BYTES], Lane.URGENT);
            second.transport.send(spare.steps.node(), new byte[STATE_BYTES], Lane.URGENT);
            return spare.steps.await(spare.steps.received) ? millis : -1;
        }
    }

    private static boolean listen(List<Guest> guests) {
        guests.forEach(guest -> guest.transport.listen(guest.steps));
        return guests.stream().allMatch(guest -> guest.steps.await(guest.steps.listening));
    }

    private static final class Guest implements AutoCloseable {
        private final JGroupsTransport transport;
        private final Steps steps = new Steps();

        Guest(boolean last) {
            transport = new JGroupsTransport(TransportSettings.loopback("warm-up", last), false);
        }

        boolean joins(String group, Guest... others) {
            transport.join(
                    group, Stream.of(others).map(other -> other.steps.place()).toList(), STEP_MILLIS);
            return steps.await(steps.connected);
        }

        @Override
        public void close() {
            DaemonThreads.start("part", transport::close);
        }
    }

    private static final class Steps implements GroupListener {
        final CountDownLatch listening = new CountDownLatch(1);
        final CountDownLatch connected = new CountDownLatch(1);
        final CountDownLatch received = new CountDownLatch(1);
        private final AtomicReference<@Nullable Endpoint> place = new AtomicReference<>();
        private final AtomicReference<@Nullable Node> node = new AtomicReference<>();
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

        Node node() {
            Node at = node.get();
            if (at == null) {
                throw new IllegalStateException("not connected");
            }
            return at;
        }

        @Override
        public void listening(Endpoint self) {
            place.set(self);
            listening.countDown();
        }

        @Override
        public void connected(Node self, List<Node> members) {
            node.set(self);
            connected.countDown();
        }

        @Override
        public void failed(Reason reason, String detail) {
            failed = true;
            listening.countDown();
            connected.countDown();
            received.countDown();
        }

        @Override
        public void received(Node from, ByteBuffer frame) {
            received.countDown();
        }

        @Override
        public void view(List<Node> members, boolean coordinates) {
            // a throw-away group
        }

        @Override
        public void closed(Node peer) {
            // a throw-away group
        }

        @Override
        public void probed(Endpoint process, Probe result) {
            // a throw-away group
        }
    }
}
