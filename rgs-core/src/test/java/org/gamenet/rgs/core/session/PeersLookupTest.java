package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Equals that find each other by a directory, which is all that it does for them. */
class PeersLookupTest {
    private final Town town = new Town();
    private Order order = Order.SEQUENCER;

    private Citizen begins(String name) {
        Citizen one = town
                .new Citizen(
                        name,
                        true,
                        new SearchGoal.HostOrJoin(Town.rules(Failover.PROMOTED_PLAYER)
                                .amongPeers()
                                .orderedBy(order)),
                        null)
                .listens();
        one.begins();
        return one;
    }

    private Citizen comes(String name) {
        Citizen one = begins(name);
        town.until(() -> one.session.phase() == Phase.PLAYING, 2_000);
        town.pass(500);
        return one;
    }

    private DirectoryReply looksUp(Citizen by, String game) {
        List<DirectoryReply> replies = new ArrayList<>();
        by.line.ask(new DirectoryRequest.Lookup(game), replies::add);
        town.until(() -> !replies.isEmpty(), 2_000);
        return replies.get(0);
    }

    private GameEntry entry(Citizen by) {
        return ((DirectoryReply.Found) looksUp(by, by.session.game().id())).game();
    }

    private void isListed(Citizen by, Citizen... all) {
        GameEntry entry = entry(by);
        assertEquals(all.length, entry.players());
        Set<Endpoint> places = new HashSet<>();
        for (Citizen one : all) places.add(one.end.place);
        assertEquals(places, new HashSet<>(entry.endpoints()));
    }

    private static void says(Citizen who, int points) {
        who.session.send(new Town.Hit(points), Delivery.TOTAL_ORDER);
    }

    private static boolean heard(Citizen by, Citizen who, int points) {
        return by.got.stream()
                .anyMatch(i -> i.body().equals(new Town.Hit(points)) && i.from().equals(who.session.self()));
    }

    @Test
    @DisplayName(
            "Z1 Z6 the directory has the place of each that has joined, and no longer of one that quit, or died without a word")
    void joinsAndExits() {
        Citizen ann = comes("ann");
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        isListed(ann, ann, bob, cat);
        cat.session.leave();
        town.until(() -> cat.session.worker().isFinished(), 2_000);
        town.pass(500);
        isListed(bob, ann, bob);
        bob.kill();
        town.until(() -> ann.events().contains("Left bob"), 2_000);
        town.pass(500);
        isListed(ann, ann);
        String game = ann.session.game().id();
        ann.session.leave();
        town.until(() -> ann.session.worker().isFinished(), 2_000);
        Citizen dan = comes("dan");
        assertInstanceOf(DirectoryReply.NoGame.class, looksUp(dan, game));
    }

    @Test
    @DisplayName(
            "Z4 Z5 whoever is let in has an id of its own, whatever its name, and the table of all others, as they have it")
    void anIdAndTheTable() {
        Citizen ann = comes("ann");
        Citizen bob = comes("bob");
        Citizen twin = comes("bob");
        List<Peer> all = List.of(ann.session.self(), bob.session.self(), twin.session.self());
        assertEquals(3, all.stream().map(Peer::id).distinct().count());
        for (Citizen one : List.of(ann, bob, twin)) {
            assertEquals(ann.session.game().id(), one.session.game().id());
            assertEquals(all, one.session.view().players());
        }
        // And what the table tells is enough to reach each of them.
        twin.session.send(bob.session.self(), new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        twin.session.send(ann.session.self(), new Town.Hit(2), Delivery.RELIABLE_ORDERED);
        town.until(() -> heard(bob, twin, 1) && heard(ann, twin, 2), 500);
        assertFalse(heard(ann, twin, 1));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "HD7 the directory is away: equals order on and do not notice, and whoever wants to come in asks until it is back")
    void orderOnWithoutIt(Order by) {
        order = by;
        Citizen ann = comes("ann");
        Citizen bob = comes("bob");
        town.directoryAway = true;
        Citizen cat = begins("cat");
        for (int i = 1; i <= 25; i++) {
            int points = i;
            for (Citizen one : List.of(ann, bob)) says(one, points);
            town.pass(200);
            for (Citizen one : List.of(ann, bob)) assertTrue(heard(one, ann, points) && heard(one, bob, points));
        }
        assertEquals(Phase.WAITING, cat.session.phase());
        for (Citizen one : List.of(ann, bob)) assertFalse(one.events().contains("Frozen"));
        town.directoryAway = false;
        town.until(() -> cat.session.phase() == Phase.PLAYING, 3_000);
        assertEquals(ann.session.game().id(), cat.session.game().id());
        says(cat, 99);
        town.until(() -> Stream.of(ann, bob, cat).allMatch(one -> heard(one, cat, 99)), 1_000);
    }

    @ParameterizedTest
    @MethodSource("halves")
    @DisplayName(
            "HD8 P12 P18 of equal halves the one that reaches the directory orders on, the other nothing; healed, all are one")
    void oneHalfOrders(Order by, boolean withTheElder) {
        order = by;
        List<Citizen> all = List.of(comes("ann"), comes("bob"), comes("cat"), comes("dan"));
        List<Citizen> one = withTheElder ? all.subList(0, 2) : all.subList(2, 4);
        List<Citizen> other = withTheElder ? all.subList(2, 4) : all.subList(0, 2);
        Set<TestNetwork.End> near = Set.of(one.get(0).end, one.get(1).end);
        town.network.reaches = (from, to) -> near.contains(from) == near.contains(to);
        other.forEach(c -> c.line.cut = true);
        town.until(
                () -> one.stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == 2),
                15_000);
        town.pass(1_000);
        int[] before = all.stream().mapToInt(c -> c.all(Town.Hit.class).size()).toArray();
        for (Citizen each : all) says(each, 7);
        town.pass(5_000);
        for (Citizen each : all)
            assertEquals(
                    before[all.indexOf(each)] + (one.contains(each) ? 2 : 0),
                    each.all(Town.Hit.class).size(),
                    each.name);
        town.network.reaches = (from, to) -> true;
        other.forEach(c -> c.line.cut = false);
        town.until(
                () -> all.stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == 4),
                20_000);
        // The members of the other half had what was said meanwhile in the state that they were given.
        town.until(() -> one.stream().allMatch(c -> all.stream().allMatch(who -> heard(c, who, 7))), 2_000);
        for (Citizen each : all) says(each, 8);
        town.until(() -> all.stream().allMatch(c -> all.stream().allMatch(who -> heard(c, who, 8))), 2_000);
        assertEquals(1, all.stream().filter(c -> c.session.isServer()).count());
    }

    static Stream<Arguments> halves() {
        return Stream.of(Order.values()).flatMap(by -> Stream.of(Arguments.of(by, true), Arguments.of(by, false)));
    }
}
