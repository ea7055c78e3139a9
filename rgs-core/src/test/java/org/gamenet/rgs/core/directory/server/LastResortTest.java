package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When fewer than half may go on, as the arbiter counts (P74). */
class LastResortTest extends ServedGame {

    @Test
    @DisplayName("P74 P75 once nobody has served for as long as the game says, those count too that are not "
            + "listed; a burnt number does not begin that anew")
    void goesOnWithWhoIsLeft() {
        harness.renew(game, one, 1, 0, 1, 4);
        harness.close(1);
        harness.pass(14_990);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 1, 3, 20, 2, 3)));
        harness.pass(10);
        Epoch two = harness.granted(2, rebuild(game, 1, 2, 21, 2, 3));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game, two));
        assertEquals(3, harness.granted(3, rebuild(game, 2, 3, 22, 2, 3)).number());
    }

    @Test
    @DisplayName("P74 nor does a number whose holder is lost without a word begin that time anew")
    void goesOnThoughAHolderWasLost() {
        harness.renew(game, one, 1, 0, 1, 4);
        harness.close(1);
        harness.pass(15_000);
        harness.granted(2, rebuild(game, 1, 2, 21, 2, 3));
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 2, 3, 22, 3)), "it may go on yet");
        harness.pass(3_500);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 2, 3, 22, 3)), "its line may be cut, and it collects");
        harness.pass(840);
        assertEquals(3, harness.granted(3, rebuild(game, 2, 3, 22, 3)).number());
    }

    @Test
    @DisplayName("P74 nor does the end of the line of a server that had been silent")
    void goesOnThoughTheLineEndsLate() {
        harness.renew(game, one, 1, 0, 1, 4);
        harness.pass(10_000);
        harness.close(1);
        harness.pass(5_000);
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 1, 3, 20, 3)));
        harness.pass(840);
        assertEquals(2, harness.granted(3, rebuild(game, 1, 3, 21, 3)).number());
    }
}
