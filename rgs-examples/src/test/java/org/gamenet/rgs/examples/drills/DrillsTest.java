package org.gamenet.rgs.examples.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.examples.drills.MoneyBox.Box;
import org.gamenet.rgs.examples.drills.MoneyBox.Coin;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.FakeSession;
import org.gamenet.rgs.testkit.GameContract;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;
import org.junit.jupiter.api.Test;

class DrillsTest {

    // ---- first drill

    @RgsTest
    @Seeds(50)
    void survivesTheDeathOfItsServer(Cluster c) {
        Table table = new Table(c);
        c.kill(c.server());
        c.settle();
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    // ---- second drill

    @RgsTest
    @Seeds(90)
    void survivesASecondDeathAtEveryStepOfTheRecovery(Cluster c) {
        Table table = new Table(c);
        c.kill(c.server());
        int step = (int) c.seed();
        c.afterMessages(step, () -> c.kill(table.player("bob")));
        c.settle();
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    // ---- third drill

    @RgsTest
    @Seeds(50)
    void survivesABadDay(Cluster c) {
        Table table = new Table(c);
        c.network(new Conditions(Duration.ofMillis(40), Duration.ofMillis(20), 0.02, 0, 0));
        for (int hour = 0; hour < 8; hour++) {
            c.mishap();
            c.play(Duration.ofMillis(500));
        }
        c.settle();
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    // ---- fourth drill

    @RgsTest
    @Seeds(50)
    void survivesItsServerAndThenTheBackupThatServed(Cluster c) {
        Table table = new Table(c);
        Rgs backup = c.backup();
        c.kill(c.server());
        c.settle();
        assertSame(backup, c.server());
        c.play(Duration.ofSeconds(1));
        Rgs next = c.backup();
        c.kill(backup);
        c.settle();
        assertSame(next, c.server());
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    @RgsTest
    @Seeds(60)
    void survivesItsServerAndItsBackupTogether(Cluster c) {
        Table table = new Table(c);
        c.kill(c.server());
        int step = (int) c.seed();
        Rgs backup = c.backup();
        c.afterMessages(step, () -> c.kill(backup));
        c.settle();
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    // ---- the contract

    @RgsTest
    @Seeds(20)
    void keepsThePlaceOfWhoCrashedWhileItsServerDies(Cluster c) {
        Table table = new Table(c, MoneyBox.spec().rejoinWithin(Duration.ofSeconds(10)));
        Rgs bob = table.player("bob");
        Peer seat = table.at(bob).session().self();
        String token = table.at(bob).session().rejoinToken();
        c.kill(bob);
        c.await(
                Duration.ofSeconds(5),
                () -> table.at(c.server()).session().view().isAway(seat));
        c.play(Duration.ofSeconds(1));
        int before = table.at(c.server()).givenBy(seat);
        c.kill(c.server());
        c.settle();
        Rgs again = c.player("bob");
        table.plays(again, again.join(token));
        c.settle();
        assertEquals(seat, table.at(again).session().self());
        assertFalse(table.at(c.server()).session().view().isAway(seat));
        c.assertSameOrder();
        assertTrue(before > 0 && table.at(c.server()).givenBy(seat) >= before, "bob's coins are there");
    }

    @RgsTest
    @Seeds(20)
    void goesOnWithTheBackupWhenItsServerGoesToBed(Cluster c) {
        Table table = new Table(c);
        Rgs next = c.backup();
        c.handover(next);
        c.play(Duration.ofSeconds(1));
        assertSame(next, c.server());
        c.assertSameOrder();
        table.assertEveryCoinCounts();
    }

    @RgsTest
    void keepsItsPromises(Cluster c) {
        c.game(MoneyBox.setUp());
        c.assertContract(GameContract.of(MoneyBox.spec(), session -> {
            MoneyBox box = new MoneyBox(session);
            return now -> box.frame();
        }));
    }

    // ---- without a network

    @Test
    void forgetsWhoHasLeft() {
        FakeSession session = FakeSession.of(MoneyBox.setUp().player("ann")).role(ServerRole.ACTIVE_ALONE);
        MoneyBox box = new MoneyBox(session);
        Peer bob = Peer.of(2, "bob");
        session.deliver(bob, new Coin(5)).update();
        assertEquals(5, box.givenBy(bob));
        session.deliver(bob, new Left(bob, Left.Why.CRASHED)).update();
        assertEquals(new Box(Map.of()), session.packageState());
        assertEquals(List.of(), session.sent());
    }
}
