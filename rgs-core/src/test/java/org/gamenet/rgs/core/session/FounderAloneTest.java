package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FounderAloneTest {
    private final Town town = new Town();

    @Test
    @DisplayName(
            "T7 R-rule 4: without a directory a lone player is in its own game at once, serves it, and hears itself")
    void playsAlone() {
        Town.Citizen ann = town
                .new Citizen("ann", true, new SearchGoal.Register(Town.rules()), new PrivateDirectory(town.clock))
                .listens();
        ann.begins();
        town.until(() -> ann.session.phase() == Phase.PLAYING, 100);
        assertEquals(List.of("RoleChanged", "Joined ann"), ann.events());
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
        assertEquals(1, ann.session.view().epoch());
        assertEquals(1, ann.session.view().version());
        assertEquals(ann.session.self(), ann.session.view().server());
        ann.session.sendToServer(new Town.Hit(3), Delivery.RELIABLE_ORDERED);
        ann.session.send(new Town.Hit(4), Delivery.RELIABLE_ORDERED);
        ann.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.until(() -> ann.all(Town.Hit.class).size() == 3, 1_000);
        double before = ann.session.gameTime();
        town.pass(5_000);
        assertEquals(5, ann.session.gameTime() - before, 0.01);
        assertEquals(List.of("RoleChanged", "Joined ann"), ann.events(), "nothing else happens to a lone player");
        ann.session.leave();
        town.until(() -> ann.session.worker().isFinished(), 3_000);
        assertTrue(ann.end.closed);
        assertEquals(Phase.CLOSED, ann.session.phase());
    }
}
