package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** JOINs that come to a member which coordinates no more. */
class JoinPassedOnTest {
    private static final short MEMBERSHIP = ClassConfigurator.getProtocolId(GMS.class);

    private final AtomicInteger misled = new AtomicInteger();

    /** Sends each JOIN of its process to the server, which handed coordination over just before. */
    private final class Misleading extends Protocol {
        private final Recorder server;

        Misleading(Recorder server) {
            this.server = server;
        }

        @Override
        public Object down(Message message) {
            GMS.GmsHeader header = message.getHeader(MEMBERSHIP);
            if (header != null && header.getType() == GMS.GmsHeader.JOIN_REQ) {
                message.setDest(Addresses.address(server.self()));
                misled.incrementAndGet();
            }
            return super.down(message);
        }
    }

    @Test
    @DisplayName("A JOIN that comes to the server, after it has handed coordination to its first player, is passed on")
    void passedOn() {
        try (Recorder server = Recorder.server("server");
                Recorder first = Recorder.player("first");
                Recorder second = new Recorder(new JGroupsTransport(
                        TransportSettings.loopback("second", false), false, () -> List.of(new Misleading(server))))) {
            server.found("passed on");
            first.join("passed on", server);
            first.await("coordination", first::coordinates);
            second.join("passed on", server, first);
            assertNull(second.failure());
            List.of(server, first, second).forEach(each -> each.awaitMembers(3));
            assertTrue(misled.get() > 0);
            assertEquals(List.of(first.self(), second.self(), server.self()), server.members());
        }
    }
}
