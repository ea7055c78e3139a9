package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How many a server lets in. */
class AdmissionLimitsTest {

    private static Citizen registers(Party party, Map<Limit, Long> limits) {
        Citizen ann = party.counts(party.town
                .new Citizen("ann", true, new SearchGoal.Register(Town.rules(Failover.PROMOTED_PLAYER)), null, limits)
                .listens());
        party.ann = ann;
        return party.plays(ann);
    }

    @Test
    @DisplayName("Limit.MEMBERS: who is one too many is told FULL, and by how much")
    void asManyMembers() {
        Party party = new Party();
        Citizen ann = registers(party, Map.of(Limit.MEMBERS, 2L));
        party.joined("bob");
        Citizen cat = party.joining("cat", ann.session.game().id());
        party.town.until(() -> cat.session.phase() == Phase.CLOSED, 2_000);
        Closed closed = cat.all(Closed.class).get(0);
        assertEquals(Closed.Why.FULL, closed.why());
        assertTrue(closed.detail().contains("2 members"), closed.detail());
    }

    @Test
    @DisplayName("Limit.PENDING_JOINS: of more newcomers than may wait at a time the last is told FULL")
    void asManyNewcomers() {
        Party party = new Party();
        Citizen ann = registers(party, Map.of(Limit.PENDING_JOINS, 1L));
        ann.updates = false;
        Citizen bob = party.joining("bob", ann.session.game().id());
        party.town.pass(50);
        Citizen cat = party.joining("cat", ann.session.game().id());
        party.town.until(() -> cat.session.phase() == Phase.CLOSED, 2_000);
        assertEquals(
                List.of(Closed.Why.FULL),
                cat.all(Closed.class).stream().map(Closed::why).toList());
        ann.updates = true;
        party.town.until(() -> bob.session.phase() == Phase.PLAYING, 2_000);
    }
}
