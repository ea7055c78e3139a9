package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClusterTest {
    private final List<MoneyBox> boxes = new ArrayList<>();

    private MoneyBox box(Cluster c, Rgs rgs, Session session) {
        MoneyBox box = new MoneyBox(session);
        c.everyFrame(rgs, now -> box.frame());
        boxes.add(box);
        return box;
    }

    private void begin(Cluster c) {
        playersBegin(c);
        Rgs spare = c.spare();
        box(c, spare, spare.standBy());
        c.play(Duration.ofSeconds(1));
    }

    private void playersBegin(Cluster c) {
        c.game(MoneyBox.setUp());
        Rgs ann = c.player("ann");
        Session served = ann.register(MoneyBox.SPEC);
        box(c, ann, served);
        c.await(Duration.ofSeconds(5), () -> served.phase() == Phase.PLAYING);
        for (String name : List.of("bob", "eve", "joe")) {
            Rgs rgs = c.player(name);
            box(c, rgs, rgs.join(rgs.discover(Query.any()).join().get(0)));
        }
        c.play(Duration.ofSeconds(1));
    }

    @RgsTest
    @Seeds(20)
    void survivesAKill(Cluster c) {
        begin(c);
        c.kill(c.server());
        c.play(Duration.ofSeconds(2));
        c.assertOneServer();
        c.assertSameOrder();
        MoneyBox bob = boxes.get(1);
        MoneyBox serves = boxes.stream()
                .filter(b -> b.session.isServer())
                .reduce((first, last) -> last)
                .orElseThrow();
        assertEquals(4, serves.session.view().players().size());
        assertEquals(1, serves.session.view().away().size());
        assertTrue(bob.cents > 60, "only " + bob.cents);
    }

    @RgsTest
    void knowsWhoBacksTheServerUp(Cluster c) {
        c.game(MoneyBox.setUp());
        assertThrows(AssertionError.class, c::backup);
        playersBegin(c);
        Rgs backup = c.backup();
        assertTrue(c.statuses().toString().contains(backup + " PLAYING backs up"), c.statuses()::toString);
        c.kill(backup);
        assertThrows(AssertionError.class, c::backup);
        c.play(Duration.ofSeconds(2));
        assertNotEquals(backup, c.backup());
        assertNotEquals(c.server(), c.backup());
    }

    @RgsTest
    @Seeds(20)
    @DisplayName("P49 a spare backs the game up, and is told nothing before it serves")
    void aSpareBacksUp(Cluster c) {
        begin(c);
        MoneyBox spare = boxes.get(4);
        assertEquals("spare", c.backup().toString());
        assertEquals(Phase.WAITING, spare.session.phase());
        c.kill(c.server());
        c.play(Duration.ofMillis(500));
        assertTrue(spare.session.isServer());
        c.play(Duration.ofSeconds(2));
        c.assertOneServer();
        c.assertSameOrder();
        assertNotEquals("spare", c.backup().toString());
        assertTrue(boxes.get(1).cents > 60, "only " + boxes.get(1).cents);
    }

    @RgsTest
    @Seeds(20)
    void handsTheGameOver(Cluster c) {
        playersBegin(c);
        Rgs old = c.server();
        Rgs next = c.backup();
        List<SessionEvent> told = new ArrayList<>();
        for (MoneyBox box : boxes) box.session.on(SessionEvent.FailoverEvent.class, (who, event) -> told.add(event));
        assertThrows(IllegalArgumentException.class, () -> c.handover(old), "to itself");
        c.handover(next);
        c.play(Duration.ofMillis(200));
        assertEquals(next, c.server());
        assertEquals(old, c.backup());
        assertEquals(
                List.of(
                        new SessionEvent.RoleChanged(ServerRole.ACTIVE_BACKED_UP, ServerRole.BACKUP),
                        new SessionEvent.RoleChanged(ServerRole.BACKUP, ServerRole.ACTIVE_BACKED_UP)),
                told);
        long then = boxes.stream().mapToLong(b -> b.cents).max().orElseThrow();
        c.play(Duration.ofSeconds(1));
        c.assertOneServer();
        for (MoneyBox box : boxes)
            if (box.session.phase() == Phase.PLAYING) assertTrue(box.cents > then, box.cents + " after " + then);
    }

    @RgsTest
    @Seeds(20)
    void doesNotHandOverToWhoHangs(Cluster c) {
        playersBegin(c);
        Rgs old = c.server();
        Rgs next = c.backup();
        List<SessionEvent> told = new ArrayList<>();
        for (MoneyBox box : boxes) {
            box.session.on(SessionEvent.Frozen.class, (who, event) -> told.add(event));
            box.session.on(SessionEvent.Refused.class, (who, event) -> told.add(event));
        }
        c.pause(next);
        c.handover(next);
        c.handover(next);
        c.play(Duration.ofMillis(2_500));
        c.resume(next);
        assertEquals(old, c.server());
        assertEquals(2, told.size(), told::toString);
        assertTrue(told.stream().allMatch(SessionEvent.Refused.class::isInstance), told::toString);
    }

    private static String story(long seed) {
        Cluster c = Cluster.of(seed);
        ClusterTest test = new ClusterTest();
        test.begin(c);
        for (int i = 0; i < 4; i++) {
            c.mishap();
            c.play(Duration.ofMillis(400));
        }
        c.settle();
        return c.seconds() + c.story() + c.statuses();
    }

    @Test
    void tellsOneStoryForOneSeed() {
        assertEquals(story(7), story(7));
        assertNotEquals(story(7), story(8));
    }

    @RgsTest
    @Seeds(10)
    void aServerThatWasPausedComesBackAsAPlayer(Cluster c) {
        begin(c);
        Rgs ann = c.server();
        c.pause(ann);
        c.play(Duration.ofSeconds(4));
        c.assertOneServer();
        assertNotEquals(ann, c.server());
        c.resume(ann);
        c.settle();
        assertFalse(boxes.get(0).session.isServer());
        assertEquals(4, boxes.get(0).session.view().players().size());
        c.assertSameOrder();
    }

    @RgsTest
    @Seeds(10)
    void whoIsCutOffStandsStillUntilItIsHealed(Cluster c) {
        begin(c);
        Rgs ann = c.server();
        c.isolate(ann);
        c.play(Duration.ofSeconds(4));
        assertEquals(Phase.FROZEN, boxes.get(0).session.phase());
        c.settle();
        assertEquals(Phase.PLAYING, boxes.get(0).session.phase());
        c.assertSameOrder();
    }

    @RgsTest
    void whoIsOutOfPowerIsMissedBySilence(Cluster c) {
        begin(c);
        c.powerOff(c.server());
        c.play(Duration.ofMillis(600));
        assertEquals(Phase.PLAYING, boxes.get(1).session.phase());
        c.settle();
        c.assertOneServer();
    }

    @RgsTest
    @Seeds(5)
    void totallyOrderedMessagesAreHeldAgainstEachOther(Cluster c) {
        begin(c);
        List<List<Long>> heard = new ArrayList<>();
        for (MoneyBox box : boxes) {
            List<Long> here = new ArrayList<>();
            heard.add(here);
            box.session.on(MoneyBox.Chat.class, (from, chat) -> here.add(chat.number()));
        }
        for (long i = 1; i <= 30; i++) {
            boxes.get((int) (i % 3)).session.send(new MoneyBox.Chat(i), Delivery.TOTAL_ORDER);
            c.step(Duration.ofMillis(5));
        }
        c.play(Duration.ofSeconds(1));
        assertEquals(30, heard.get(3).size());
        assertEquals(heard.get(0), heard.get(3));
        c.assertSameOrder();
        boxes.get(0).session.send(new MoneyBox.Chat(3), Delivery.RELIABLE_ORDERED);
        assertThrows(IllegalStateException.class, c::assertSameOrder);
    }

    @RgsTest
    void aBadNetworkTakesLonger(Cluster c) {
        begin(c);
        c.network(new Conditions(Duration.ofMillis(200), Duration.ZERO, 0, 0, 0));
        long before = boxes.get(0).cents;
        boxes.get(1).drop();
        c.play(Duration.ofMillis(150));
        long soon = boxes.get(0).cents;
        c.play(Duration.ofMillis(500));
        assertTrue(boxes.get(0).cents > soon && soon >= before);
        assertTrue(boxes.get(1).session.stats().rttMillis() > 0);
    }

    @RgsTest
    void saysWhatIsWrong(Cluster c) {
        assertThrows(IllegalStateException.class, () -> c.player("ann"));
        begin(c);
        Rgs strange = Cluster.of(2).game(MoneyBox.setUp()).player("ann");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> c.kill(strange))
                .getMessage()
                .contains("no process of this cluster"));
        assertThrows(IllegalArgumentException.class, () -> c.play(Duration.ZERO));
        assertThrows(IllegalStateException.class, () -> c.player("x").standBy());
        assertTrue(assertThrows(AssertionError.class, () -> c.await(Duration.ofMillis(50), () -> false))
                .getMessage()
                .contains("ann PLAYING serves"));
        c.kill(c.server());
        assertTrue(assertThrows(AssertionError.class, c::assertOneServer)
                .getMessage()
                .contains("nobody serves: ann is dead"));
    }

    @RgsTest
    void whatAFrameThrowsFailsTheTest(Cluster c) {
        begin(c);
        Rgs rgs = c.player("zoe");
        c.everyFrame(rgs, now -> {
            throw new IllegalStateException("out of tea");
        });
        String told = assertThrows(AssertionError.class, () -> c.play(Duration.ofSeconds(1)))
                .getMessage();
        assertTrue(told.contains("a frame of zoe threw java.lang.IllegalStateException: out of tea"), told);
    }

    @Test
    void tellsASecondGameFromASecondServer() {
        Cluster c = Cluster.of(1).game(MoneyBox.setUp());
        GameSpec forOne = GameSpec.clientServer("box", 1);
        box(c, c.player("ann"), forOne);
        String found = assertThrows(AssertionError.class, () -> box(c, c.player("bob"), forOne))
                .getMessage();
        assertTrue(found.startsWith("two games, of ann#"), found);
        assertTrue(found.contains("hostOrJoin founds another"), found);
    }

    private void box(Cluster c, Rgs rgs, GameSpec spec) {
        Session session = rgs.hostOrJoin(spec);
        box(c, rgs, session);
        c.await(Duration.ofSeconds(5), () -> session.phase() == Phase.PLAYING);
    }
}
