package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A directory that stands still does not shorten what it waits for. Process 1 serves 2 and 3. */
class OwnPauseTest {
    private static final long PAUSE = 10_000;

    private final Desk desk = new Desk();
    private GameEntry game;

    @BeforeEach
    void play() {
        game = desk.playing();
    }

    @Test
    @DisplayName("P13 a new leader's wait for the holder outlasts its own pause")
    void waitsForTheHolder() {
        desk.restart();
        desk.open(12);
        desk.now += PAUSE;
        assertEquals(Why.NOT_YET, desk.denied(12, Desk.rebuild(game.id(), 1, 2, 20, 2, 3)));
        desk.pass(840);
        desk.granted(12, Desk.rebuild(game.id(), 1, 2, 20, 2, 3));
    }

    @Test
    @DisplayName("P14 so does its wait for higher renewals, without a memory")
    void waitsForHigherRenewals() {
        desk.loseDisk();
        desk.open(1, 2);
        desk.ask(1, Desk.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3));
        desk.now += PAUSE;
        assertEquals(Why.NOT_YET, desk.denied(1, Desk.held(game.id(), 1, 1, 20, 1)));
        desk.pass(Desk.D, () -> desk.ask(1, Desk.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3)));
        desk.granted(1, Desk.held(game.id(), 1, 1, 20, 1));
    }

    @Test
    @DisplayName("P13 so does that for games whose holders have not renewed: none gets a twin")
    void waitsForGames() {
        desk.restart();
        desk.open(11, 14);
        desk.now += PAUSE;
        long asked = desk.send(14, new DirectoryRequest.HostOrJoin(Desk.game(4, "duel", 8), List.of()));
        assertEquals(List.of(), desk.answers(asked));
        desk.ask(11, Desk.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3));
        desk.pass(20);
        assertInstanceOf(DirectoryReply.Found.class, desk.answers(asked).get(0));
    }

    @Test
    @DisplayName("a seat that was promised is kept over its pause, for whom it was promised to")
    void keepsPromisedSeats() {
        desk.open(4, 5);
        DirectoryReply small = desk.ask(4, new DirectoryRequest.HostOrJoin(Desk.game(4, "small", 2), List.of()));
        GameEntry one = assertInstanceOf(DirectoryReply.Registered.class, small).game();
        desk.ask(DirectoryReply.Found.class, 2, new DirectoryRequest.HostOrJoin(Desk.game(2, "small", 2), List.of()));
        desk.now += PAUSE;
        desk.ask(
                DirectoryReply.Registered.class,
                5,
                new DirectoryRequest.HostOrJoin(Desk.game(5, "small", 2), List.of()));
        assertEquals(
                one.id(),
                desk.ask(
                                DirectoryReply.Found.class,
                                2,
                                new DirectoryRequest.HostOrJoin(Desk.game(2, "small", 2), List.of()))
                        .game()
                        .id());
    }

    @Test
    @DisplayName("P28 a game that ended is remembered for as long as anybody may ask the directory for it")
    void remembersTheEnd() {
        desk.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game.id(), game.epoch()));
        desk.now += Desk.GIVE_UP + PAUSE;
        desk.pass(Desk.GIVE_UP - 1_000);
        assertTrue(desk.ask(DirectoryReply.Stands.class, 2, new DirectoryRequest.Standing(game.id()))
                .ended());
        desk.pass(2_000);
        desk.ask(DirectoryReply.NoGame.class, 2, new DirectoryRequest.Standing(game.id()));
    }
}
