package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Equals with one order: each applies everything for itself. */
class PeersTest {
    /** Messages by which another message gets its place in the order. */
    private static final Set<Class<?>> OF_THE_ORDER = Set.of(
            Message.OrderRequest.class,
            Message.EntryNews.class,
            Message.Wish.class,
            Message.Permit.class,
            Message.Shown.class);

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final Map<Citizen, Sums> sums = new HashMap<>();
    private Order order = Order.SEQUENCER;
    private Citizen ann;
    private Citizen bob;
    private Citizen cat;

    /** A peer's state, a sum that depends on the order. */
    private static final class Sums implements StateHandler<Town.World> {
        final List<String> seen = new ArrayList<>();
        long sum;
        int packed;
        int restored;
        boolean cannotRestore;

        Sums(Citizen citizen) {
            citizen.session
                    .on(Town.Hit.class, (who, hit) -> apply(who.name() + hit.points(), hit.points()))
                    .on(SessionEvent.Joined.class, (who, e) -> seen.add("+" + who.name()))
                    .on(SessionEvent.Left.class, (who, e) -> apply("-" + who.name(), 2))
                    .state(Town.World.class, this);
        }

        private void apply(String what, int points) {
            seen.add(what);
            sum = sum * 31 + points;
        }

        @Override
        public Town.World packageState() {
            packed++;
            return new Town.World(sum);
        }

        @Override
        public void restoreState(List<StatePackage<Town.World>> packages) {
            restored++;
            if (cannotRestore) throw new IllegalStateException("cannot");
            sum = packages.get(0).state().sum();
        }
    }

    private Citizen comes(String name) {
        Citizen who = lanTown.citizen(
                name, Town.rules(Failover.PROMOTED_PLAYER).amongPeers().orderedBy(order));
        sums.put(who, new Sums(who));
        who.session.on(
                SessionEvent.Resumed.class, (server, e) -> who.got.add(new org.gamenet.rgs.Incoming(server, e, 0)));
        who.session.on(
                SessionEvent.Closed.class, (server, e) -> who.got.add(new org.gamenet.rgs.Incoming(server, e, 0)));
        who.begins();
        return who;
    }

