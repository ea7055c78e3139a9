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

    /** A fourth member, so that two are half; the entry that would take 2 and 4 off. */
    private void cutsHalf() {
        desk.list(game.id(), game.epoch(), 1, 1, 3);
    }

    private void isFour() {
        desk.open(4);
        desk.renew(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4);
    }

    private void isDenied() {
        assertEquals(Why.ALIVE, desk.denied(2, Desk.rebuild(game.id(), 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("P71 a claim heard before its pause still holds up an entry that takes half off")
    void holdsUpAfterAPause() {
        isFour();
        isDenied();
        desk.now += PAUSE;
        cutsHalf();
        assertEquals(Desk.ids(1, 2, 3, 4), desk.listed(game.id()));
        desk.pass(1_600, () -> desk.ask(1, Desk.renewal(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4)));
        cutsHalf();
        assertEquals(Desk.ids(1, 3), desk.listed(game.id()), "nobody claims any more");
    }

    @Test
    @DisplayName("P71 the entry that waits has waited neither less nor more for its pause")
    void holdsUpForAsLong() {
        isFour();
        isDenied();
        cutsHalf();
        desk.pass(600, this::isDenied);
        cutsHalf();
        desk.now += PAUSE;
        cutsHalf();
        assertEquals(Desk.ids(1, 2, 3, 4), desk.listed(game.id()), "its pause is no wait");
        desk.pass(Desk.D + 1_880, () -> {
            desk.ask(1, Desk.renewal(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4));
            isDenied();
            cutsHalf();
        });
        assertEquals(Desk.ids(1, 2, 3, 4), desk.listed(game.id()), "20 ms are to come");
        desk.pass(40, this::isDenied);
        cutsHalf();
        assertEquals(Desk.ids(1, 3), desk.listed(game.id()), "D + 2.5 s are over: the pause began no new wait");
    }

    @Test
    @DisplayName("P34 a game that waits for a spare was not frozen for longer because the directory stood still")
    void countsNoFrozenTime() {
        desk.open(8, 9);
        desk.standBy(8);
        desk.standBy(9);
        desk.close(1);
        desk.send(2, Desk.seek(game, game.epoch(), 2, 2, 3));
        long first = desk.lastOffer(8).frozenMillis();
        desk.now += PAUSE;
        desk.answerOffer(desk.lastOffer(8), 8, false);
        assertEquals(first, desk.lastOffer(9).frozenMillis());
    }

    @Test
    @DisplayName("P6 a proposal that the log took before its pause is not forgotten, and answers who waits for it")
    void remembersProposals() {
        var slow = new DirectoryCornersTest.Slow(1);
        slow.asks(1, new DirectoryRequest.Register(Desk.game(1, "duel", 8)));
        slow.now += PAUSE;
        slow.hear(slow.machine.tick(slow.now));
        assertInstanceOf(DirectoryReply.Registered.class, slow.commits());
    }

    @Test
    @DisplayName("a person who looks right after its pause finds games as open as they were")
    void looksAsBefore() {
        DirectoryMachine machine = desk.directory.machine();
        assertTrue(machine.games(desk.now + PAUSE).get(0).open());
        desk.now += PAUSE;
        desk.directory.tick(desk.now);
        assertTrue(machine.games(desk.now + 20).get(0).open());
    }
}
