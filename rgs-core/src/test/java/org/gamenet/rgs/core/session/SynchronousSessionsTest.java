package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.Town.Hit;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A synchronous game: what its server shows waits for the backup, whole sessions (P4, P48). */
class SynchronousSessionsTest {
    private final Party party = new Party();
    private final Town town = party.town;
    private Citizen ann;
    private Citizen bob;
    private Citizen cat;

    @BeforeEach
    void backedUp() {
        SearchGoal founds = new SearchGoal.Register(
                Town.rules(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER).showingSafely());
        ann = party.plays(party.counts(town.new Citizen("ann", true, founds, null).listens()));
        party.ann = ann;
        bob = party.joined("bob");
        cat = party.joined("cat");
        town.until(
                () -> ann.session.role() == ServerRole.ACTIVE_BACKED_UP && bob.session.role() == ServerRole.BACKUP,
                5_000);
    }

    /** Bob holds no copy more than he has said. */
    private void bobConfirmsNothing() {
        party.loses(s -> s.from() == bob && s.is(CopyMessage.CopyConfirmed.class));
    }

    private void assertSums(long server, long others) {
        assertEquals(server, party.game(ann).sum, "ann");
        assertEquals(others, party.game(bob).sum, "bob");
        assertEquals(others, party.game(cat).sum, "cat");
    }

    private long shownToCat;

    @Test
    @DisplayName(
            "P48 HG8 the server has counted, and nobody is shown it before the backup has said that it holds that state")
    void waits() {
        party.hits(cat, 1);
        assertSums(1, 1);
        bobConfirmsNothing();
        party.hits(cat, 1);
        assertSums(2, 1);
        party.calm();
        town.pass(300);
        assertSums(2, 2);
    }

    @Test
    @DisplayName("P48 what is sent outside of update leaves with the next one")
    void outsideOfUpdate() {
        ann.session.send(new Town.World(7), Delivery.RELIABLE_ORDERED);
        town.pass(200);
        assertSums(0, 7);
        bobConfirmsNothing();
        ann.session.send(new Town.World(8), Delivery.RELIABLE_ORDERED);
        town.pass(200);
        assertSums(0, 7);
    }

    @Test
    @DisplayName(
            "P48 S9 HB1 the server dies with what nobody was shown: its backup goes on from what all had seen, and counts requests once")
    void diesWithIt() {
        party.hits(cat, 3);
        bobConfirmsNothing();
        party.loses(s -> s.to() == bob && s.is(CopyMessage.CopyPart.class));
        party.hits(cat, 1);
        assertSums(4, 3);
        ann.kill();
        party.calm();
        party.untilResumed(1, 5_000, bob, cat);
        assertEquals(2, party.game(bob).restored, "as it came, and now");
        for (Citizen each : List.of(bob, cat))
            assertEquals(Duration.ZERO, each.all(Resumed.class).get(0).stateAge(), each.name);
        party.hits(cat, 1);
        assertEquals(5, party.game(bob).sum);
        assertEquals(5, party.game(cat).sum);
    }

    @Test
    @DisplayName(
            "S12 P48 the server dies among requests: its backup goes on from all that others were shown, and at rest all are equal")
    void replicasAreEqual() {
        for (int i = 0; i < 30; i++) {
            cat.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(7);
            if (i == 13) ann.kill();
            long copied = party.game(bob).given.get(0).state().sum();
            if (party.game(bob).restored == 2) assertTrue(copied >= shownToCat, copied + " after " + shownToCat);
            else shownToCat = party.game(cat).sum;
        }
        party.untilResumed(1, 5_000, bob, cat);
        town.pass(1_000);
        assertEquals(2, party.game(bob).restored);
        for (Citizen each : List.of(bob, cat)) assertEquals(30, party.game(each).sum, each.name);
    }

