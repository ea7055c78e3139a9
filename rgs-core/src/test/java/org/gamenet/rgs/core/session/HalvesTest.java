package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sides of one game that played on apart, and meet again. */
class HalvesTest {
    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;

    private Citizen comes(String name, boolean peers) {
        GameRules rules = Town.rules(Failover.PROMOTED_PLAYER).decidedBy(Arbiter.KEEP_PLAYING);
        Citizen citizen =
                lanTown.citizen(name, peers ? rules.amongPeers() : rules).listens();
        citizen.begins();
        town.pass(600);
        return citizen;
    }

    private static boolean together(Citizen... all) {
        return Stream.of(all)
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == all.length)
                && Stream.of(all).filter(c -> c.session.isServer()).count() == 1;
    }

    private void apart(Citizen... some) {
        lanTown.split(some);
        town.pass(16_000);
    }

    private static void wasTold(Citizen who) {
        List<String> events = who.events();
        int frozen = events.lastIndexOf("Frozen");
        int resumed = events.lastIndexOf("Resumed");
        assertTrue(frozen >= 0 && resumed > frozen, events::toString);
        assertEquals(List.of(), who.all(SessionEvent.Closed.class));
    }

    private static List<String> hits(Citizen who) {
        return who.got.stream()
                .filter(i -> i.body() instanceof Town.Hit)
                .map(i -> i.from().name() + ((Town.Hit) i.body()).points())
                .toList();
    }

    /** Cuts some off, for so long that both sides play on; heals the network; all of them, and nobody else, play on. */
    private static void partAndMeet(int members, int cut, boolean peers) {
        HalvesTest here = new HalvesTest();
        List<Citizen> all = new ArrayList<>();
        List<Citizen> off = new ArrayList<>();
        for (int i = 0; i < members; i++) all.add(here.comes("m" + i, peers));
        Citizen[] everybody = all.toArray(Citizen[]::new);
        here.lanTown.playing(everybody);
        for (int i = 0; i < members; i++) if ((cut & 1 << i) != 0) off.add(all.get(i));
        here.apart(off.toArray(Citizen[]::new));
        for (int i = 0; i < members; i++) all.get(i).session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
        here.town.pass(100);
        here.lanTown.heal();
        here.town.until(() -> together(everybody), 12_000);
        for (Citizen one : all) assertEquals(List.of(), one.all(SessionEvent.Closed.class));
        Citizen server = Stream.of(everybody)
                .filter(c -> c.session.isServer())
                .findFirst()
                .orElseThrow();
        if (off.size() * 2 != members)
            assertEquals(off.size() * 2 > members, off.contains(server), "the larger side's goes on");
        all.get(0).session.send(new Town.Hit(99), Delivery.TOTAL_ORDER);
        here.town.until(() -> all.stream().allMatch(c -> hits(c).contains("m099")), 1_000);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    @DisplayName("P63 P64 P65 whatever cut of so many members, and healed: one game, all in it, and the larger side's")
    void everyCut(int members, int cut) {
        partAndMeet(members, cut, true);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    @DisplayName("P63 P64 P65 the same of a game with a server")
    void everyCutWithAServer(int members, int cut) {
        partAndMeet(members, cut, false);
    }

    /** Of the two sides that without the last member; 5 with {@code -Drgs.halves=5}. */
    static Stream<Arguments> cuts() {
        int most = Integer.getInteger("rgs.halves", 4);
        return IntStream.rangeClosed(3, most)
                .boxed()
                .flatMap(n -> IntStream.range(1, 1 << n - 1).mapToObj(cut -> Arguments.of(n, cut)));
    }

    @Test
    @DisplayName(
            "P63 P64 P65 two that played on apart are one game again: of equals the elder's goes on, the other comes into it")
    void twoMeetAgain() {
        Citizen ann = comes("ann", true);
        Citizen bob = comes("bob", true);
        lanTown.playing(ann, bob);
        apart(bob);
        assertEquals(Phase.PLAYING, ann.session.phase());
        assertEquals(Phase.PLAYING, bob.session.phase());
        assertTrue(ann.session.isServer() && bob.session.isServer());
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        ann.session.send(new Town.Hit(2), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains("bob1") && hits(ann).contains("ann2"), 500);
        lanTown.heal();
        town.until(() -> together(ann, bob), 500);
        assertTrue(ann.session.isServer(), "the elder");
        wasTold(bob);
        bob.session.send(new Town.Hit(3), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains("bob3") && hits(ann).contains("bob3"), 500);
        lanTown.dies(ann);
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 1_000);
    }

    @Test
    @DisplayName(
            "P63 the larger side goes on, though the other has the elder, and whoever serves it has a lower number")
    void theLargerGoesOn() {
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan")) all.add(comes(name, true));
        Citizen ann = all.get(0);
        lanTown.playing(all.toArray(Citizen[]::new));
        apart(ann);
        for (Citizen one : all) assertEquals(Phase.PLAYING, one.session.phase());
        lanTown.heal();
        town.until(() -> together(all.toArray(Citizen[]::new)), 5_000);
        assertFalse(ann.session.isServer());
        wasTold(ann);
    }

    @Test
    @DisplayName("P64 two of four come into the game of the other two, with the one that served them")
    void halvesOfFour() {
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan")) all.add(comes(name, true));
        lanTown.playing(all.toArray(Citizen[]::new));
        apart(all.get(2), all.get(3));
        for (Citizen one : all) assertEquals(Phase.PLAYING, one.session.phase());
        lanTown.heal();
        // Told by their own server, and not only when they miss it: that takes twice as long.
        town.until(() -> together(all.toArray(Citizen[]::new)), 800);
        assertTrue(all.get(0).session.isServer());
        wasTold(all.get(2));
        wasTold(all.get(3));
    }

    @Test
    @DisplayName(
            "HG38 P66 the side that goes on dies before it has let the other in: that one goes on from what it kept")
    void goesOnFromItsOwn() {
        Citizen ann = comes("ann", true);
        Citizen bob = comes("bob", true);
        lanTown.playing(ann, bob);
        apart(bob);
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains("bob1"), 500);
        lanTown.heal();
        town.until(() -> bob.session.phase() == Phase.FROZEN, 4_000);
        lanTown.dies(ann);
        town.until(() -> bob.session.phase() == Phase.PLAYING && bob.session.isServer(), 20_000);
        bob.session.send(new Town.Hit(2), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains("bob2"), 500);
        assertEquals(List.of(), bob.all(SessionEvent.Closed.class));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "P59 P66 of two that gave way, and find the other side dead, neither goes on without the other, which it hears")
    void goOnTogether(boolean isLetInLater) {
        List<Citizen> all = gaveWay(Set.of(MessageTypes.RECORDS.idOf(Message.InitialAck.class)));
        Citizen cat = all.get(2);
        Citizen dan = all.get(3);
        lanTown.dies(all.get(0));
        lanTown.dies(all.get(1));
        if (isLetInLater) town.network.weather = (from, to, frame) -> TestNetwork.Fate.arrives(frame);
        for (int i = 0; i < 250; i++) {
            town.pass(100);
            assertFalse(cat.session.isServer() && dan.session.isServer(), "after " + i + "00 ms");
        }
        assertTrue(cat.session.isServer() || dan.session.isServer());
        assertEquals(isLetInLater, together(cat, dan));
    }

    @Test
    @DisplayName(
            "P59 P66 of two that gave way, and whose ballots are lost, neither goes on while it hears that the other asks "
                    + "for its seat")
    void heardWithoutBallots() {
        Set<Integer> lost = new HashSet<>(Set.of(MessageTypes.RECORDS.idOf(Message.InitialAck.class)));
        List<Citizen> all = gaveWay(lost);
        Citizen cat = all.get(2);
        Citizen dan = all.get(3);
        for (Class<?> ballot : Ballot.class.getPermittedSubclasses())
            lost.add(MessageTypes.RECORDS.idOf(ballot.asSubclass(Record.class)));
        lanTown.dies(all.get(0));
        lanTown.dies(all.get(1));
        for (int i = 0; i < 200; i++) {
            town.pass(100);
            assertFalse(cat.session.isServer() || dan.session.isServer(), "after " + i + "00 ms");
        }
        lost.clear();
        town.until(() -> together(cat, dan), 5_000);
    }

    /** Ann, Bob, and Cat and Dan, who gave way to them and are not let in; messages of these types are lost. */
    private List<Citizen> gaveWay(Set<Integer> lost) {
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan")) all.add(comes(name, true));
        Citizen cat = all.get(2);
        Citizen dan = all.get(3);
        lanTown.playing(all.toArray(Citizen[]::new));
        apart(cat, dan);
        lose(lost);
        lanTown.heal();
        town.until(() -> cat.session.phase() == Phase.FROZEN && dan.session.phase() == Phase.FROZEN, 4_000);
        return all;
    }

    private void lose(Set<Integer> types) {
        town.network.weather = (from, to, frame) ->
                types.contains(FrameHeader.read(ByteBuffer.wrap(frame)).type())
                        ? TestNetwork.Fate.lost(frame)
                        : TestNetwork.Fate.arrives(frame);
    }

    @Test
    @DisplayName(
            "P66 a member that was let into the game of another side does not go on alone by the votes of its own side")
    void hasNoSayYet() {
        Citizen ann = comes("ann", true);
        Citizen bob = comes("bob", true);
        lanTown.playing(ann, bob);
        apart(bob);
        lanTown.heal();
        town.until(() -> together(ann, bob), 500);
        ann.hangs = true;
        town.pass(3_000);
        assertEquals(Phase.FROZEN, bob.session.phase());
        assertFalse(bob.session.isServer());
        ann.hangs = false;
        town.until(() -> together(ann, bob), 3_000);
    }

    @Test
    @DisplayName("P63 P64 P65 three parts of one game meet at once: one game, and everybody in it")
    void threePartsMeet() {
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan", "eve")) all.add(comes(name, true));
        Citizen[] everybody = all.toArray(Citizen[]::new);
        lanTown.playing(everybody);
        lanTown.split(List.of(List.of(all.get(1), all.get(2)), List.of(all.get(4))));
        town.pass(20_000);
        assertEquals(3, all.stream().filter(c -> c.session.isServer()).count());
        lanTown.heal();
        town.until(() -> together(everybody), 6_000);
        for (Citizen one : all) assertEquals(List.of(), one.all(SessionEvent.Closed.class));
    }

    @Test
    @DisplayName("P63 under a majority nobody gives way to another side, whatever it says: there is none")
    void majoritiesDoNotMeet() {
        GameRules rules =
                Town.rules(Failover.PROMOTED_PLAYER).decidedBy(Arbiter.MAJORITY).amongPeers();
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat")) {
            Citizen citizen = lanTown.citizen(name, rules).listens();
            citizen.begins();
            town.pass(600);
            all.add(citizen);
        }
        lanTown.playing(all.toArray(Citizen[]::new));
        apart(all.get(2));
        assertEquals(Phase.FROZEN, all.get(2).session.phase());
        lanTown.heal();
        town.until(() -> together(all.toArray(Citizen[]::new)), 5_000);
        assertTrue(all.get(0).session.isServer());
        assertFalse(all.get(0).events().contains("Frozen"), "the majority noticed nothing");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "HD8 P59 P60 under a majority neither half of four orders anything, however long the cut; healed, all go on as one")
    void neitherHalf(Order by) {
        GameRules rules = Town.rules(Failover.PROMOTED_PLAYER)
                .decidedBy(Arbiter.MAJORITY)
                .amongPeers()
                .orderedBy(by);
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan")) {
            Citizen citizen = lanTown.citizen(name, rules).listens();
            citizen.begins();
            town.pass(600);
            all.add(citizen);
        }
        lanTown.playing(all.toArray(Citizen[]::new));
        long epoch = all.get(0).session.view().epoch();
        lanTown.split(all.get(2), all.get(3));
        town.pass(2_000);
        for (Citizen one : all) one.session.send(new Town.Hit(7), Delivery.TOTAL_ORDER);
        town.pass(16_000);
        for (Citizen one : all) {
            assertEquals(List.of(), hits(one), one.name);
            assertEquals(epoch, one.session.view().epoch());
        }
        lanTown.heal();
        town.until(() -> together(all.toArray(Citizen[]::new)), 8_000);
        for (Citizen one : all) {
            String said = one.name + 7;
            town.until(() -> all.stream().allMatch(c -> hits(c).contains(said)), 1_000);
            assertEquals(hits(all.get(0)), hits(one));
        }
    }
}
