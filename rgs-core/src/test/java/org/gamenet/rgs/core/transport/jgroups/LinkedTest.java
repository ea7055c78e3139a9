package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.mockito.verification.VerificationWithTimeout;

/** Links of two transports that are in no common group. */
class LinkedTest {
    private static final long DEADLINE_SECONDS = 20;

    private final GroupListener says = mock(GroupListener.class);
    private final GroupListener hears = mock(GroupListener.class);

    private static VerificationWithTimeout soon() {
        return timeout(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
    }

    private static Endpoint whereItListens(GroupListener listener) {
        ArgumentCaptor<Endpoint> at = ArgumentCaptor.forClass(Endpoint.class);
        verify(listener, soon()).listening(at.capture());
        return at.getValue();
    }

    private static ByteBuffer frame(int content) {
        return ByteBuffer.wrap(new byte[] {(byte) content});
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
        try (JGroupsTransport ann = new JGroupsTransport(TransportSettings.loopback("ann", false));
                JGroupsTransport bob = new JGroupsTransport(TransportSettings.loopback("bob", false))) {
            ann.listen(says);
            bob.listen(hears);
            Endpoint annAt = whereItListens(says);
            Endpoint bobAt = whereItListens(hears);
            ann.link(Set.of(bobAt));
            say(ann, bobAt, (byte) 1);
            verify(hears, soon()).heard(annAt, frame(1));
            say(bob, annAt, (byte) 2);
            verify(says, soon()).heard(bobAt, frame(2));
            ann.probe(bobAt);
            verify(says, soon()).probed(bobAt, GroupListener.Probe.ANSWERED);
            ann.resetConnections();
            verify(says, soon()).unlinked(bobAt);
            verify(hears, soon()).unlinked(annAt);
            say(ann, bobAt, (byte) 3);
            verify(hears, soon()).heard(annAt, frame(3));
            InOrder heard = inOrder(hears);
            heard.verify(hears).heard(annAt, frame(1));
            heard.verify(hears).unlinked(annAt);
            heard.verify(hears).heard(annAt, frame(3));
            verify(says, never()).failed(any(), any());
            clearInvocations(says);
            bob.die();
            // A dial that is refused is told as a broken link too.
            verify(says, soon().atLeastOnce()).unlinked(bobAt);
            ann.probe(bobAt);
            verify(says, soon()).probed(bobAt, GroupListener.Probe.REFUSED);
            verify(says, never()).failed(any(), any());
            verify(hears, never()).failed(any(), any());
            assertTrue(!ann.linked(bobAt));
        }
    }
}
