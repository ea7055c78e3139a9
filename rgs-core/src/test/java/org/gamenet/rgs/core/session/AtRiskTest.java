package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.peers.LaneSink;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@DisplayName("P72 P75 what the server has had, and cannot call stable")
class AtRiskTest {
    private static final int KEPT = 50;

    private final Party party = new Party(Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen cat = silent(party.counts(town.joins("cat", party.ann)));
    private final Citizen bob = party.counts(town
            .new Citizen(
                    "bob",
                    true,
                    new SearchGoal.Join(party.ann.session.game().id(), "kitchen"),
                    null,
                    Map.of(Limit.SEND_MESSAGES, (long) KEPT))
            .listens());

    /** Its packageState throws: all that is known of it is the state that it was admitted with. */
    private Citizen silent(Citizen one) {
        party.game(one).throwsInPackage = new IllegalStateException("no");
        return one;
    }

    private void plays() {
        party.plays(cat);
        party.plays(bob);
    }

    /** More than is kept, in portions that are not too much to wait. */
    private void hits(int times) {
        for (int i = 0; i < times; i++) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            if (i % (KEPT / 2) == 0) town.pass(100);
        }
        town.pass(600);
    }

    @Test
    @DisplayName("is let go, the oldest first, counted while it may be lost, and hinders nobody from sending")
    void letGo() {
        plays();
        hits(200);
        assertEquals(200, party.game(party.ann).sum);
        assertEquals(200 - KEPT, bob.session.stats().requestsAtRisk());
        assertTrue(
                bob.session.stats().toString().contains("at risk 150"),
                bob.session.stats().toString());
        assertEquals(0, bob.session.stats().overflowed());
        party.game(cat).throwsInPackage = null;
        hits(1);
        town.pass(1_000);
        assertEquals(0, bob.session.stats().requestsAtRisk());
        party.ann.kill();
        party.untilResumed(1, 4_000, bob, cat);
        assertEquals(0, bob.all(Resumed.class).get(0).uncertain());
        town.pass(500);
        assertEquals(201, party.game(party.server()).sum);
    }

    /** Begins an episode in which requests are let go, and has it end. */
    private void episode() {
        silent(cat);
        hits(200);
        party.game(cat).throwsInPackage = null;
        hits(1);
        town.pass(1_000);
        assertEquals(0, bob.session.stats().requestsAtRisk());
    }

    @Test
    @DisplayName("is said in one line a minute, however often it begins")
    void saidOnce() {
        Logger log = (Logger) LoggerFactory.getLogger(LaneSink.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        log.addAppender(said);
        try {
            plays();
            episode();
            episode();
            assertEquals(1, said.list.size());
            town.pass(60_000);
            episode();
            assertEquals(2, said.list.size());
        } finally {
            log.detachAppender(said);
        }
    }

    @Test
    @DisplayName("and was let go is lost where nobody has a later state: Resumed says how much, the rest is repeated")
    void lost() {
        silent(bob);
        plays();
        hits(200);
        party.ann.kill();
        party.untilResumed(1, 4_000, bob, cat);
        assertEquals(200 - KEPT, bob.all(Resumed.class).get(0).uncertain());
        assertEquals(0, cat.all(Resumed.class).get(0).uncertain());
        town.pass(1_000);
        assertEquals(KEPT, party.game(party.server()).sum);
        assertEquals(0, bob.session.stats().requestsAtRisk());
    }
}
