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

    private final DirectoryHarness harness = new DirectoryHarness();
    private GameEntry game;

    @BeforeEach
    void play() {
        game = harness.playing();
    }

    @Test
    @DisplayName("P13 a new leader's wait for the holder outlasts its own pause")
    void waitsForTheHolder() {
        harness.restart();
        harness.open(12);
        harness.now += PAUSE;
        assertEquals(Why.NOT_YET, harness.denied(12, DirectoryHarness.rebuild(game.id(), 1, 2, 20, 2, 3)));
        harness.pass(840);
        harness.granted(12, DirectoryHarness.rebuild(game.id(), 1, 2, 20, 2, 3));
    }

    @Test
    @DisplayName("P14 so does its wait for higher renewals, without a memory")
    void waitsForHigherRenewals() {
        harness.loseDisk();
        harness.open(1, 2);
        harness.ask(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3));
        harness.now += PAUSE;
        assertEquals(Why.NOT_YET, harness.denied(1, DirectoryHarness.held(game.id(), 1, 1, 20, 1)));
        harness.pass(
                DirectoryHarness.D,
                () -> harness.ask(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3)));
        harness.granted(1, DirectoryHarness.held(game.id(), 1, 1, 20, 1));
    }

    @Test
    @DisplayName("P13 so does that for games whose holders have not renewed: none gets a twin")
    void waitsForGames() {
        harness.restart();
        harness.open(11, 14);
        harness.now += PAUSE;
        long asked = harness.send(14, new DirectoryRequest.HostOrJoin(DirectoryHarness.game(4, "duel", 8), List.of()));
        assertEquals(List.of(), harness.answers(asked));
        harness.ask(11, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3));
        harness.pass(20);
        assertInstanceOf(DirectoryReply.Found.class, harness.answers(asked).get(0));
    }

    @Test
    @DisplayName("a seat that was promised is kept over its pause, for whom it was promised to")
    void keepsPromisedSeats() {
        harness.open(4, 5);
        DirectoryReply small =
                harness.ask(4, new DirectoryRequest.HostOrJoin(DirectoryHarness.game(4, "small", 2), List.of()));
        GameEntry one = assertInstanceOf(DirectoryReply.Registered.class, small).game();
        harness.ask(
                DirectoryReply.Found.class,
                2,
                new DirectoryRequest.HostOrJoin(DirectoryHarness.game(2, "small", 2), List.of()));
        harness.now += PAUSE;
        harness.ask(
                DirectoryReply.Registered.class,
                5,
                new DirectoryRequest.HostOrJoin(DirectoryHarness.game(5, "small", 2), List.of()));
        assertEquals(
                one.id(),
                harness.ask(
                                DirectoryReply.Found.class,
                                2,
                                new DirectoryRequest.HostOrJoin(DirectoryHarness.game(2, "small", 2), List.of()))
                        .game()
                        .id());
    }

    @Test
    @DisplayName("P28 a game that ended is remembered for as long as anybody may ask the directory for it")
    void remembersTheEnd() {
        harness.ask(DirectoryReply.Done.class, 1, new DirectoryRequest.End(game.id(), game.epoch()));
        harness.now += DirectoryHarness.GIVE_UP + PAUSE;
        harness.pass(DirectoryHarness.GIVE_UP - 1_000);
        assertTrue(harness.ask(DirectoryReply.GameStatus.class, 2, new DirectoryRequest.AskStatus(game.id()))
                .ended());
        harness.pass(2_000);
        harness.ask(DirectoryReply.NoGame.class, 2, new DirectoryRequest.AskStatus(game.id()));
    }

    /** A fourth member, so that two are half; the entry that would take 2 and 4 off. */
    private void cutsHalf() {
        harness.list(game.id(), game.epoch(), 1, 1, 3);
    }

    private void isFour() {
        harness.open(4);
        harness.renew(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4);
    }

    private void isDenied() {
        assertEquals(Why.ALIVE, harness.denied(2, DirectoryHarness.rebuild(game.id(), 1, 2, 20, 2)));
    }

    @Test
    @DisplayName("P71 a claim heard before its pause still holds up an entry that takes half off")
    void holdsUpAfterAPause() {
        isFour();
        isDenied();
        harness.now += PAUSE;
        cutsHalf();
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game.id()));
        harness.pass(1_600, () -> harness.ask(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4)));
        cutsHalf();
        assertEquals(DirectoryHarness.ids(1, 3), harness.listed(game.id()), "nobody claims any more");
    }

    @Test
    @DisplayName("P71 the entry that waits has waited neither less nor more for its pause")
    void holdsUpForAsLong() {
        isFour();
        isDenied();
        cutsHalf();
        harness.pass(600, this::isDenied);
        cutsHalf();
        harness.now += PAUSE;
        cutsHalf();
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game.id()), "its pause is no wait");
        harness.pass(DirectoryHarness.D + 1_880, () -> {
            harness.ask(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 3, 1, 2, 3, 4));
            isDenied();
            cutsHalf();
        });
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game.id()), "20 ms are to come");
        harness.pass(40, this::isDenied);
        cutsHalf();
        assertEquals(
                DirectoryHarness.ids(1, 3),
                harness.listed(game.id()),
                "D + 2.5 s are over: the pause began no new wait");
    }

    @Test
    @DisplayName("P34 a game that waits for a spare was not frozen for longer because the directory stood still")
    void countsNoFrozenTime() {
        harness.open(8, 9);
        harness.standBy(8);
        harness.standBy(9);
        harness.close(1);
        harness.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        long first = harness.lastOffer(8).frozenMillis();
        harness.now += PAUSE;
        harness.answerOffer(harness.lastOffer(8), 8, false);
        assertEquals(first, harness.lastOffer(9).frozenMillis());
    }

    @Test
    @DisplayName("P6 a proposal that the log took before its pause is not forgotten, and answers who waits for it")
    void remembersProposals() {
        var slow = new DirectoryCornersTest.Slow(1);
        slow.asks(1, new DirectoryRequest.Register(DirectoryHarness.game(1, "duel", 8)));
        slow.now += PAUSE;
        slow.hear(slow.machine.tick(slow.now));
        assertInstanceOf(DirectoryReply.Registered.class, slow.commits());
    }

    @Test
    @DisplayName("a person who looks right after its pause finds games as open as they were")
    void looksAsBefore() {
        DirectoryMachine machine = harness.directory.machine();
        assertTrue(machine.games(harness.now + PAUSE).get(0).open());
        harness.now += PAUSE;
        harness.directory.tick(harness.now);
        assertTrue(machine.games(harness.now + 20).get(0).open());
    }
}
