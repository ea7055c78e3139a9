package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server dies before the directory has heard of its newest player. */
class NewestMemberTest {
    private final Party party = new Party();
    private final Town town = party.town;

    @Test
    @DisplayName("P12 P33 L1 a candidate whose claim the directory refuses declines from then on: another one serves")
    void anotherServes() {
        town.keys = new Ed25519();
        town.strangers = true;
        Citizen ann = party.counts(town.registers("ann", Failover.PROMOTED_PLAYER));
        party.ann = ann;
        party.plays(ann);
        Citizen bob = party.joined("bob");
        town.pass(500);
        ann.line.cut = true;
        Citizen cat = party.joined("cat");
        ann.kill();
        town.until(
                () -> List.of(bob, cat).stream()
                        .allMatch(c -> c.all(Resumed.class).size() == 1),
                6_000);
        assertEquals(
                1, List.of(bob, cat).stream().filter(c -> c.session.isServer()).count());
    }
}
