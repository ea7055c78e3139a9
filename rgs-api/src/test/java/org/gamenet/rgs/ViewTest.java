package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ViewTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");

    @Test
    void namesTheServerFirstAndTheBackupNext() {
        View view = new View(3, 1, List.of(), List.of(ANN, BOB));
        assertEquals(ANN, view.server());
        assertEquals(Optional.of(BOB), view.backup());
    }

    @Test
    void hasNoBackupWhileTheServerIsAlone() {
        assertTrue(new View(3, 1, List.of(BOB), List.of(ANN)).backup().isEmpty());
    }

    @Test
    void saysHowToGetAServerWhileWaiting() {
        View waiting = new View(0, 0, List.of(), List.of());
        assertTrue(assertThrows(IllegalStateException.class, waiting::server)
                .getMessage()
                .contains("PLAYING"));
        assertTrue(waiting.backup().isEmpty());
    }

    @Test
    void doesNotChangeWithTheListsItWasMadeFrom() {
        List<Peer> players = new ArrayList<>(List.of(ANN));
        List<Peer> servers = new ArrayList<>(List.of(BOB));
        View view = new View(1, 1, players, servers);
        players.clear();
        servers.clear();
        assertEquals(List.of(ANN), view.players());
        assertEquals(List.of(BOB), view.servers());
        assertThrows(UnsupportedOperationException.class, () -> view.players().clear());
    }
}
