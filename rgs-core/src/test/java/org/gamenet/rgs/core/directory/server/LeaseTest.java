package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A process makes its line anew, and what it said on the line before arrives late. Process 1 serves 2 and 3. */
class LeaseTest {
    private static final long ANEW = 11;

    private final DirectoryHarness harness = new DirectoryHarness();
    private GameEntry game;

    @BeforeEach
    void play() {
        game = harness.playing();
        harness.open(ANEW);
    }

    private void renews(long line, Epoch epoch) {
        harness.ask(line, DirectoryHarness.renewal(game.id(), epoch, 1, 2, 1, 2, 3));
    }

    private boolean isServed() {
        return harness.ask(DirectoryReply.GameStatus.class, 2, new DirectoryRequest.AskStatus(game.id()))
                .served();
    }

    @Test
    @DisplayName(
            "P13 a server that has made its line anew is not gone when the old one closes, though words of that came last")
    void oldLineCloses() {
        renews(ANEW, game.epoch());
        renews(1, game.epoch());
        harness.close(1);
        assertTrue(isServed());
        harness.close(ANEW);
        assertFalse(isServed());
    }

    @Test
    @DisplayName("P13 a server that is gone with its last line is not there again by words of a line before")
    void newLineCloses() {
        renews(ANEW, game.epoch());
        harness.close(ANEW);
        renews(1, game.epoch());
        assertFalse(isServed());
    }

    @Test
    @DisplayName(
            "P13 P45 a number that was granted on the new line is held on that one, though words of the old one come later")
    void claimsOnNewLine() {
        Epoch two = harness.granted(ANEW, DirectoryHarness.held(game.id(), 1, 1, 20, 1));
        renews(1, game.epoch());
        harness.ask(ANEW, new DirectoryRequest.Activate(game.id(), two, DirectoryHarness.ids(1, 2, 3)));
        harness.close(1);
        assertTrue(isServed());
    }

    @Test
    @DisplayName("P13 P46 the line of a successor may be older than that of who handed over to it")
    void successorsLine() {
        Epoch two = harness.granted(ANEW, DirectoryHarness.held(game.id(), 1, 1, 20, 2));
        harness.ask(ANEW, new DirectoryRequest.Activate(game.id(), two, DirectoryHarness.ids(1, 2, 3)));
        harness.ask(2, DirectoryHarness.renewal(game.id(), two, 2, 2, 1, 2, 3));
        harness.close(ANEW);
        harness.ask(1, new DirectoryRequest.AskStatus(game.id()));
        assertTrue(isServed());
        harness.close(2);
        assertFalse(harness.ask(DirectoryReply.GameStatus.class, 3, new DirectoryRequest.AskStatus(game.id()))
                .served());
    }

    @Test
    @DisplayName(
            "P14 a game that came back by a renewal on the new line is held on that one, though words of the old one come later")
    void revivedOnNewLine() {
        harness.loseDisk();
        harness.open(1, 2, ANEW);
        renews(ANEW, game.epoch());
        renews(1, game.epoch());
        harness.close(1);
        assertTrue(isServed());
    }

    @Test
    @DisplayName(
            "P13 P34 a spare that has made its line anew stands by when the old one closes, though words of that came last")
    void sparesOldLineCloses() {
        harness.open(8, 18);
        DirectoryRequest standsBy = DirectoryHarness.standingBy(8, "teapots", 77, 1);
        List.of(8L, 18L, 8L).forEach(line -> assertInstanceOf(DirectoryReply.Done.class, harness.ask(line, standsBy)));
        harness.close(8);
        assertEquals(1, harness.directory.machine().spares());
        harness.close(18);
        assertEquals(0, harness.directory.machine().spares());
    }
}
