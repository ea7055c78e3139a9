package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.LinkListener;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AskingDiscoveryTest {

    @Test
    @DisplayName(
            "N11 of a name that does not resolve it is said so, and of an address that was not asked yet that it was not")
    void saysWhatBecameOfThem() throws IOException {
        InetAddress host = InetAddress.getLoopbackAddress();
        TransportSettings settings = TransportSettings.loopback("asks", false);
        try (OpenPort port = new OpenPort(host, settings, new Deaf())) {
            saysWhatBecameOfThem(new AskingDiscovery(new LinkedTp(port.links(), host, settings.limits()), gone -> {}));
        }
    }

    private static final class Deaf implements LinkListener {
        @Override
        public void heard(Endpoint from, ByteBuffer frame) {
            // nobody speaks
        }

        @Override
        public void unlinked(Endpoint process) {
            // nobody speaks
        }
    }

    private static void saysWhatBecameOfThem(AskingDiscovery discovery) {
        assertEquals("no member's place is known", discovery.report());
        Endpoint address = new Endpoint("127.0.0.1", 7_001, 0);
        discovery.know(List.of(address));
        assertEquals(
                "asked " + address
                        + " (not asked yet); is the game still there, and do both ends use TLS or both none?",
                discovery.report());
        // No resolver is asked for what cannot be a name.
        Endpoint misspelt = new Endpoint("[kitchen", 7_001, 0);
        discovery.know(List.of(misspelt));
        assertEquals(0, discovery.everywhere().size());
        assertEquals(
                "asked " + misspelt
                        + " (the name does not resolve); is the game still there, and do both ends use TLS or both none?",
                discovery.report());
    }
}
