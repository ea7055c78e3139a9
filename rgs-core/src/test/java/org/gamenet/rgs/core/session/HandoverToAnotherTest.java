package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Refused;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ann, whom bob backs up, hands over to somebody else: whole sessions (P46.8). */
class HandoverToAnotherTest extends BackedUp {
    @Test
    @DisplayName("P46.8 a player that is not the backup takes its place first, and then the server's: nobody notices")
    void toAnother() {
        party.hits(cat, 4);
        ann.session.handover(peer(cat));
        town.until(() -> cat.session.isServer(), 1_000);
        town.pass(1_500);
        assertEquals(ServerRole.BACKUP, ann.session.role());
        assertEquals(ServerRole.IDLE, bob.session.role());
        party.hits(bob, 1);
        for (Citizen each : List.of(ann, bob, cat)) {
            assertEquals(5, party.game(each).sum, each.name);
            assertEquals(List.of(), each.all(Frozen.class), each.name);
        }
        assertEquals(List.of(), ann.all(Refused.class));
    }

    private void assertBobStaysTheBackup(Citizen refused, String why) {
        town.until(() -> ann.all(Refused.class).size() > 0, 2_500);
        Refused no = ann.all(Refused.class).get(0);
        assertEquals("handover " + peer(refused), no.request());
        assertTrue(no.why().contains(why), no.why());
        town.pass(300);
        assertTrue(backsUp(ann, bob));
        for (Citizen each : List.of(ann, bob)) assertEquals(List.of(), each.all(Frozen.class), each.name);
        ann.session.handover(peer(bob));
        town.until(() -> bob.session.isServer(), 1_000);
    }

    @Test
    @DisplayName("P46.8 who never serves refuses, and the backup stays what it is")
    void toOneThatRefuses() {
        SearchGoal here = new SearchGoal.Join(ann.session.game().id(), "kitchen");
        SessionSetup setup = new SessionSetup("test", "eve", Town.RECORDS, Map.of(), false);
        Citizen eve = party.plays(party.counts(town.new Citizen("eve", here, null, setup).listens()));
        ann.session.handover(peer(eve));
        assertBobStaysTheBackup(eve, "it never serves");
    }

    @Test
    @DisplayName("P46.8 who takes no copy in 2 s is refused, and the backup stays what it is")
    void toOneThatHangs() {
        party.loses(s -> s.from() == cat && s.is(CopyMessage.CopyConfirmed.class));
        ann.session.handover(peer(cat));
        town.pass(1_900);
        ann.session.handover(peer(bob));
        town.pass(20);
        assertEquals(
                "another handover is under way", ann.all(Refused.class).get(0).why());
        town.until(() -> ann.all(Refused.class).size() > 1, 500);
        ann.got.removeIf(i -> i.body() instanceof Refused no && no.why().contains("another"));
        assertBobStaysTheBackup(cat, "2000 ms");
    }

    @Test
    @DisplayName("P46.8 who does not answer, or dies, is refused, and the backup stays what it is")
    void toOneThatDies() {
        party.when(s -> s.to() == cat && s.is(CopyMessage.Recruit.class), cat::kill);
        ann.session.handover(peer(cat));
        assertBobStaysTheBackup(cat, "lost");
    }
}
