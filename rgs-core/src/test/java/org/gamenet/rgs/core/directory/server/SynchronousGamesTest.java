package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Process 1 serves players 2 to 4 a synchronous game. */
class SynchronousGamesTest {

    private final DirectoryHarness harness = new DirectoryHarness();
    private String game;
    private Epoch one;

    @BeforeEach
    void play() {
        harness.open(1, 2, 3, 4);
        DirectoryRequest.Registration wish = DirectoryHarness.game(1, "auction", 8);
        GameEntry entry = harness.ask(
                        DirectoryReply.Registered.class,
                        1,
                        new DirectoryRequest.Register(new DirectoryRequest.Registration(
                                wish.kind(),
                                wish.group(),
                                wish.rules().showingSafely(),
                                wish.schema(),
                                wish.version(),
                                wish.founder(),
                                wish.claimId())))
                .game();
        game = entry.id();
        one = entry.epoch();
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
    }

    @Test
    @DisplayName(
            "P11 a server alone that is gone is followed at once; one that is only silent for as long as the game waits")
    void isAlone() {
        harness.pass(1_500);
        assertEquals(Why.SYNCHRONOUS, harness.denied(3, rebuild(game, 1, 3, 20, 2, 3, 4)), "it may wake");
        harness.close(1);
        assertEquals(2, harness.granted(3, rebuild(game, 1, 3, 21, 2, 3, 4)).number());
    }

    @Test
    @DisplayName("P11 P28 a server alone that says goodbye has its state taken over")
    void goes() {
        harness.ask(DirectoryReply.class, 1, new DirectoryRequest.Release(game, one));
        assertEquals(2, harness.granted(3, rebuild(game, 1, 3, 20, 2, 3, 4)).number());
    }

    @Test
    @DisplayName("P11 one that gives up a number that was not on yet, and hangs, still serves: the game waits for it")
    void givesALaterNumberUp() {
        Epoch two = harness.granted(1, held(game, 1, 1, 20, 1, 2));
        harness.ask(DirectoryReply.class, 1, new DirectoryRequest.Release(game, two));
        harness.pass(1_500);
        assertEquals(Why.SYNCHRONOUS, harness.denied(3, rebuild(game, 2, 3, 21, 2, 3, 4)));
        harness.ask(DirectoryReply.class, 1, new DirectoryRequest.Release(game, one));
        assertEquals(3, harness.granted(3, rebuild(game, 2, 3, 22, 2, 3, 4)).number());
    }

    @Test
    @DisplayName("P11 P48 while a backup may have what was shown nobody rebuilds the game without it")
    void hasABackup() {
        Epoch two = harness.granted(1, held(game, 1, 1, 20, 1, 2));
        assertTrue(harness.ask(
                        DirectoryReply.Activated.class,
                        1,
                        new DirectoryRequest.Activate(game, two, DirectoryHarness.ids(1, 2, 3, 4)))
                .active());
        harness.renew(game, two, 1, 3, 1, 2, 3, 4);
        harness.close(1);
        assertEquals(Why.SYNCHRONOUS, harness.denied(3, rebuild(game, 2, 3, 21, 2, 3, 4)));
        assertEquals(3, harness.granted(2, held(game, 2, 2, 22, 2)).number());
    }
}
