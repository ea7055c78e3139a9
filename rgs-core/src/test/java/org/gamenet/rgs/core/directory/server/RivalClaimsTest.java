package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.D;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims beside other claims, and beside entries that would take the claimants off the list. */
class RivalClaimsTest {
    private static final long HELD_MILLIS = D + 2_500;
    private static final long STRANGER = 9;

    private final DirectoryHarness harness = new DirectoryHarness();
    private String game = "";
    private Epoch one = Epoch.NONE;

    private void play() {
        harness.open(1, 2, 3, 4, STRANGER);
        GameEntry entry = harness.register(1);
        game = entry.id();
        one = entry.epoch();
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
    }

    private void isDenied() {
        assertEquals(Why.ALIVE, harness.denied(2, rebuild(game, 1, 2, 20, 2)));
    }

    private void cutsHalf() {
        harness.list(game, one, 1, 1, 3);
    }

    @Test
    @DisplayName("P71 an entry that takes half of the listed off waits in full, though one like it has waited before")
    void waitsAnew() {
        play();
        isDenied();
        cutsHalf();
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game), "it waits");
        harness.pass(600_000, () -> harness.ask(1, DirectoryHarness.renewal(game, one, 1, 3, 1, 2, 3, 4)));
        isDenied();
        cutsHalf();
        assertEquals(DirectoryHarness.ids(1, 2, 3, 4), harness.listed(game), "it waits like the first");
    }

    @Test
    @DisplayName("P71 entries that would change nothing do not make one wait longer")
    void waitsNoLonger() {
        play();
        harness.pass(HELD_MILLIS, () -> {
            isDenied();
            cutsHalf();
            harness.ask(STRANGER, new DirectoryRequest.Enlist(game, one, 77, DirectoryHarness.ids(1, 3)));
            harness.ask(1, DirectoryHarness.renewal(game, one, 1, 3, 1, 2, 3, 4));
        });
        assertEquals(DirectoryHarness.ids(1, 3), harness.listed(game));
    }

    /** Of 1, with 2 and 3; the grant to 2 is in the log while others claim. */
    private static void isNotOutweighed(DirectoryCornersTest.Slow slow, GameEntry game) {
        assertInstanceOf(DirectoryReply.Granted.class, slow.commits());
        slow.proposed.clear();
        slow.asks(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 1, 1, 3));
        assertEquals(0, slow.asks(1, held(game.id(), 2, 1, 40, 1)));
        assertEquals(
                Why.ALIVE,
                assertInstanceOf(DirectoryReply.Denied.class, slow.lastAnswer()).why());
    }

    @Test
    @DisplayName(
            "P12 whoever was granted a number weighs what supported it, though a rival with fewer claimed after it")
    void keepsItsSupporters() {
        var slow = new DirectoryCornersTest.Slow(1, 2, 3);
        GameEntry game = slow.game();
        slow.passes();
        assertEquals(1, slow.asks(2, rebuild(game.id(), 1, 2, 20, 2, 3)));
        assertEquals(1, slow.asks(3, rebuild(game.id(), 1, 3, 30, 3)));
        isNotOutweighed(slow, game);
    }

    @Test
    @DisplayName("P12 the same beside many rivals that do not suffice")
    void keepsItsSupportersBesideMany() {
        var slow = new DirectoryCornersTest.Slow(1, 2, 3);
        GameEntry game = slow.game();
        slow.asks(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 0, 1, 2, 3));
        assertEquals(1, slow.asks(2, rebuild(game.id(), 1, 2, 20, 2, 3)));
        for (int n = 0; n < 100; n++) assertEquals(0, slow.asks(3, rebuild(game.id(), 1, 3, 100 + n, 3)));
        isNotOutweighed(slow, game);
    }
}
