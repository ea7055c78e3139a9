package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A socket is a hint: its end is no death. */
@ExtendWith(InTavern.class)
class ResetTest {

    @ParameterizedTest(name = "HG4 HG5 all connections of the {0} are reset, three times")
    @ValueSource(strings = {"server", "player"})
    @DisplayName(
            "HG4 HG5 P31 all TCP connections of a living member are reset: play goes on in the same epoch, nobody is lost, nothing "
                    + "is counted twice")
    void playGoesOn(String whose, Tavern tavern) throws Exception {
        Guest ann = tavern.host("ann", Tavern.game().failover(Failover.PROMOTED_PLAYER));
        Guest bob = tavern.join("bob", ann);
        Guest cat = tavern.join("cat", ann);
        for (int reset = 1; reset <= 3; reset++) {
            for (int i = 0; i < 20; i++) for (Guest guest : List.of(ann, bob, cat)) guest.hit(1);
            Wires.reset((whose.equals("server") ? ann : bob).session);
            for (int i = 0; i < 20; i++) for (Guest guest : List.of(ann, bob, cat)) guest.hit(1);
            int expected = reset * 120;
            tavern.until(
                    "all are counted once: " + expected,
                    () -> List.of(ann, bob, cat).stream().allMatch(g -> g.sum() == expected));
        }
        tavern.rounds(300);
        for (Guest guest : List.of(ann, bob, cat)) {
            assertEquals(360, guest.sum());
            assertEquals(1, guest.session.view().epoch());
            assertEquals(3, guest.session.view().players().size());
            assertFalse(guest.bodies().stream().anyMatch(Left.class::isInstance), guest.toString());
        }
    }
}
