package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.Desk.held;
import static org.gamenet.rgs.core.directory.server.Desk.rebuild;
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

    private final Desk desk = new Desk();
    private String game;
    private Epoch one;

    @BeforeEach
    void play() {
        desk.open(1, 2, 3, 4);
        GameEntry entry = desk.register(1);
        game = entry.id();
        one = entry.epoch();
        desk.renew(game, one, 1, 3, 1, 2, 3, 4);
    }

    @Test
    @DisplayName("P46 HG27 after the successor's first renewal the old primary is nobody")
    void handsOver() {
        Epoch two = desk.granted(1, held(game, 1, 1, 20, 2));
        assertTrue(activate(1, two));
        assertInstanceOf(DirectoryReply.Renewed.class, desk.renew(game, two, 1, 2, 1, 2, 3, 4));
        assertInstanceOf(DirectoryReply.Renewed.class, desk.renew(game, two, 2, 2, 1, 2, 3, 4));
        assertInstanceOf(DirectoryReply.Stands.class, desk.renew(game, two, 1, 2, 1, 2, 3, 4));
        assertEquals(Why.NOT_HELD, desk.denied(1, held(game, 2, 1, 21, 1)));
        assertEquals(3, desk.granted(2, held(game, 2, 2, 22, 2)).number());
    }

    @Test
    @DisplayName(
            "P45 P18 who waits for the activation of its own planned change is renewed, not told that it is deposed")
    void renewsDuringPlannedChange() {
        desk.granted(1, held(game, 1, 1, 20, 1, 2));
        assertInstanceOf(DirectoryReply.Renewed.class, desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        desk.pass(800, () -> desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        desk.pass(400, () -> desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 2, 3, 21, 3)));
    }

    @Test
    @DisplayName("P45 P18 who has not heard that its planned change is on renews in the words of the epoch before")
    void renewsAfterLostActivation() {
        Epoch two = desk.granted(1, held(game, 1, 1, 20, 1, 2));
        assertTrue(activate(1, two));
        assertInstanceOf(DirectoryReply.Renewed.class, desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        desk.pass(800, () -> desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        desk.pass(400, () -> desk.renew(game, one, 1, 3, 1, 2, 3, 4));
        assertEquals(Why.ALIVE, desk.denied(3, rebuild(game, 2, 3, 21, 3)));
        assertInstanceOf(DirectoryReply.Stands.class, desk.renew(game, one, 3, 3, 1, 2, 3, 4));
    }

    @Test
    @DisplayName("P46 if no ACK comes both may claim the next epoch, and one gets it")
    void handOverWithoutAck() {
        activate(1, desk.granted(1, held(game, 1, 1, 20, 2)));
        assertEquals(3, desk.granted(1, held(game, 2, 1, 21, 1)).number());
        assertEquals(Why.OVERTAKEN, desk.denied(2, held(game, 2, 2, 22, 2)));
    }

    private boolean activate(long line, Epoch epoch) {
        return desk.ask(
                        DirectoryReply.Activated.class,
                        line,
                        new DirectoryRequest.Activate(game, epoch, Desk.ids(1, 2, 3, 4, 9)))
                .active();
    }
}
