package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.D;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Process 1 serves players 2 to 4, and the directory starts again without its disk. */
class LostDiskTest {

    private final DirectoryHarness harness = new DirectoryHarness();
    private String game;

    @BeforeEach
    void play() {
        harness.open(1, 2, 3, 4);
        game = harness.register(1).id();
    }

    @Test
    @DisplayName("P14 HG16 HG28 after the loss of its disk it re-creates, waits D, and grants 2^32 further on")
    void recreatesGame() {
        harness.loseDisk();
        harness.open(21, 22);
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(22, rebuild(game, 1, 2, 20, 2)));
        Epoch five = new Epoch(5, 55);
        DirectoryRequest.Renew told = DirectoryHarness.renewal(game, five, 1, 0, 1, 2, 3, 4);
        harness.ask(
                DirectoryReply.Renewed.class,
                21,
                new DirectoryRequest.Renew(
                        game,
                        five,
                        told.holder(),
                        told.roster(),
                        new Listing(DirectoryHarness.ids(1, 2, 3), 9),
                        0,
                        4,
                        true,
                        false,
                        told.attributes(),
                        told.revival()));
        assertEquals(DirectoryHarness.ids(1, 2, 3), harness.listed(game));
        assertEquals(
                game,
                harness.ask(DirectoryReply.Found.class, 22, new DirectoryRequest.Lookup(game))
                        .game()
                        .id());
        harness.close(21);
        assertEquals(Why.NOT_YET, harness.denied(22, rebuild(game, 5, 2, 20, 2, 3)));
        harness.pass(D);
        assertEquals(
                5 + (1L << 32),
                harness.granted(22, rebuild(game, 5, 2, 20, 2, 3)).number());
    }

    @Test
    @DisplayName(
            "P14 whoever serves is told that the memory is lost as soon as it may claim, until it has the next number")
    void tellsThatItForgot() {
        harness.loseDisk();
        harness.open(21);
        Epoch five = new Epoch(5, 55);
        DirectoryRequest.Renew renewal = DirectoryHarness.renewal(game, five, 1, 0, 1, 2);
        harness.ask(DirectoryReply.Renewed.class, 21, renewal);
        harness.pass(D - 1);
        harness.ask(DirectoryReply.Renewed.class, 21, renewal);
        harness.pass(1);
        assertEquals(
                five, harness.ask(DirectoryReply.Revived.class, 21, renewal).epoch());
        assertEquals(
                5 + (1L << 32), harness.granted(21, held(game, 5, 1, 20, 1)).number());
        harness.ask(DirectoryReply.Renewed.class, 21, renewal);
    }

    @Test
    @DisplayName("P14 it follows the highest renewal it hears")
    void followsHighestRenewal() {
        harness.loseDisk();
        harness.open(21, 22);
        harness.ask(DirectoryReply.Renewed.class, 21, DirectoryHarness.renewal(game, new Epoch(3, 33), 1, 0, 1, 2));
        harness.ask(DirectoryReply.Renewed.class, 22, DirectoryHarness.renewal(game, new Epoch(4, 44), 2, 0, 2, 3));
        DirectoryReply.GameStatus stands = harness.ask(
                DirectoryReply.GameStatus.class, 21, DirectoryHarness.renewal(game, new Epoch(3, 33), 1, 0, 1, 2));
        assertEquals(new Epoch(4, 44), stands.current());
    }
}
