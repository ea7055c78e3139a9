package org.gamenet.rgs.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Outage;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.View;
import org.gamenet.rgs.testkit.FakeSession.Sent;
import org.gamenet.rgs.testkit.FakeSession.To;
import org.gamenet.rgs.testkit.MoneyBox.Box;
import org.gamenet.rgs.testkit.MoneyBox.Coin;
import org.junit.jupiter.api.Test;

class FakeSessionTest {
    private static final Peer BOB = Peer.of(2, "bob");

    private final FakeSession session = FakeSession.of(MoneyBox.setUp().player("ann"));
    private final MoneyBox box = new MoneyBox(session);

    @Test
    void handsOutWhatIsDeliveredInTheNextUpdateAndInOrder() {
        List<Object> got = new ArrayList<>();
        session.on(Record.class, (from, item) -> got.add(item))
                .on(Coin.class, (from, coin) -> got.add(from.name() + coin.cents()));
        session.deliver(BOB, new Coin(1)).deliver(BOB, new Joined(BOB, false)).deliver(BOB, new Coin(2));
        assertEquals(List.of(), got);
        assertTrue(session.update());
        assertEquals(List.of("bob1", new Joined(BOB, false), "bob2"), got);
    }

    @Test
    void leavesForTheNextUpdateWhatComesDuringThisOne() {
        session.on(Coin.class, (from, coin) -> {
            if (coin.cents() == 1) session.deliver(from, new Coin(2));
            else box.cents = coin.cents();
        });
        session.deliver(BOB, new Coin(1)).update();
        assertEquals(0, box.cents);
        session.update();
        assertEquals(2, box.cents);
    }

    @Test
    void followsWhatItIsTold() {
        View later = new View(2, 1, List.of(BOB), List.of(BOB));
        session.deliver(BOB, new Joined(BOB, false)).update();
        assertEquals(List.of(BOB), session.view().players());
        session.deliver(BOB, new Frozen("silent"));
        assertEquals(Phase.PLAYING, session.phase());
        session.update();
        assertEquals(Phase.FROZEN, session.phase());
        session.deliver(BOB, new RoleChanged(ServerRole.IDLE, ServerRole.ACTIVE_ALONE))
                .deliver(
                        BOB,
                        new Resumed(
                                later,
                                new Outage(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
                                Duration.ZERO,
                                0))
                .update();
        assertTrue(session.isServer());
        assertEquals(Phase.PLAYING, session.phase());
        assertEquals(later, session.view());
        session.deliver(BOB, new Left(BOB, Left.Why.LEFT)).update();
        assertEquals(List.of(), session.view().players());
        session.deliver(BOB, new Closed(Closed.Why.ENDED, "over"));
        assertFalse(session.update());
        assertThrows(IllegalStateException.class, () -> session.send(new Coin(1)));
    }

    @Test
    void restoresAndPacks() {
        Map<Peer, Integer> givers = new TreeMap<>(Map.of(BOB, 7));
        session.restore(List.of(new StatePackage<>(BOB, false, 3, new Box(7, givers))))
                .update();
        givers.clear();
        assertEquals(new Box(7, Map.of(BOB, 7)), session.packageState());
        assertNotSame(box.packageState(), session.packageState());
    }

    @Test
    void keepsWhatIsSentAsAReceiverWouldSeeIt() {
        box.givers.put(BOB, 1);
        session.send(box.packageState(), Delivery.UNRELIABLE_SEQUENCED);
        session.send(BOB, new Coin(2), Delivery.RELIABLE_ORDERED);
        box.drop();
        box.givers.clear();
        assertEquals(
                List.of(To.ALL, To.PEER, To.SERVER),
                session.sent().stream().map(Sent::to).toList());
        assertEquals(new Box(0, Map.of(BOB, 1)), session.sent(Box.class).get(0));
        assertEquals(BOB, session.sent().get(1).peer().orElseThrow());
        assertEquals(List.of(new Coin(2), new Coin(1)), session.sent(Coin.class));
        session.forgetSent();
        assertEquals(List.of(), session.sent());
    }

    @Test
    void whatIsDeliveredCannotBeChanged() {
        session.on(Box.class, (from, sent) -> sent.givers().clear());
        session.deliver(BOB, new Box(1, new TreeMap<>(Map.of(BOB, 1))));
        assertThrows(UnsupportedOperationException.class, session::update);
    }

    @Test
    void letsOnlyAServerDoWhatServersDo() {
        assertThrows(IllegalStateException.class, () -> session.kick(BOB, "rude"));
        session.role(ServerRole.ACTIVE_ALONE);
        session.kick(BOB, "rude");
        session.advertise(true, Map.of("map", "attic"));
        session.end("over");
        assertEquals(List.of("kick bob: rude", "advertise true {map=attic}", "end: over"), session.asked());
    }

    @Test
    void givesOneItemAfterTheOtherToWhoAsks() {
        session.deliver(BOB, new Coin(1)).deliver(BOB, new Frozen("silent"));
        assertEquals(new Coin(1), session.recv().body());
        assertEquals(Phase.PLAYING, session.phase());
        assertEquals(new Frozen("silent"), session.recv().body());
        assertEquals(Phase.FROZEN, session.phase());
        assertNull(session.recv());
    }

    @Test
    void saysWhatIsWrong() {
        record Stranger(int n) {}
        assertTrue(assertThrows(IllegalArgumentException.class, () -> session.deliver(BOB, new Stranger(1)))
                .getMessage()
                .contains("add it to records"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> session.on(Stranger.class, (from, s) -> {}))
                .getMessage()
                .contains("records(...)"));
        assertThrows(IllegalArgumentException.class, () -> session.restore(List.of()));
        session.restore(List.of(new StatePackage<>(BOB, false, 0, new Coin(1))));
        assertTrue(assertThrows(IllegalArgumentException.class, session::update)
                .getMessage()
                .contains("the game's state is a Box"));
        assertThrows(IllegalStateException.class, session::game);
    }

    @Test
    void sendsReliablyAndInOrderUnlessToldOtherwise() {
        session.send(new Coin(1));
        session.send(BOB, new Coin(2));
        session.sendToServer(new Coin(3));
        assertEquals(
                List.of(
                        new Sent(new Coin(1), Delivery.RELIABLE_ORDERED, To.ALL, Optional.empty()),
                        new Sent(new Coin(2), Delivery.RELIABLE_ORDERED, To.PEER, Optional.of(BOB)),
                        new Sent(new Coin(3), Delivery.RELIABLE_ORDERED, To.SERVER, Optional.empty())),
                session.sent());
    }
}
