package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over lines from elsewhere, each with the key of its process: 1 serves, 2 and 3 play, 9 is a stranger. */
@Tag("S16")
class RightsTest {
    private static final long STRANGER = 9;

    private final Desk desk = new Desk();
    private GameEntry game;
    private Epoch one;

    @BeforeEach
    void play() {
        for (long process : new long[] {1, 2, 3, STRANGER}) {
            desk.directory.lineOpened(process, "10.0.0." + process, desk.now);
            desk.directory.lineProved(process, process);
        }
        game = desk.register(1);
        one = game.epoch();
        desk.pass(Desk.D, () -> desk.renew(game.id(), one, 1, 2, 1, 2, 3));
        assertEquals(Desk.ids(1, 2, 3), desk.listed(game.id()));
    }

    private boolean mayClaim(long process) {
        DirectoryReply reply = desk.ask(process, Desk.rebuild(game.id(), 1, process, process, 2, 3));
        if (!(reply instanceof DirectoryReply.Refused refused)) return true;
        assertEquals(Reason.NOT_ADMITTED, refused.reason());
        return false;
    }

    /** It hears none of them any more, and is alone then. */
    private void putsOutTheOthers() {
        for (int i = 0; i < 3; i++) {
            desk.list(game.id(), one, 1, 1, 3);
            desk.list(game.id(), one, 1, 1);
            desk.pass(Desk.D, () -> desk.ask(1, Desk.renewal(game.id(), one, 1, 0, 1)));
        }
        assertEquals(Desk.ids(1), desk.listed(game.id()));
    }

    @Test
    @DisplayName("P12 P53 a member may claim, and one that the server put out may not while it serves, nor a stranger")
    void whileItServes() {
        assertTrue(mayClaim(2));
        assertFalse(mayClaim(STRANGER));
        putsOutTheOthers();
        assertFalse(mayClaim(2));
        assertFalse(mayClaim(STRANGER));
    }

    @Test
    @DisplayName(
            "P12 P53 L1 a server that put out all whom it could not hear, and died: they go on, once whoever is of the "
                    + "game had its time; a stranger does not")
    void whereNobodyServes() {
        putsOutTheOthers();
        desk.close(1);
        desk.pass(Desk.D);
        assertFalse(mayClaim(2), "whoever is listed goes first");
        desk.pass(Desk.D + 100);
        assertFalse(mayClaim(STRANGER));
        DirectoryReply reply = desk.ask(2, Desk.rebuild(game.id(), 1, 2, 22, 2, 3));
        Epoch two = assertInstanceOf(DirectoryReply.Granted.class, reply, reply::toString)
                .epoch();
        assertFalse(mayClaim(3), "somebody holds the next number, and is there");
        assertEquals(2, two.number());
    }

    @Test
    @DisplayName(
            "P12 L1 one that was let in while the server did not reach the directory: a member that looks for a spare speaks for it")
    void isSpokenFor() {
        desk.close(1);
        desk.pass(2 * Desk.D + 100);
        assertFalse(mayClaim(STRANGER));
        desk.ask(2, Desk.seek(game, one, 2, 2, 3, STRANGER));
        assertTrue(mayClaim(STRANGER), "now it is none");
    }

    @Test
    @DisplayName("P34 a spare that one side freed as in vain may claim with the other's support; for that game alone")
    void freedInVain() {
        desk.standBy(STRANGER);
        desk.close(1);
        desk.send(2, Desk.seek(game, one, 2, 2, 3));
        assertInstanceOf(DirectoryReply.Reserved.class, desk.answerOffer(desk.lastOffer(STRANGER), STRANGER, true));
        desk.pass(900, () -> desk.denied(STRANGER, Desk.spareClaim(game.id(), 1, STRANGER, 29)));
        desk.send(2, Desk.seek(game, one, 2, 2, 3));
        assertEquals(List.of(), desk.directory.machine().gamesOffered(), "it is free");
        desk.directory.lineOpened(4, "10.0.0.4", desk.now);
        desk.directory.lineProved(4, 4);
        GameEntry other = desk.register(4);
        assertInstanceOf(
                DirectoryReply.Refused.class, desk.ask(STRANGER, Desk.spareClaim(other.id(), 1, STRANGER, 31, 4)));
        desk.grant(STRANGER, Desk.spareClaim(game.id(), 1, STRANGER, 30, 3));
    }

    @Test
    @DisplayName("P34 P53 a spare that gave its number up is a stranger again")
    void gaveUp() {
        desk.standBy(STRANGER);
        desk.close(1);
        desk.send(2, Desk.seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(STRANGER), STRANGER, true);
        Epoch two = desk.granted(STRANGER, Desk.spareClaim(game.id(), 1, STRANGER, 30, 3));
        desk.ask(STRANGER, new DirectoryRequest.Release(game.id(), two));
        desk.granted(2, Desk.rebuild(game.id(), 2, 2, 22, 2));
        assertFalse(mayClaim(STRANGER));
    }

    @Test
    @DisplayName("S15 a server that names thousands fills no memory: who was named before them is a stranger again")
    void namesAreBounded() {
        for (long many = 1; many <= 4; many++) {
            long[] crowd = LongStream.range(many * 1_000, many * 1_000 + 1_000).toArray();
            desk.ask(1, Desk.renewal(game.id(), one, 1, 0, crowd));
        }
        desk.list(game.id(), one, 1, 1, 3);
        desk.list(game.id(), one, 1, 1);
        desk.close(1);
        desk.pass(2 * Desk.D + 100);
        assertFalse(mayClaim(2));
    }

    @Test
    @DisplayName(
            "S15 P53 thousands of keys on one line, of sessions that came and went: whoever is heard is not forgotten for them")
    void keysInUse() {
        for (long gone = 10_000; gone < 14_000; gone++) {
            desk.directory.lineProved(1, gone);
            if (gone % 1_000 == 0) desk.ask(DirectoryReply.Renewed.class, 1, renewal());
        }
        desk.directory.lineProved(2, 1);
        LongStream.range(10_000, 14_000).forEach(many -> desk.directory.lineProved(2, many));
        assertInstanceOf(DirectoryReply.Refused.class, desk.ask(2, renewal()), "and who is not is");
    }

    private DirectoryRequest renewal() {
        return Desk.renewal(game.id(), one, 1, 2, 1, 2, 3);
    }
}
