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

    private final Desk desk = new Desk();
    private GameEntry game;

    @BeforeEach
    void play() {
        game = desk.playing();
        desk.open(ANEW);
    }

    private void renews(long line, Epoch epoch) {
        desk.ask(line, Desk.renewal(game.id(), epoch, 1, 2, 1, 2, 3));
    }

    private boolean isServed() {
        return desk.ask(DirectoryReply.Stands.class, 2, new DirectoryRequest.Standing(game.id()))
                .served();
    }

    @Test
    @DisplayName(
            "P13 a server that has made its line anew is not gone when the old one closes, though words of that came last")
    void oldLineCloses() {
        renews(ANEW, game.epoch());
        renews(1, game.epoch());
        desk.close(1);
        assertTrue(isServed());
        desk.close(ANEW);
        assertFalse(isServed());
    }

    @Test
    @DisplayName("P13 a server that is gone with its last line is not there again by words of a line before")
    void newLineCloses() {
        renews(ANEW, game.epoch());
        desk.close(ANEW);
        renews(1, game.epoch());
        assertFalse(isServed());
    }

    @Test
    @DisplayName(
            "P13 P45 a number that was granted on the new line is held on that one, though words of the old one come later")
    void claimsOnNewLine() {
        Epoch two = desk.granted(ANEW, Desk.held(game.id(), 1, 1, 20, 1));
        renews(1, game.epoch());
        desk.ask(ANEW, new DirectoryRequest.Activate(game.id(), two, Desk.ids(1, 2, 3)));
        desk.close(1);
        assertTrue(isServed());
    }

    @Test
    @DisplayName("P13 P46 the line of a successor may be older than that of who handed over to it")
    void successorsLine() {
        Epoch two = desk.granted(ANEW, Desk.held(game.id(), 1, 1, 20, 2));
        desk.ask(ANEW, new DirectoryRequest.Activate(game.id(), two, Desk.ids(1, 2, 3)));
        desk.ask(2, Desk.renewal(game.id(), two, 2, 2, 1, 2, 3));
        desk.close(ANEW);
        desk.ask(1, new DirectoryRequest.Standing(game.id()));
        assertTrue(isServed());
        desk.close(2);
        assertFalse(desk.ask(DirectoryReply.Stands.class, 3, new DirectoryRequest.Standing(game.id()))
                .served());
    }

    @Test
    @DisplayName(
            "P14 a game that came back by a renewal on the new line is held on that one, though words of the old one come later")
    void revivedOnNewLine() {
        desk.loseDisk();
        desk.open(1, 2, ANEW);
        renews(ANEW, game.epoch());
        renews(1, game.epoch());
        desk.close(1);
        assertTrue(isServed());
    }

    @Test
    @DisplayName(
            "P13 P34 a spare that has made its line anew stands by when the old one closes, though words of that came last")
    void sparesOldLineCloses() {
        desk.open(8, 18);
        DirectoryRequest standsBy = Desk.standingBy(8, "teapots", 77, 1);
        List.of(8L, 18L, 8L).forEach(line -> assertInstanceOf(DirectoryReply.Done.class, desk.ask(line, standsBy)));
        desk.close(8);
        assertEquals(1, desk.directory.machine().spares());
        desk.close(18);
        assertEquals(0, desk.directory.machine().spares());
    }
}