    @Test
    @DisplayName("P4 others are shown an ordered message when the backup has it in its log")
    void ordered() {
        Citizen dan = party.joined("dan");
        party.loses(s -> s.to() == bob && s.is(Message.EntryNews.class));
        cat.session.send(new Hit(10), Delivery.TOTAL_ORDER);
        town.pass(300);
        assertEquals(1, ann.all(Hit.class).size(), "it has stamped it");
        assertEquals(List.of(), dan.all(Hit.class));
        assertEquals(List.of(), cat.all(Hit.class));
        party.calm();
        town.pass(1_000);
        for (Citizen each : List.of(bob, cat, dan)) assertEquals(List.of(new Hit(10)), each.all(Hit.class), each.name);
    }

    @Test
    @DisplayName("P48 a newcomer is let in when the backup holds the state that it is given")
    void newcomer() {
        bobConfirmsNothing();
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.pass(500);
        assertEquals(Phase.WAITING, dan.session.phase());
        party.calm();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
    }

    @Test
    @DisplayName("P48 a kick waits for the state that it follows from")
    void kick() {
        bobConfirmsNothing();
        ann.session.kick(cat.session.self(), "it is over");
        town.pass(500);
        assertEquals(Phase.PLAYING, cat.session.phase());
        party.calm();
        town.until(() -> cat.session.phase() == Phase.CLOSED, 1_000);
        assertEquals(Closed.Why.KICKED, cat.all(Closed.class).get(0).why());
    }

    @Test
    @DisplayName("P48 P49 a backup that confirms nothing is dropped, and what waited is shown; nobody freezes")
    void dropsTheSilent() {
        party.loses(
                s -> s.from() == bob && (s.is(CopyMessage.CopyConfirmed.class) || s.is(CopyMessage.CopyTaken.class)));
        party.hits(cat, 1);
        assertSums(1, 0);
        town.until(() -> party.game(cat).sum == 1, 3_000);
        for (Citizen each : town.citizens) assertEquals(List.of(), each.all(Frozen.class), each.name);
        town.until(() -> cat.session.role() == ServerRole.BACKUP, 3_000);
        party.hits(cat, 1);
        assertEquals(2, party.game(cat).sum);
    }

    @Test
    @DisplayName("P48 while there is no backup all is shown at once, and the role says that there is none")
    void alone() {
        party.loses(s -> s.is(CopyMessage.Recruit.class));
        bob.kill();
        town.until(() -> ann.session.role() == ServerRole.ACTIVE_ALONE, 5_000);
        party.loses(s -> s.is(CopyMessage.CopyConfirmed.class));
        party.hits(cat, 1);
        assertEquals(1, party.game(cat).sum);
        assertEquals(ServerRole.ACTIVE_ALONE, ann.session.role());
    }

    @Test
    @DisplayName("P48 P21 a server that hung has shown nothing that is gone, and says nothing of it when it wakes")
    void hangs() {
        bobConfirmsNothing();
        party.loses(s -> s.to() == bob && s.is(CopyMessage.CopyPart.class));
        party.hits(cat, 1);
        ann.hangs = true;
        party.calm();
        party.untilResumed(1, 8_000, bob, cat);
        ann.hangs = false;
        town.until(() -> ann.all(Resumed.class).size() == 1 && ann.session.phase() == Phase.PLAYING, 8_000);
        town.pass(500);
        assertEquals(Duration.ZERO, cat.all(Resumed.class).get(0).stateAge());
        assertEquals(Duration.ZERO, ann.all(Resumed.class).get(0).stateAge(), "it was shown to nobody, ann included");
        for (Citizen each : List.of(ann, bob, cat)) assertEquals(1, party.game(each).sum, each.name);
        assertNotEquals(ServerRole.ACTIVE_BACKED_UP, ann.session.role());
    }

    @Test
    @DisplayName("P48 P46 what a server has sent last leaves with the copy that it hands over as it goes")
    void leaves() {
        ann.session.send(new Town.World(7), Delivery.RELIABLE_ORDERED);
        ann.session.leave();
        town.until(() -> bob.session.isServer(), 3_000);
        town.pass(300);
        assertEquals(7, party.game(cat).sum);
        for (Citizen each : List.of(bob, cat)) assertEquals(List.of(), each.all(Frozen.class), each.name);
    }
}
