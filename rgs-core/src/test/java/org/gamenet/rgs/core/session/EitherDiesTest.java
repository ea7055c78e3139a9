package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Refused;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A game is handed over, and one of the two dies, or hangs, at the n-th message between them: every n there is. */
class EitherDiesTest {
    private static final int MOST = 80;
    private static final int REQUESTS = 12;

    private Party party;
    private Citizen ann;
    private Citizen bob;
    private Citizen cat;
    private Citizen taker;
    private int spoken;

    private interface Blow {
        void strike();
    }

    /** Ann, backed up by bob, hands over to him while cat plays. False if the two had less to say. */
    private boolean handsOver(int nth, Blow blow) {
        return handsOver(nth, blow, false);
    }

    /** To cat, who is not the backup, if so wanted. */
    private boolean handsOver(int nth, Blow blow, boolean toCat) {
        party = new Party(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
        ann = party.ann;
        bob = party.joined("bob");
        Town town = party.town;
        town.until(
                () -> ann.session.role() == ServerRole.ACTIVE_BACKED_UP && bob.session.role() == ServerRole.BACKUP,
                5_000);
        cat = party.joined("cat");
        town.pass(100);
        spoken = 0;
        taker = toCat ? cat : bob;
        party.when(s -> isBetweenThem(s) && ++spoken == nth, blow::strike);
        ann.session.handover(taker.session.self());
        for (int i = 0; i < REQUESTS; i++) {
            cat.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(7);
        }
        boolean over = taker.session.isServer() && ann.session.role() == ServerRole.BACKUP && spoken < nth;
        return !over;
    }

    private boolean isBetweenThem(Party.Said said) {
        return said.from() == ann && said.to() == taker || said.from() == taker && said.to() == ann;
    }

    private void untilItGoesOn() {
        party.town.until(() -> isWhole(), 8_000);
        party.town.pass(300);
        assertTrue(isWhole());
    }

    private boolean isWhole() {
        List<Citizen> serve = party.town.citizens.stream()
                .filter(c -> c.alive && !c.hangs && c.session.isServer())
                .toList();
        return serve.size() == 1 && party.game(serve.get(0)).sum == REQUESTS && party.game(cat).sum == REQUESTS;
    }

    @Test
    @DisplayName(
            "P46 the successor dies at each step: Refused and nobody notices, or it is the server that dies; none lost")
    void successorDies() {
        int refused = 0;
        int n = 1;
        for (; n < MOST && handsOver(n, () -> bob.kill()); n++) {
            untilItGoesOn();
            boolean no = !ann.all(Refused.class).isEmpty();
            if (no) assertEquals(List.of(), cat.all(Frozen.class), "at message " + n);
            if (no) refused++;
        }
        assertTrue(refused > 2 && n > refused, refused + " of " + n);
    }

    @Test
    @DisplayName("P46 the old server dies at each step: one serves, nothing is lost and nothing comes twice")
    void serverDies() {
        int n = 1;
        for (; n < MOST && handsOver(n, () -> ann.kill()); n++) untilItGoesOn();
        assertTrue(n > 5, n + " steps");
    }

    @Test
    @DisplayName("P46 the successor hangs at each step: Refused and nobody notices, or it is the server that hangs")
    void successorHangs() {
        int refused = 0;
        int n = 1;
        for (; n < MOST && handsOver(n, () -> bob.hangs = true); n++) {
            untilItGoesOn();
            boolean no = !ann.all(Refused.class).isEmpty();
            if (no) assertEquals(List.of(), cat.all(Frozen.class), "at message " + n);
            if (no) refused++;
        }
        assertTrue(refused > 2 && n > refused, refused + " of " + n);
    }

    @Test
    @DisplayName(
            "P46.8 the server dies at each step of a handover to one that is not the backup: nothing is lost or twice")
    void serverDiesOnTheWayToAnother() {
        int n = 1;
        for (; n < MOST && handsOver(n, () -> ann.kill(), true); n++) untilItGoesOn();
        assertTrue(n > 8, n + " steps");
    }
}
