package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply.Why;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Process 1 serves players 2 to 4 and has the epoch changed without anybody freezing. */
class PlannedChangesTest {

    private final DirectoryHarness harness = new DirectoryHarness();
    private String game;
    private Epoch one;

    @BeforeEach
    void play() {
        harness.open(1, 2, 3, 4);
        GameEntry entry = harness.register(1);
        game = entry.id();
        one = entry.epoch();
        harness.renew(game, one, 1, 3, 1, 2, 3, 4);
    }

    @Test
    @DisplayName("P46 HG27 after the successor's first renewal the old primary is nobody")
    void handsOver() {
        Epoch two = harness.granted(1, held(game, 1, 1, 20, 2));
        assertTrue(activate(1, two));
        assertInstanceOf(DirectoryReply.Renewed.class, harness.renew(game, two, 1, 2, 1, 2, 3, 4));
        assertInstanceOf(DirectoryReply.Renewed.class, harness.renew(game, two, 2, 2, 1, 2, 3, 4));
        assertInstanceOf(DirectoryReply.GameStatus.class, harness.renew(game, two, 1, 2, 1, 2, 3, 4));
        assertEquals(Why.NOT_HELD, harness.denied(1, held(game, 2, 1, 21, 1)));
        assertEquals(3, harness.granted(2, held(game, 2, 2, 22, 2)).number());
    }

    @Test
    @DisplayName(
            "P45 P18 who waits for the activation of its own planned change is renewed, not told that it is deposed")
    void renewsDuringPlannedChange() {
        harness.granted(1, held(game, 1, 1, 20, 1, 2));
        assertInstanceOf(DirectoryReply.Renewed.class, harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        harness.pass(800, () -> harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        harness.pass(400, () -> harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 2, 3, 21, 3)));
    }

    @Test
    @DisplayName("P45 P18 who has not heard that its planned change is on renews in the words of the epoch before")
    void renewsAfterLostActivation() {
        Epoch two = harness.granted(1, held(game, 1, 1, 20, 1, 2));
        assertTrue(activate(1, two));
        assertInstanceOf(DirectoryReply.Renewed.class, harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        harness.pass(800, () -> harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        harness.pass(400, () -> harness.renew(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, harness.denied(3, rebuild(game, 2, 3, 21, 3)));
        assertInstanceOf(DirectoryReply.GameStatus.class, harness.renew(game, one, 3, 3, 1, 2, 3, 4));
    }

    @Test
    @DisplayName("P46 if no ACK comes both may claim the next epoch, and one gets it")
    void handOverWithoutAck() {
        activate(1, harness.granted(1, held(game, 1, 1, 20, 2)));
        assertEquals(3, harness.granted(1, held(game, 2, 1, 21, 1)).number());
        assertEquals(Why.OVERTAKEN, harness.denied(2, held(game, 2, 2, 22, 2)));
    }

    private boolean activate(long line, Epoch epoch) {
        return harness.ask(
                        DirectoryReply.Activated.class,
                        line,
                        new DirectoryRequest.Activate(game, epoch, DirectoryHarness.ids(1, 2, 3, 4, 9)))
                .active();
    }
}
