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

    private final DirectoryHarness harness = new DirectoryHarness();
    private GameEntry game;
    private Epoch one;

    @BeforeEach
    void play() {
        for (long process : new long[] {1, 2, 3, STRANGER}) {
            harness.directory.lineOpened(process, "10.0.0." + process, harness.now);
            harness.directory.lineProved(process, process);
        }
        game = harness.register(1);
        one = game.epoch();
        harness.pass(DirectoryHarness.D, () -> harness.renew(game.id(), one, 1, 2, 1, 2, 3));
        assertEquals(DirectoryHarness.ids(1, 2, 3), harness.listed(game.id()));
    }

    private boolean mayClaim(long process) {
        DirectoryReply reply = harness.ask(process, DirectoryHarness.rebuild(game.id(), 1, process, process, 2, 3));
        if (!(reply instanceof DirectoryReply.Refused refused)) return true;
        assertEquals(Reason.NOT_ADMITTED, refused.reason());
        return false;
    }

    /** It hears none of them any more, and is alone then. */
    private void putsOutTheOthers() {
        for (int i = 0; i < 3; i++) {
            harness.list(game.id(), one, 1, 1, 3);
            harness.list(game.id(), one, 1, 1);
            harness.pass(DirectoryHarness.D, () -> harness.ask(1, DirectoryHarness.renewal(game.id(), one, 1, 0, 1)));
        }
        assertEquals(DirectoryHarness.ids(1), harness.listed(game.id()));
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
        harness.close(1);
        harness.pass(DirectoryHarness.D);
        assertFalse(mayClaim(2), "whoever is listed goes first");
        harness.pass(DirectoryHarness.D + 100);
        assertFalse(mayClaim(STRANGER));
        DirectoryReply reply = harness.ask(2, DirectoryHarness.rebuild(game.id(), 1, 2, 22, 2, 3));
        Epoch two = assertInstanceOf(DirectoryReply.Granted.class, reply, reply::toString)
                .epoch();
        assertFalse(mayClaim(3), "somebody holds the next number, and is there");
        assertEquals(2, two.number());
    }

    @Test
    @DisplayName(
            "P12 L1 one that was let in while the server did not reach the directory: a member that looks for a spare speaks for it")
    void isSpokenFor() {
        harness.close(1);
        harness.pass(2 * DirectoryHarness.D + 100);
        assertFalse(mayClaim(STRANGER));
        harness.ask(2, DirectoryHarness.seek(game, one, 2, 2, 3, STRANGER));
        assertTrue(mayClaim(STRANGER), "now it is none");
    }

    @Test
    @DisplayName("P34 a spare that one side freed as in vain may claim with the other's support; for that game alone")
    void freedInVain() {
        harness.standBy(STRANGER);
        harness.close(1);
        harness.send(2, DirectoryHarness.seek(game, one, 2, 2, 3));
        assertInstanceOf(
                DirectoryReply.Reserved.class, harness.answerOffer(harness.lastOffer(STRANGER), STRANGER, true));
        harness.pass(900, () -> harness.denied(STRANGER, DirectoryHarness.spareClaim(game.id(), 1, STRANGER, 29)));
        harness.send(2, DirectoryHarness.seek(game, one, 2, 2, 3));
        assertEquals(List.of(), harness.directory.machine().gamesOffered(), "it is free");
        harness.directory.lineOpened(4, "10.0.0.4", harness.now);
        harness.directory.lineProved(4, 4);
        GameEntry other = harness.register(4);
        assertInstanceOf(
                DirectoryReply.Refused.class,
                harness.ask(STRANGER, DirectoryHarness.spareClaim(other.id(), 1, STRANGER, 31, 4)));
        harness.grant(STRANGER, DirectoryHarness.spareClaim(game.id(), 1, STRANGER, 30, 3));
    }

    @Test
    @DisplayName("P34 P53 a spare that gave its number up is a stranger again")
    void gaveUp() {
        harness.standBy(STRANGER);
        harness.close(1);
        harness.send(2, DirectoryHarness.seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(STRANGER), STRANGER, true);
        Epoch two = harness.granted(STRANGER, DirectoryHarness.spareClaim(game.id(), 1, STRANGER, 30, 3));
        harness.ask(STRANGER, new DirectoryRequest.Release(game.id(), two));
        harness.granted(2, DirectoryHarness.rebuild(game.id(), 2, 2, 22, 2));
        assertFalse(mayClaim(STRANGER));
    }

    @Test
    @DisplayName("S15 a server that names thousands fills no memory: who was named before them is a stranger again")
    void namesAreBounded() {
        for (long many = 1; many <= 4; many++) {
            long[] crowd = LongStream.range(many * 1_000, many * 1_000 + 1_000).toArray();
            harness.ask(1, DirectoryHarness.renewal(game.id(), one, 1, 0, crowd));
        }
        harness.list(game.id(), one, 1, 1, 3);
        harness.list(game.id(), one, 1, 1);
        harness.close(1);
        harness.pass(2 * DirectoryHarness.D + 100);
        assertFalse(mayClaim(2));
    }

    @Test
    @DisplayName(
            "S15 P53 thousands of keys on one line, of sessions that came and went: whoever is heard is not forgotten for them")
    void keysInUse() {
        for (long gone = 10_000; gone < 14_000; gone++) {
            harness.directory.lineProved(1, gone);
            if (gone % 1_000 == 0) harness.ask(DirectoryReply.Renewed.class, 1, renewal());
        }
        harness.directory.lineProved(2, 1);
        LongStream.range(10_000, 14_000).forEach(many -> harness.directory.lineProved(2, many));
        assertInstanceOf(DirectoryReply.Refused.class, harness.ask(2, renewal()), "and who is not is");
    }

    private DirectoryRequest renewal() {
        return DirectoryHarness.renewal(game.id(), one, 1, 2, 1, 2, 3);
    }
}
