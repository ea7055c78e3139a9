package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The work that one light turn does for the thread that takes it. */
class LightTurnTest {
    private static final int MUCH = 256;

    private final Town town = new Town();
    private final Citizen server = town.registers("ann", Failover.PROMOTED_PLAYER);
    private final List<Integer> got = new ArrayList<>();

    @Test
    @DisplayName("what a handler in place sends goes out in the turn that runs it, and nobody else is woken for it")
    void answersAtOnce() {
        answers();
        hit(1);
        assertFalse(server.session.worker().lightTurn(MUCH, true, true), "the worker's own thread has nothing to do");
        assertEquals(List.of(1, 2, 3), got);
    }

    @Test
    @DisplayName("a turn has an end, however much handlers send: the rest is the worker's own thread's")
    void ends() {
        answers();
        hit(1);
        server.session.worker().lightTurn(2, true, true);
        assertEquals(List.of(1, 2), got);
        assertTrue(server.session.worker().hasWork());
    }

    /** Each of the first two has its handler send the next. */
    private void answers() {
        server.session.on(Town.Hit.class, (who, hit) -> {
            got.add(hit.points());
            if (hit.points() < 3) hit(hit.points() + 1);
        });
        server.begins();
        town.until(() -> server.session.phase() == Phase.PLAYING, 5_000);
        server.updates = false;
        server.session.updateOn(Runnable::run);
        town.pass(100);
    }

    private void hit(int points) {
        server.session.send(new Town.Hit(points), Delivery.RELIABLE_ORDERED);
    }
}
