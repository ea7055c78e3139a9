package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.Desk.D;
import static org.gamenet.rgs.core.directory.server.Desk.held;
import static org.gamenet.rgs.core.directory.server.Desk.rebuild;
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

    private final Desk desk = new Desk();
    private String game;

    @BeforeEach
    void play() {
        desk.open(1, 2, 3, 4);
        game = desk.register(1).id();
    }

    @Test
    @DisplayName("P14 HG16 HG28 after the loss of its disk it re-creates, waits D, and grants 2^32 further on")
    void recreatesGame() {
        desk.loseDisk();
        desk.open(21, 22);
        assertInstanceOf(DirectoryReply.NoGame.class, desk.ask(22, rebuild(game, 1, 2, 20, 2)));
        Epoch five = new Epoch(5, 55);
        DirectoryRequest.Renew told = Desk.renewal(game, five, 1, 0, 1, 2, 3, 4);
        desk.ask(
                DirectoryReply.Renewed.class,
                21,
                new DirectoryRequest.Renew(
                        game,
                        five,
                        told.holder(),
                        told.roster(),
                        new Listing(Desk.ids(1, 2, 3), 9),
                        0,
                        4,
                        true,
                        false,
                        told.attributes(),
                        told.revival()));
        assertEquals(Desk.ids(1, 2, 3), desk.listed(game));
        assertEquals(
                game,
                desk.ask(DirectoryReply.Found.class, 22, new DirectoryRequest.Lookup(game))
                        .game()
                        .id());
        desk.close(21);
        assertEquals(Why.NOT_YET, desk.denied(22, rebuild(game, 5, 2, 20, 2, 3)));
        desk.pass(D);
        assertEquals(
                5 + (1L << 32), desk.granted(22, rebuild(game, 5, 2, 20, 2, 3)).number());
    }

    @Test
    @DisplayName(
            "P14 whoever serves is told that the memory is lost as soon as it may claim, until it has the next number")
    void tellsThatItForgot() {
        desk.loseDisk();
        desk.open(21);
        Epoch five = new Epoch(5, 55);
        DirectoryRequest.Renew renewal = Desk.renewal(game, five, 1, 0, 1, 2);
        desk.ask(DirectoryReply.Renewed.class, 21, renewal);
        desk.pass(D - 1);
        desk.ask(DirectoryReply.Renewed.class, 21, renewal);
        desk.pass(1);
        assertEquals(five, desk.ask(DirectoryReply.Revived.class, 21, renewal).epoch());
        assertEquals(5 + (1L << 32), desk.granted(21, held(game, 5, 1, 20, 1)).number());
        desk.ask(DirectoryReply.Renewed.class, 21, renewal);
    }

    @Test
    @DisplayName("P14 it follows the highest renewal it hears")
    void followsHighestRenewal() {
        desk.loseDisk();
        desk.open(21, 22);
        desk.ask(DirectoryReply.Renewed.class, 21, Desk.renewal(game, new Epoch(3, 33), 1, 0, 1, 2));
        desk.ask(DirectoryReply.Renewed.class, 22, Desk.renewal(game, new Epoch(4, 44), 2, 0, 2, 3));
        DirectoryReply.Stands stands =
                desk.ask(DirectoryReply.Stands.class, 21, Desk.renewal(game, new Epoch(3, 33), 1, 0, 1, 2));
        assertEquals(new Epoch(4, 44), stands.current());
    }
}
