package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AskingDiscoveryTest {

    @Test
    @DisplayName(
            "N11 of a name that does not resolve it is said so, and of an address that was not asked yet that it was not")
    void saysWhatBecameOfThem() {
        AskingDiscovery discovery = new AskingDiscovery(null, gone -> {});
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