    /** Ann, who serves, Bob and Cat play. */
    private void three(Order by) {
        order = by;
        ann = comes("ann");
        town.pass(600);
        bob = comes("bob");
        cat = comes("cat");
        lanTown.playing(ann, bob, cat);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "everybody applies the same at the same places, whoever dies; nothing is restored, and nothing is lost")
    void oneOrder(Order by) {
        three(by);
        for (int i = 0; i < 30; i++) {
            for (Citizen each : List.of(ann, bob, cat)) each.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(3);
        }
        lanTown.dies(ann);
        for (int i = 30; i < 60; i++) {
            for (Citizen each : List.of(bob, cat)) each.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(3);
        }
        town.until(
                () -> sums.get(bob).seen.contains("cat59") && sums.get(bob).seen.contains("bob59"), 3_000);
        town.pass(500);
        assertEquals(sums.get(bob).sum, sums.get(cat).sum);
        for (Citizen each : List.of(bob, cat))
            for (int i = 0; i < 60; i++) {
                String said = each.name + i;
                assertEquals(1, sums.get(bob).seen.stream().filter(said::equals).count(), said);
            }
        assertTrue(sums.get(bob).seen.contains("-ann"));
        assertEquals(1, Stream.of(bob, cat).filter(c -> c.session.isServer()).count());
        SessionEvent.Resumed resumed = bob.all(SessionEvent.Resumed.class).get(0);
        assertEquals(0, resumed.stateAge().toMillis());
        assertTrue(resumed.outage().total().toMillis() <= 250, () -> "" + resumed);
        assertEquals(1, sums.get(bob).restored, "only when it came");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("who comes late is given the state at its place in the order, and all are equal from there on")
    void comesLate(Order by) {
        order = by;
        ann = comes("ann");
        town.pass(600);
        ann.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.pass(100);
        bob = comes("bob");
        lanTown.playing(ann, bob);
        bob.session.send(new Town.Hit(7), Delivery.TOTAL_ORDER);
        town.until(
                () -> List.of(ann, bob).stream().allMatch(c -> sums.get(c).seen.contains("bob7")), 1_000);
        assertEquals(sums.get(ann).sum, sums.get(bob).sum);
        int packed = sums.get(ann).packed;
        town.pass(3_000);
        assertEquals(packed, sums.get(ann).packed, "equals pack for newcomers alone");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "P40 N8 a peer that was left behind and cannot restore the state of its return closes with STATE_NOT_RESTORED; "
                    + "nobody else restores anything, and the others' order goes on without it")
    void cannotReturn(Order by) {
        three(by);
        assertEquals(1, sums.get(cat).restored, "at its admission");
        lanTown.split(cat);
        town.until(() -> ann.session.view().players().size() == 2, 10_000);
        sums.get(cat).cannotRestore = true;
        lanTown.heal();
        assertThrows(IllegalStateException.class, () -> town.until(() -> sums.get(cat).sum == -1, 20_000));
        town.until(() -> !cat.all(SessionEvent.Closed.class).isEmpty(), 1_000);
        assertEquals(
                SessionEvent.Closed.Why.STATE_NOT_RESTORED,
                cat.all(SessionEvent.Closed.class).get(0).why());
        assertEquals(2, sums.get(cat).restored);
        for (Citizen each : List.of(ann, bob)) each.session.send(new Town.Hit(9), Delivery.TOTAL_ORDER);
        town.until(
                () -> Stream.of(ann, bob)
                        .allMatch(c -> sums.get(c).seen.containsAll(List.of("ann9", "bob9"))
                                && c.session.view().players().size() == 2),
                5_000);
        assertEquals(sums.get(ann).sum, sums.get(bob).sum);
        assertEquals(List.of(0, 1), List.of(sums.get(ann).restored, sums.get(bob).restored));
    }

    @Test
    @DisplayName(
            "HD1 HD6 G12 P69 P70 whichever peer dies at whatever moment of asking and answering: the others go on, in one order")
    void diesAtAnyMoment() {
        for (int victim = 0; victim < 3; victim++)
            for (int millis = 0; millis < 6; millis++) new PeersTest().dies(victim, millis);
    }

    private void dies(int victim, int millis) {
        order = Order.LAMPORT;
        List<Citizen> all = new ArrayList<>(List.of(comes("ann")));
        town.pass(600);
        all.add(comes("bob"));
        all.add(comes("cat"));
        lanTown.playing(all.toArray(Citizen[]::new));
        for (Citizen each : all) each.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(millis);
        lanTown.dies(all.remove(victim));
        for (Citizen each : all) each.session.send(new Town.Hit(2), Delivery.TOTAL_ORDER);
        town.until(
                () -> all.stream()
                        .allMatch(c ->
                                all.stream().allMatch(who -> sums.get(c).seen.contains(who.name + 2))),
                5_000);
        List<String> one = sums.get(all.get(0)).seen;
        List<String> other = sums.get(all.get(1)).seen;
        for (Citizen each : all)
            for (int i = 1; i <= 2; i++) {
                String said = each.name + i;
                assertEquals(1, one.stream().filter(said::equals).count(), () -> victim + " " + millis + " " + one);
            }
        assertEquals(sums.get(all.get(0)).sum, sums.get(all.get(1)).sum, () -> one + " and " + other);
    }

    @Test
    @DisplayName("P68 what an order by permission costs is told: 3 N - 2 messages for one that is alone")
    void costs() {
        order = Order.LAMPORT;
        ann = comes("ann");
        town.pass(600);
        bob = comes("bob");
        cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        for (int i = 0; i < 5; i++) {
            bob.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(200);
        }
        OrderStats told = bob.session.stats().order();
        assertEquals(Order.LAMPORT, told.by());
        assertEquals(2, told.others());
        assertEquals(3 * 3 - 2, told.messagesPerEvent(), 0.01);
        assertTrue(told.clock() >= 5, () -> "" + told);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "Z24 P22 P68 what a lone message costs, with ever more players: N by a sequencer, 3 N - 2 by permission, as the documents say")
    void costCurve(Order by) {
        for (int players = 2; players <= 6; players++)
            assertEquals(
                    by == Order.SEQUENCER ? players : 3 * players - 2,
                    new PeersTest().loneMessage(by, players),
                    players + " players");
    }

    /** How many messages of the order one costs that is not of whoever serves; by permission one to itself, too. */
    private int loneMessage(Order by, int players) {
        order = by;
        List<Citizen> all = new ArrayList<>(List.of(comes("p0")));
        town.pass(600);
        for (int i = 1; i < players; i++) all.add(comes("p" + i));
        lanTown.playing(all.toArray(Citizen[]::new));
        // The list of who decides has its turns, too, when somebody comes.
        town.pass(2_000);
        Citizen last = all.get(players - 1);
        assertTrue(!last.session.isServer());
        int[] said = {by == Order.LAMPORT ? 1 : 0};
        town.network.weather = (from, to, frame) -> {
            ByteBuffer body = ByteBuffer.wrap(frame);
            FrameHeader header = FrameHeader.read(body);
            if (header.type() < MessageTypes.FIRST_DATA_ID
                    && OF_THE_ORDER.contains(Frames.decode(header, body).getClass())) said[0]++;
            return TestNetwork.Fate.arrives(frame);
        };
        last.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        String heard = last.name + 1;
        town.until(() -> all.stream().allMatch(c -> sums.get(c).seen.contains(heard)), 500);
        town.pass(500);
        return said[0];
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "Z22 P25 who stood still for long plays no burst of what it missed: it is given the state, and goes on at its place")
    void noFastForward(Order by) {
        three(by);
        int before = sums.get(cat).restored;
        cat.hangs = true;
        town.until(
                () -> sums.get(ann).seen.contains("-cat") && sums.get(bob).seen.contains("-cat"), 5_000);
        for (int i = 1; i <= 50; i++) {
            for (Citizen each : List.of(ann, bob)) each.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(20);
        }
        town.until(() -> sums.get(ann).seen.contains("bob50"), 1_000);
        cat.hangs = false;
        town.until(() -> sums.get(cat).restored > before && cat.session.phase() == Phase.PLAYING, 10_000);
        cat.session.send(new Town.Hit(99), Delivery.TOTAL_ORDER);
        town.until(
                () -> List.of(ann, bob, cat).stream()
                        .allMatch(c -> sums.get(c).seen.contains("cat99")),
                3_000);
        assertEquals(sums.get(ann).sum, sums.get(cat).sum);
        assertEquals(sums.get(bob).sum, sums.get(cat).sum);
        for (int i = 1; i <= 50; i++) {
            assertFalse(sums.get(cat).seen.contains("ann" + i), "it was in the state that it was given");
            assertFalse(sums.get(cat).seen.contains("bob" + i));
        }
    }

    @Test
    @DisplayName("there is no server to send to")
    void noServer() {
        ann = comes("ann");
        assertThrows(
                IllegalStateException.class,
                () -> ann.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED));
        town.until(() -> ann.session.isServer(), 1_000);
    }
}
