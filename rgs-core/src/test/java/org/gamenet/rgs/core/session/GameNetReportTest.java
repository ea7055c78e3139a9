package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.FailoverEvent;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.Records;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The report on GameNet's RGS, sentence by sentence: what it says of members, exits and failovers, shown by whole
 * sessions.
 */
class GameNetReportTest {
    private final Party party = new Party(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;

    // ---- what a game is told, and what it must be able to do

    @Test
    @DisplayName("R2 the application is told of joins and exits, in band with messages, at the same places everywhere")
    void tellsOfJoinsAndExits() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(100);
        for (Citizen one : List.of(ann, bob, cat)) one.got.clear();
        Citizen dan = party.joining("dan", ann.session.game().id());
        for (int i = 1; i <= 60; i++) {
            if (i == 30) dan.session.leave();
            for (Citizen one : List.of(ann, bob, cat)) one.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(3);
        }
        town.pass(300);
        List<String> told =
                Party.ordered(ann).stream().filter(w -> !w.startsWith("World")).toList();
        assertEquals(182, told.size(), "180 messages, a join and an exit");
        assertTrue(told.indexOf("Joineddan") > 0 && told.indexOf("Leftdan") < told.size() - 1, told.toString());
        for (Citizen one : List.of(bob, cat))
            assertEquals(
                    told,
                    Party.ordered(one).stream()
                            .filter(w -> !w.startsWith("World"))
                            .toList());
    }

