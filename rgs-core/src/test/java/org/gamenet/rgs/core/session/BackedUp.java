package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.BeforeEach;

/** A game of three: ann serves, bob backs her up, cat plays. */
abstract class BackedUp {
    final Party party = new Party(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    final Town town = party.town;
    final Citizen ann = party.ann;
    Citizen bob;
    Citizen cat;

    @BeforeEach
    void bobBacksUp() {
        bob = party.joined("bob");
        town.until(() -> backsUp(ann, bob), 5_000);
        cat = party.joined("cat");
        town.pass(200);
    }

    static boolean backsUp(Citizen server, Citizen by) {
        return server.session.role() == ServerRole.ACTIVE_BACKED_UP && by.session.role() == ServerRole.BACKUP;
    }

    static Peer peer(Citizen one) {
        return one.session.self();
    }
}
