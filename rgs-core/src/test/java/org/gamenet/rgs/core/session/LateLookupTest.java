package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A newcomer is told where a game is when it has gone to another one. */
class LateLookupTest {
    private final Town town = new Town();
    /** The members that the newcomer asked for a seat, one after the other. */
    private final List<TestNetwork.End> asked = new ArrayList<>();

    /** Its server never calls update once it plays, and keeps newcomers waiting. */
    private Citizen serves(String name) {
        Citizen one = town.registers(name, Failover.PROMOTED_PLAYER);
        new GameOfCounts(one);
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 2_000);
        one.updates = false;
        return one;
    }

    @Test
    @DisplayName("where the last game was says nothing of the next: nobody is looked for there any more")
    void looksOnlyThere() {
        serves("ann");
        serves("bob");
        int join = MessageTypes.RECORDS.idOf(Message.JoinRequest.class);
        int leave = MessageTypes.RECORDS.idOf(Message.LeaveRequest.class);
        town.network.weather = (from, to, frame) -> {
            int type = FrameHeader.read(ByteBuffer.wrap(frame)).type();
            boolean asks = type == join;
            // It gives up there: only what it asked before is answered late.
            if (type == leave) town.foundNanos = 1_000_000;
            if (asks && (asked.isEmpty() || asked.get(asked.size() - 1) != to)) asked.add(to);
            return TestNetwork.Fate.arrives(frame);
        };
        Citizen cat = town
                .new Citizen("cat", true, new SearchGoal.HostOrJoin(Town.rules(Failover.PROMOTED_PLAYER)), null)
                .listens();
        new GameOfCounts(cat);
        cat.begins();
        town.pass(1_000);
        assertEquals(1, asked.size());
        town.foundNanos = 900_000_000;
        town.until(() -> asked.size() == 2, 32_000);
        for (int i = 0; i < 100; i++) {
            town.pass(10);
            assertFalse(cat.end.places.contains(asked.get(0).place), "it looks where it was");
        }
        assertEquals(Phase.WAITING, cat.session.phase());
    }
}