    @Test
    @DisplayName("R3 one handler hears all that a failover does: Frozen, RoleChanged, Resumed")
    void tellsOfFailovers() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        List<String> heard = new ArrayList<>();
        bob.session.on(
                FailoverEvent.class, (peer, event) -> heard.add(event.getClass().getSimpleName()));
        town.pass(200);
        ann.kill();
        town.until(() -> heard.contains("Resumed") && cat.all(Resumed.class).size() == 1, 3_000);
        assertEquals(
                bob.session.isServer() ? List.of("Frozen", "RoleChanged", "Resumed") : List.of("Frozen", "Resumed"),
                heard);
    }

    @Test
    @DisplayName(
            "R4 every client is asked for its state, again after the freeze, and all of them are what the new server is given")
    void asksEveryClientForItsState() {
        List<Citizen> clients = List.of(party.joined("bob"), party.joined("cat"), party.joined("dan"));
        Citizen spare = party.spare("spare");
        town.pass(300);
        Map<Citizen, Integer> before = new HashMap<>();
        for (Citizen one : clients) before.put(one, party.game(one).packaged);
        assertTrue(before.values().stream().allMatch(n -> n > 0), before.toString());
        ann.kill();
        party.untilResumed(1, 3_000, clients.toArray(Citizen[]::new));
        for (Citizen one : clients) assertTrue(party.game(one).packaged > before.get(one), "asked once more");
        Set<Peer> given = new HashSet<>();
        for (StatePackage<Town.World> each : party.game(spare).given) given.add(each.from());
        assertEquals(
                Set.of(
                        clients.get(0).session.self(),
                        clients.get(1).session.self(),
                        clients.get(2).session.self()),
                given);
    }

    @Test
    @DisplayName("R5 exits need no message of the game: the server and two players die, and each survivor "
            + "takes out the same three in its own Left handler")
    void exitsNeedNoMessage() {
        Map<Citizen, List<Peer>> seats = new HashMap<>();
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("bob", "cat", "dan", "eve", "fay")) {
            Citizen one = party.counts(town.joins(name, ann));
            List<Peer> in = new ArrayList<>();
            seats.put(one, in);
            one.session.on(Joined.class, (peer, joined) -> in.add(peer));
            one.session.on(Left.class, (peer, gone) -> in.remove(peer));
            party.town.until(() -> true, 1);
            one.begins();
            town.until(() -> in.contains(one.session.self()), 2_000);
            all.add(one);
        }
        town.pass(200);
        ann.kill();
        all.get(1).kill();
        all.get(3).kill();
        List<Citizen> alive = List.of(all.get(0), all.get(2), all.get(4));
        town.until(() -> alive.stream().allMatch(c -> c.all(Resumed.class).size() == 1), 5_000);
        List<Peer> expected = alive.stream().map(c -> c.session.self()).toList();
        for (Citizen one : alive) {
            assertEquals(expected, seats.get(one));
            assertEquals(expected, one.session.view().players());
        }
    }

    record Hand(int cards) {}

    record Table(Map<Long, Integer> hands) {}

    /** Each client knows its own hand only; the server the whole table. */
    private static final class Cards implements StateHandler<Table> {
        private final Citizen citizen;
        final Map<Long, Integer> hands = new TreeMap<>();

        Cards(Citizen citizen) {
            this.citizen = citizen;
            citizen.session.on(Hand.class, (from, hand) -> hands.put(from.id(), hand.cards()));
            citizen.session.on(Left.class, (peer, gone) -> hands.remove(peer.id()));
            citizen.session.state(Table.class, this);
        }

        void holds(int cards) {
            hands.put(citizen.session.self().id(), cards);
            citizen.session.sendToServer(new Hand(cards), Delivery.RELIABLE_ORDERED);
        }

        @Override
        public Table packageState() {
            long me = citizen.session.self().id();
            return new Table(
                    citizen.session.isServer() ? hands : hands.containsKey(me) ? Map.of(me, hands.get(me)) : Map.of());
        }

        @Override
        public void restoreState(List<StatePackage<Table>> packages) {
            hands.clear();
            for (StatePackage<Table> each : packages) hands.putAll(each.state().hands());
        }
    }

    @Test
    @DisplayName("R6 the packages of all clients and then the exits give what the old server knew")
    void theServersStateIsInTheClients() {
        Records records = Records.of(Hand.class, Table.class);
        Party table = new Party();
        Citizen dealer = table.town
                .new Citizen(
                        "dealer",
                        true,
                        new SearchGoal.Register(Town.rules(Failover.SPARE_SERVER)),
                        null,
                        Map.of(),
                        records)
                .listens();
        Map<Citizen, Cards> cards = new HashMap<>();
        cards.put(dealer, new Cards(dealer));
        table.plays(dealer);
        Citizen spare =
                table.town.new Citizen("spare", false, new SearchGoal.StandBy(), null, Map.of(), records).listens();
        cards.put(spare, new Cards(spare));
        spare.begins();
        List<Citizen> players = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            Citizen one = table.town
                    .new Citizen(
                            "p" + i,
                            true,
                            new SearchGoal.Join(dealer.session.game().id(), "kitchen"),
                            null,
                            Map.of(),
                            records)
                    .listens();
            cards.put(one, new Cards(one));
            players.add(table.plays(one));
            cards.get(one).holds(10 * i);
        }
        table.town.pass(300);
        Map<Long, Integer> known = new TreeMap<>(cards.get(dealer).hands);
        assertEquals(4, known.size());
        for (Citizen one : players)
            assertEquals(1, cards.get(one).packageState().hands().size(), "a client tells of its own hand only");
        dealer.kill();
        players.get(2).kill();
        table.town.until(
                () -> spare.session.isServer()
                        && players.get(0).all(Resumed.class).size() == 1,
                5_000);
        table.town.pass(100);
        known.remove(players.get(2).session.self().id());
        assertEquals(known, cards.get(spare).hands);
    }

    // ---- the worker, newcomers and full members

    @Test
    @DisplayName(
            "R9 the worker takes part in an exit and a failover although the application does not call update, and tells "
                    + "it of them later")
    void theWorkerHearsWhatTheApplicationDoesNot() {
        // Bob coordinates the group once ann is dead, so it is cat that serves (P33).
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        town.pass(200);
        bob.updates = false;
        ann.kill();
        town.until(() -> cat.all(Resumed.class).size() == 1, 1_000);
        assertEquals(List.of("bob", "cat"), Party.names(cat), "bob is not thrown out for being slow");
        assertEquals(Phase.PLAYING, bob.session.phase(), "nothing moves behind the application's back");
        assertEquals(1, bob.session.view().players().indexOf(bob.session.self()));
        int before = bob.events().size();
        bob.updates = true;
        town.pass(100);
        assertEquals(
                List.of("Frozen", "Left ann", "Resumed"),
                bob.events().subList(before, bob.events().size()));
    }

    @Test
    @DisplayName(
            "R10 RGS's own messages never reach the application; its messages and the events come out of one queue, in one order")
    void keepsItsOwnMessagesToItself() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        party.hits(bob, 5);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        party.hits(bob, 5);
        assertTrue(party.said.stream()
                        .filter(s -> s.to() == bob && !s.is(Party.Data.class))
                        .map(s -> s.what().getClass())
                        .distinct()
                        .count()
                > 8);
        for (Citizen one : List.of(bob, cat)) {
            assertTrue(
                    one.got.stream()
                            .allMatch(i -> i.body() instanceof SessionEvent
                                    || i.body() instanceof Town.Hit
                                    || i.body() instanceof Town.World
                                    || i.body() instanceof GameOfCounts.Restored),
                    one.got.toString());
        }
        // polled instead of pushed: the same queue
        Citizen stays = party.server();
        Citizen goes = stays == bob ? cat : bob;
        stays.updates = false;
        goes.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        town.pass(20);
        goes.session.leave();
        town.pass(50);
        List<String> polled = new ArrayList<>();
        for (var item = stays.session.recv(); item != null; item = stays.session.recv()) {
            if (!(item.body() instanceof Town.World))
                polled.add(item.body().getClass().getSimpleName());
        }
        assertEquals(
                List.of("Hit", "Left"),
                polled.stream()
                        .filter(p -> !p.equals("Frozen") && !p.equals("Resumed"))
                        .toList());
    }

    @Test
    @DisplayName(
            "R11 HA32 a channel with newcomers only, whose game died: each learns NO_GAME in bounded time, and none takes "
                    + "the others for a game")
    void newcomersOnlyAreNoGame() {
        String game = ann.session.game().id();
        ann.hangs = true;
        List<Citizen> newcomers =
                List.of(party.joining("bob", game), party.joining("cat", game), party.joining("dan", game));
        town.pass(4_000);
        assertTrue(newcomers.stream()
                .allMatch(c -> c.session.phase() == Phase.WAITING && c.events().isEmpty()));
        town.until(() -> newcomers.stream().allMatch(c -> c.session.phase() == Phase.CLOSED), 9_000);
        for (Citizen one : newcomers)
            assertEquals(Closed.Why.NO_GAME, one.all(Closed.class).get(0).why());
    }

    @Test
    @DisplayName(
            "R12 HA31 a newcomer is a full member with its InitialAck, not before; lost ones are said again, a second one "
                    + "changes nothing")
    void theInitialAckMakesAFullMember() {
        Citizen bob = party.joined("bob");
        boolean[] lost = {true};
        party.rule(s -> !s.is(Message.InitialAck.class)
                ? null
                : lost[0] ? TestNetwork.Fate.lost(s.frame()) : TestNetwork.Fate.twice(s.frame(), 30));
        Citizen cat = party.joining("cat", ann.session.game().id());
        town.pass(1_000);
        assertEquals(Phase.WAITING, cat.session.phase());
        assertEquals(List.of("ann", "bob", "cat"), Party.names(bob), "its JOIN stands");
        assertTrue(
                party.said.stream()
                                .filter(s -> s.to() == cat && s.is(Message.InitialAck.class))
                                .count()
                        > 2,
                "said again");
        lost[0] = false;
        town.until(() -> cat.session.phase() == Phase.PLAYING, 1_000);
        town.pass(300);
        assertEquals(List.of("Restored", "Joined ann", "Joined bob", "Joined cat"), cat.events());
        assertEquals(1, bob.events().stream().filter("Joined cat"::equals).count());
    }

    @Test
    @DisplayName("R13 the InitialAck says who serves, in which epoch, and what time it is in the game")
    void theInitialAckNamesTheServer() {
        Citizen bob = party.joined("bob");
        town.pass(300);
        ann.kill();
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 3_000);
        Citizen cat = party.plays(party.joining("cat", bob.session.game().id()));
        assertEquals(bob.session.self(), cat.session.view().server());
        assertEquals(2, cat.session.view().epoch());
        assertEquals(bob.session.gameTime(), cat.session.gameTime(), 0.02);
        Message.InitialAck ack = party.said(bob, Message.InitialAck.class).get(0);
        assertEquals(2, ack.promise().number());
    }

    @Test
    @DisplayName(
            "R14 the failover runs in the worker: with every game loop stalled the spare has everybody's last package "
                    + "within a second")
    void packagesDoNotWaitForAStalledLoop() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen spare = party.spare("spare");
        party.hits(bob, 7);
        bob.updates = false;
        cat.updates = false;
        ann.kill();
        town.until(() -> spare.session.isServer() && spare.session.phase() == Phase.PLAYING, 1_000);
        assertEquals(2, party.game(spare).given.size());
        assertEquals(7, party.game(spare).sum);
    }

    // ---- everybody sees the same

    @Test
    @DisplayName("R15 all full members see the crash at the same place among joins, exits and totally ordered messages")
    void theCrashHasOnePlaceInTheOrder() {
        List<Citizen> clients = new ArrayList<>();
        for (String name : List.of("bob", "cat", "dan", "eve")) clients.add(party.joined(name));
        town.pass(100);
        clients.forEach(c -> c.got.clear());
        for (int i = 1; i <= 40; i++) {
            if (i == 12) clients.get(3).kill();
            if (i == 20) ann.kill();
            for (Citizen one : clients) if (one.alive) one.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
            town.pass(4);
        }
        List<Citizen> alive = clients.subList(0, 3);
        town.until(() -> alive.stream().allMatch(c -> c.all(Resumed.class).size() == 1), 3_000);
        town.pass(500);
        List<String> first = Party.ordered(alive.get(0)).stream()
                .filter(w -> !w.startsWith("World"))
                .toList();
        assertTrue(
                first.indexOf("Leftann") > 0 && first.containsAll(List.of("Lefteve", "bob40", "cat40", "dan40")),
                first.toString());
        for (Citizen one : alive)
            assertEquals(
                    first,
                    Party.ordered(one).stream()
                            .filter(w -> !w.startsWith("World"))
                            .toList());
    }

    @Test
    @DisplayName(
            "R16 HA29 the freeze view: who was full before the crash; who comes while all is frozen waits, and is in "
                    + "after the resume")
    void theFreezeViewIsTheFullMembers() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        String game = ann.session.game().id();
        town.pass(200);
        town.directoryAway = true;
        town.losesAnswer = (request, reply) -> !(request instanceof DirectoryRequest.Lookup) && town.directoryAway;
        ann.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN && cat.session.phase() == Phase.FROZEN, 1_000);
        town.directoryAway = false;
        town.losesAnswer = (request, reply) -> !(request instanceof DirectoryRequest.Lookup);
        Citizen dan = party.joining("dan", game);
        town.pass(1_500);
        assertEquals(Phase.WAITING, dan.session.phase());
        assertTrue(
                party.said.stream().anyMatch(s -> s.to() == dan && s.is(Message.FrozenWait.class)),
                "it is told to wait");
        town.losesAnswer = (request, reply) -> false;
        party.untilResumed(1, 5_000, bob, cat);
        for (Citizen one : List.of(bob, cat)) {
            assertEquals(
                    List.of(bob.session.self(), cat.session.self()),
                    one.all(Resumed.class).get(0).view().players());
        }
        town.until(() -> dan.session.phase() == Phase.PLAYING, 3_000);
        town.pass(100);
        for (Citizen one : List.of(bob, cat, dan)) assertEquals(List.of("bob", "cat", "dan"), Party.names(one));
        assertFalse(
                party.said.stream()
                        .anyMatch(s -> s.from() == dan && s.what() instanceof Message.CollectReply a && a.full()),
                "no state was asked of it");
    }

    @Test
    @DisplayName(
            "R18 HA8 G3 the first of the view asks the directory, nobody else; if it dies unheard, the next one does")
    void theFirstOfTheViewAsks() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        party.spare("first");
        party.spare("second");
        town.pass(200);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat, dan);
        assertFalse(town.asked(bob, DirectoryRequest.SeekSpare.class).isEmpty());
        assertEquals(List.of(), town.asked(cat, DirectoryRequest.SeekSpare.class));
        assertEquals(List.of(), town.asked(dan, DirectoryRequest.SeekSpare.class));
        party.server().kill();
        bob.kill();
        party.untilResumed(2, 500, cat, dan);
        assertFalse(town.asked(cat, DirectoryRequest.SeekSpare.class).isEmpty());
        assertEquals(List.of(), town.asked(dan, DirectoryRequest.SeekSpare.class));
        assertEquals(List.of("cat", "dan"), Party.names(cat));
    }

    @Test
    @DisplayName(
            "R19 HA10 G4 HA12 HA17 one spare after another is asked; the first to have the claim is the server, the one that "
                    + "agreed too late stands by again")
    void oneSpareAfterAnother() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen slow = party.spare("slow");
        Citizen quick = party.spare("quick");
        town.pass(200);
        slow.hangs = true;
        ann.kill();
        town.pass(300);
        slow.hangs = false;
        party.untilResumed(1, 3_000, bob, cat);
        town.pass(1_000);
        assertEquals(
                1,
                List.of(slow, quick).stream().filter(s -> s.session.isServer()).count());
        assertTrue(quick.session.isServer());
        assertEquals(Phase.WAITING, slow.session.phase());
        quick.kill();
        party.untilResumed(2, 3_000, bob, cat);
        assertTrue(slow.session.isServer(), "it stood by again");
    }

    // ---- the collection

    @Test
    @DisplayName(
            "R20 HA15 a spare agrees or refuses: of two games that lose their servers at once it serves one, the other "
                    + "finds another way")
    void aSpareServesOneGame() {
        Citizen bob = party.joined("bob");
        Citizen zoe = party.plays(party.counts(town.registers("zoe", Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)));
        Citizen yan = party.plays(party.joining("yan", zoe.session.game().id()));
        Citizen spare = party.spare("spare");
        town.pass(300);
        ann.kill();
        zoe.kill();
        party.untilResumed(1, 5_000, bob, yan);
        assertTrue(spare.session.isServer());
        assertEquals(
                1, List.of(bob, yan).stream().filter(c -> c.session.isServer()).count());
        Citizen served = bob.session.isServer() ? yan : bob;
        assertEquals(spare.session.self(), served.session.view().server());
    }

    @Test
    @DisplayName(
            "R21 R22 R25 R27 the spare says nothing before it has the claim, joins, advertises, gets each state with the "
                    + "freeze view, rebuilds, ACKs")
    void theWholeRound() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen spare = party.spare("spare");
        party.hits(bob, 3);
        assertFalse(party.said.stream().anyMatch(s -> s.from() == spare));
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        List<Party.Said> ofSpare = party.said.stream()
                .filter(s -> s.from() == spare
                        && (s.is(Message.Collect.class) || s.is(Message.Nack.class) || s.is(Message.EpochStart.class)))
                .toList();
        assertTrue(ofSpare.get(0).is(Message.Collect.class));
        assertFalse(ofSpare.stream().anyMatch(s -> s.is(Message.Nack.class)), "nobody left: one round is enough");
        int firstAck = party.said.indexOf(ofSpare.stream()
                .filter(s -> s.is(Message.EpochStart.class))
                .findFirst()
                .orElseThrow());
        for (Citizen one : List.of(bob, cat)) {
            Party.Said answer = party.said.stream()
                    .filter(s -> s.from() == one && s.is(Message.CollectReply.class))
                    .findFirst()
                    .orElseThrow();
            assertTrue(party.said.indexOf(answer) < firstAck, "no ACK before every state is there");
            Message.CollectReply a = (Message.CollectReply) answer.what();
            assertEquals(1, a.round());
            assertEquals(
                    List.of("ann", "bob", "cat"),
                    a.log().roster().members().stream().map(Member::name).toList(),
                    "the freeze view, before it is trimmed");
            assertTrue(a.packed().isPresent());
        }
        assertEquals(1, party.game(spare).restored);
        Resumed resumed = bob.all(Resumed.class).get(0);
        assertEquals(spare.session.self(), resumed.view().server());
        assertTrue(resumed.outage().total().toMillis() > 0 && resumed.stateAge().toMillis() < 500, resumed.toString());
        party.hits(cat, 2);
        assertEquals(5, party.game(spare).sum, "normal operation");
    }

    /** Bob, cat, dan and a spare; and how many rounds the ACK took. */
    private int rounds(Citizen spare) {
        return 1
                + (int) party.said(spare, Message.Nack.class).stream()
                        .map(Message.Nack::round)
                        .distinct()
                        .count();
    }

    @Test
    @DisplayName(
            "R23 R24 HA2 a client crashes before its state is there: trimmed, the round discarded, NACK, states again "
                    + "from the rest; one exit")
    void aCrashDuringTheCollection() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        Citizen spare = party.spare("spare");
        party.hits(bob, 3);
        party.loses(s -> s.from() == dan && s.is(Message.CollectReply.class));
        party.when(s -> s.from() == bob && s.is(Message.CollectReply.class), dan::kill);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        town.pass(100);
        assertEquals(2, rounds(spare));
        for (Citizen one : List.of(bob, cat)) {
            Set<Integer> answered = new HashSet<>();
            for (Message.CollectReply a : party.said(one, Message.CollectReply.class)) answered.add(a.round());
            assertEquals(Set.of(1, 2), answered, "its state was collected again");
            assertEquals(
                    List.of("ann CRASHED", "dan CRASHED"),
                    Party.left(one).stream().sorted().toList());
        }
        assertEquals(2, party.game(spare).given.size());
        assertEquals(1, party.game(spare).restored);
        assertEquals(List.of("bob", "cat"), Party.names(spare));
    }

    @Test
    @DisplayName(
            "R24 HA3 a client crashes after its state is there, before the round is complete: its package is not used")
    void aCrashAfterTheState() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        Citizen spare = party.spare("spare");
        party.hits(bob, 3);
        party.rule(s -> s.from() == cat && s.what() instanceof Message.CollectReply a && a.round() == 1
                ? TestNetwork.Fate.late(s.frame(), 100)
                : null);
        party.when(
                s -> s.from() == dan && s.is(Message.CollectReply.class),
                () -> town.network.later(3_000_000, dan::kill));
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertTrue(party.said(dan, Message.CollectReply.class).size() >= 1);
        assertEquals(2, rounds(spare));
        assertFalse(
                party.game(spare).given.stream().anyMatch(p -> p.from().name().equals("dan")));
        assertEquals(2, party.game(spare).given.size());
        assertEquals(1, bob.events().stream().filter("Left dan"::equals).count());
    }

    @Test
    @DisplayName(
            "R24 HA5 crash after crash, each during the next collection: no more rounds than crashes and one, and it ends")
    void crashAfterCrash() {
        List<Citizen> clients = new ArrayList<>();
        for (String name : List.of("bob", "cat", "dan", "eve", "fay")) clients.add(party.joined(name));
        Citizen spare = party.spare("spare");
        town.pass(200);
        Citizen bob = clients.get(0);
        Citizen cat = clients.get(1);
        party.rule(s -> s.from() == cat && s.what() instanceof Message.CollectReply a && a.round() <= 3
                ? TestNetwork.Fate.late(s.frame(), 60)
                : null);
        for (int round = 1; round <= 3; round++) {
            Citizen victim = clients.get(1 + round);
            int at = round;
            party.when(
                    s -> s.from() == bob && s.what() instanceof Message.CollectReply a && a.round() == at,
                    victim::kill);
        }
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertEquals(4, rounds(spare));
        assertEquals(List.of("bob", "cat"), Party.names(spare));
        assertEquals(2, party.game(spare).given.size());
    }

    @Test
    @DisplayName("R26 HA4 who crashes once the ACK is out is an ordinary exit, after Resumed, at the new server and "
            + "everywhere; no NACK")
    void aCrashAfterTheAck() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen dan = party.joined("dan");
        Citizen spare = party.spare("spare");
        town.pass(200);
        party.when(s -> s.from() == spare && s.is(Message.EpochStart.class), dan::kill);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat, spare);
        town.until(
                () -> List.of(bob, cat, spare).stream().allMatch(c -> c.events().contains("Left dan")), 2_000);
        assertEquals(1, rounds(spare));
        for (Citizen one : List.of(bob, cat, spare)) {
            assertTrue(
                    one.events().indexOf("Left dan") > one.events().indexOf("Resumed"),
                    one.events().toString());
        }
    }

    @Test
    @DisplayName(
            "R28 only who stands by is asked: the server of another game is left alone, and without a spare that way is "
                    + "passed over")
    void onlyWhoStandsByIsAsked() {
        Citizen bob = party.joined("bob");
        Citizen zoe = party.plays(party.counts(town.registers("zoe", Failover.SPARE_SERVER)));
        Citizen yan = party.plays(party.joining("yan", zoe.session.game().id()));
        town.pass(200);
        ann.kill();
        party.untilResumed(1, 3_000, bob);
        assertTrue(bob.session.isServer());
        assertEquals(zoe.session.self(), yan.session.view().server());
        assertEquals(1, zoe.session.view().epoch());
        assertEquals(List.of(), town.asked(zoe, DirectoryRequest.AnswerOffer.class));
        assertFalse(yan.events().contains("Frozen"));
    }

    /** Frame 0 as it was first shown. */
    static EntryBody.Ack firstAck(Party party, Citizen by) {
        return (EntryBody.Ack)
                party.said(by, Message.EpochStart.class).get(0).ack().body();
    }

    @Test
    @DisplayName(
            "R16 HA30 a newcomer whose InitialAck never came says so when it is collected, gives no state, and has its "
                    + "InitialAck of the new server")
    void halfJoined() {
        Citizen bob = party.joined("bob");
        Citizen cat = party.joined("cat");
        Citizen spare = party.spare("spare");
        party.loses(s -> s.from() == ann && s.is(Message.InitialAck.class));
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.until(() -> bob.events().contains("Joined dan"), 1_000);
        town.pass(100);
        assertEquals(Phase.WAITING, dan.session.phase());
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertTrue(party.said(dan, Message.CollectReply.class).stream().noneMatch(Message.CollectReply::full));
        MemberId half = bob.session.worker().me().equals(dan.session.worker().me())
                ? null
                : dan.session.worker().me();
        EntryBody.Ack ack = firstAck(party, spare);
        assertTrue(ack.members().contains(half) && !ack.packaged().contains(half), ack.toString());
        assertEquals(2, party.game(spare).given.size());
        town.until(() -> dan.session.phase() == Phase.PLAYING, 2_000);
        assertFalse(dan.events().contains("Resumed"), dan.events().toString());
        assertEquals(spare.session.self(), dan.session.view().server());
        assertEquals(List.of("bob", "cat", "dan"), Party.names(dan));
    }
}
