package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Links of two transports that are in no common group. */
class LinkedTest {
    private static final long DEADLINE_SECONDS = 20;

    /** What one transport told, in order: where it listens, what was heard, what broke, what a probe found. */
    private static final class Ear implements GroupListener {
        final BlockingQueue<Object> told = new LinkedBlockingQueue<>();

        Object next() throws InterruptedException {
            Object next = told.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (next == null) throw new AssertionError("nothing was told");
            return next;
        }

        Object nextBut(Object repeated) throws InterruptedException {
            Object next = next();
            while (next.equals(repeated)) next = next();
            return next;
        }

        @Override
        public void listening(Endpoint self) {
            told.add(self);
        }

        @Override
        public void heard(Endpoint from, ByteBuffer frame) {
            told.add(List.of(from, frame));
        }

        @Override
        public void unlinked(Endpoint process) {
            told.add(process);
        }

        @Override
        public void probed(Endpoint process, Probe result) {
            told.add(result);
        }

        @Override
        public void connected(Node self, List<Node> members) {}

        @Override
        public void failed(Reason reason, String detail) {
            told.add(reason + " " + detail);
        }

        @Override
        public void received(Node from, ByteBuffer frame) {}

        @Override
        public void view(List<Node> members, boolean coordinates) {}

        @Override
        public void closed(Node peer) {}
    }

    private static void say(JGroupsTransport from, Endpoint to, byte... frame) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!from.say(to, frame, Lane.URGENT)) {
            if (System.nanoTime() > end) throw new AssertionError("no link");
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName(
            "what is said over a link needs no group; a reset is a hint and heals; whoever dies is told and refuses")
    void saysWithoutAGroup() throws Exception {
        Ear hears = new Ear();
        Ear says = new Ear();
        try (JGroupsTransport ann = new JGroupsTransport(TransportSettings.loopback("ann", false));
                JGroupsTransport bob = new JGroupsTransport(TransportSettings.loopback("bob", false))) {
            ann.listen(says);
            bob.listen(hears);
            Endpoint annAt = (Endpoint) says.next();
            Endpoint bobAt = (Endpoint) hears.next();
            ann.link(Set.of(bobAt));
            say(ann, bobAt, (byte) 1);
            assertEquals(List.of(annAt, ByteBuffer.wrap(new byte[] {1})), hears.next());
            say(bob, annAt, (byte) 2);
            assertEquals(List.of(bobAt, ByteBuffer.wrap(new byte[] {2})), says.next());
            ann.probe(bobAt);
            assertEquals(GroupListener.Probe.ANSWERED, says.next());
            ann.resetConnections();
            assertEquals(bobAt, says.next());
            assertEquals(annAt, hears.next());
            say(ann, bobAt, (byte) 3);
            assertEquals(List.of(annAt, ByteBuffer.wrap(new byte[] {3})), hears.next());
            bob.die();
            assertEquals(bobAt, says.next());
            ann.probe(bobAt);
            // A dial that is refused is a hint too.
            assertEquals(GroupListener.Probe.REFUSED, says.nextBut(bobAt));
            assertTrue(!ann.linked(bobAt));
        }
    }
}
