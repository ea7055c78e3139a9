package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Refused;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server hands its game over to its backup: whole sessions (P46). */
class HandoverSessionsTest {
    private final Party party = new Party(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private Citizen bob;
    private Citizen cat;

    @BeforeEach
    void bobBacksUp() {
        bob = party.joined("bob");
        town.until(() -> backsUp(ann, bob), 5_000);
        cat = party.joined("cat");
        town.pass(200);
    }

    private static boolean backsUp(Citizen server, Citizen by) {
        return server.session.role() == ServerRole.ACTIVE_BACKED_UP && by.session.role() == ServerRole.BACKUP;
    }

    private static Peer peer(Citizen one) {
        return one.session.self();
    }

    @Test
    @DisplayName("rule 5 a handover that is under way when the game ends is not refused after Closed")
    void saysNothingAfterClosed() {
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        ann.session.handover(peer(bob));
        town.pass(20);
        ann.session.end("good night");
        town.pass(4_000);
        assertEquals(1, ann.all(Closed.class).size());
        assertEquals(List.of(), ann.all(Refused.class), "after Closed");
    }
}
