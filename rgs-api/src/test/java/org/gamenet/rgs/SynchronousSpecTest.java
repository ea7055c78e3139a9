package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SynchronousSpecTest {
    private static final GameSpec GAME = GameSpec.clientServer("auction", 4);

    private static String refused(Executable wish) {
        return assertThrows(IllegalArgumentException.class, wish).getMessage();
    }

    @Test
    @DisplayName("P48 a game is synchronous if it says so, whatever else it says")
    void saysSo() {
        assertFalse(GAME.isSynchronous());
        GameSpec safe = GAME.synchronous();
        assertTrue(safe.isSynchronous());
        assertTrue(safe.unlisted()
                .rejoinWithin(Duration.ofSeconds(3))
                .packageEvery(Duration.ofMillis(20))
                .isSynchronous());
        assertEquals(safe, GAME.synchronous().synchronous());
        assertFalse(safe.equals(GAME));
    }

    @Test
    @DisplayName(
            "P48 it needs a backup among the ways to a new server: without one it is refused, with cause and cure, in any order")
    void needsABackup() {
        String cure = "add HOT_BACKUP, or leave synchronous() away";
        GameSpec without = GAME.failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
        assertTrue(refused(without::synchronous).endsWith(cure), refused(without::synchronous));
        GameSpec safe = GAME.synchronous();
        assertTrue(refused(() -> safe.failover(Failover.PROMOTED_PLAYER)).endsWith(cure));
        assertTrue(refused(safe::noFailover).endsWith(cure));
        assertTrue(safe.failover(Failover.HOT_BACKUP).isSynchronous());
        assertTrue(refused(GameSpec.peerToPeer("maze", 4)::synchronous).contains("peers"));
    }
}
