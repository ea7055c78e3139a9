package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.core.session.Town.Citizen;

/** A game that ann serves, and that wants a backup. */
abstract class GameWithBackup {
    final Party party = new Party(Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    final Town town = party.town;
    final Citizen ann = party.ann;

    void assertNobodyFroze() {
        for (Citizen each : town.citizens) assertNeverFroze(each);
    }

    static void assertNeverFroze(Citizen... these) {
        for (Citizen each : these) assertEquals(List.of(), each.all(Frozen.class), each.name);
    }

    static boolean backsUp(Citizen server, Citizen by) {
        return server.session.role() == ServerRole.ACTIVE_BACKED_UP
                && server.session
                        .view()
                        .backup()
                        .filter(by.session.self()::equals)
                        .isPresent();
    }
}
