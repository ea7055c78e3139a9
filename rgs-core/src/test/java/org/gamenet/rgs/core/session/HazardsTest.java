package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.TestNetwork.Fate;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Hazards of a failover, one scenario each, by whole sessions in virtual time. */
class HazardsTest {
    private final Party party = new Party(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private final Town town = party.town;
    private final Citizen ann = party.ann;
    private Citizen bob;
    private Citizen cat;

    private void three() {
        bob = party.joined("bob");
        cat = party.joined("cat");
        town.pass(200);
    }

    private long epoch(Citizen one) {
        return one.session.view().epoch();
    }

    private static List<Integer> hits(Citizen one) {
        return one.all(Town.Hit.class).stream().map(Town.Hit::points).toList();
    }

    // ---- the chosen server, the negotiator

    @Test
    @DisplayName(
            "HA6 the chosen server dies before the first state: its number is burnt, the next server has the one after")
    void theChosenServerDiesEarly() {
        three();
        party.spare("first");
        party.spare("second");
        party.hits(bob, 2);
        List<Citizen> chosen = new ArrayList<>();
        party.when(
                s -> s.is(Message.Collect.class) && chosen.add(s.from()),
                () -> chosen.get(0).kill());
        ann.kill();
        party.untilResumed(1, 6_000, bob, cat);
        assertFalse(chosen.get(0).alive);
        assertEquals(
                List.of(),
                party.said.stream()
                        .filter(s -> s.is(Message.EpochStart.class) && s.from() == chosen.get(0))
                        .toList());
        assertEquals(3, epoch(bob), "2 is burnt");
        assertEquals(3, epoch(cat));
        assertEquals(2, party.game(party.server()).sum);
        assertEquals(1, bob.events().stream().filter("Frozen"::equals).count(), "frozen once");
    }

    @Test
    @DisplayName(
            "HA7 the server of 2 dies when its ACK had reached one client: it freezes again, the other from 1; both meet in 3, "
                    + "in one history")
    void theAckReachesSomeOnly() {
        three();
        Citizen first = party.spare("first");
        Citizen second = party.spare("second");
        List<Citizen> servers = new ArrayList<>();
        party.rule(s -> {
            if (s.is(Message.EpochStart.class) && servers.isEmpty()) servers.add(s.from());
            boolean ofFirst = !servers.isEmpty() && s.from() == servers.get(0);
            return ofFirst && s.to() == cat && !s.is(Message.Collect.class) ? Fate.lost(s.frame()) : null;
        });
        ann.kill();
        town.until(() -> bob.all(Resumed.class).size() == 1, 3_000);
        assertEquals(Phase.FROZEN, cat.session.phase());
        bob.session.send(new Town.Hit(42), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains(42), 200);
        servers.get(0).kill();
        town.until(
                () -> bob.all(Resumed.class).size() == 2
                        && cat.all(Resumed.class).size() == 1,
                4_000);
        assertEquals(3, epoch(bob));
        assertEquals(3, epoch(cat));
        assertEquals(List.of(42), hits(bob));
        assertEquals(List.of(42), hits(cat), "the frame of 2 came with the ACK of 3");
        assertTrue(
                cat.got.indexOf(cat.got.stream()
                                .filter(i -> i.body() instanceof Town.Hit)
                                .findFirst()
                                .orElseThrow())
                        < cat.got.indexOf(cat.got.stream()
                                .filter(i -> i.body() instanceof Resumed)
                                .findFirst()
                                .orElseThrow()),
                "before Resumed");
        assertEquals(Party.names(bob), Party.names(cat));
        assertTrue(List.of(first, second).contains(party.server()));
    }

    @Test
    @DisplayName(
            "HA9 the negotiator dies once a spare agreed, before anybody knows: the game is served once, and no spare stays reserved")
    void theNegotiatorDiesAfterTheAgreement() {
        three();
        Citizen dan = party.joined("dan");
        Citizen first = party.spare("first");
        Citizen second = party.spare("second");
        boolean[] agreed = {false};
        town.losesAnswer = (request, reply) -> {
            if (request instanceof DirectoryRequest.AnswerOffer && !agreed[0]) {
                agreed[0] = true;
                bob.kill();
            }
            return false;
        };
        ann.kill();
        town.until(() -> agreed[0], 1_000);
        party.untilResumed(1, 4_000, cat, dan);
        town.pass(500);
        assertEquals(
                1,
                List.of(first, second).stream()
                        .filter(s -> s.session.isServer())
                        .count());
        assertEquals(List.of("cat", "dan"), Party.names(cat));
        party.server().kill();
        party.untilResumed(2, 4_000, cat, dan);
        assertEquals(
                1,
                List.of(first, second).stream()
                        .filter(s -> s.alive && s.session.isServer())
                        .count(),
                "the other still stood by");
    }

    @Test
    @DisplayName(
            "HA11 two members that do not hear each other both look for a server: two claims race, one wins, the loser follows it")
    void twoNegotiators() {
        three();
        party.loses(s -> s.from() == bob && s.to() == cat || s.from() == cat && s.to() == bob);
        ann.kill();
        town.pass(1_000);
        assertFalse(town.asked(bob, DirectoryRequest.Claim.class).isEmpty());
        assertFalse(town.asked(cat, DirectoryRequest.Claim.class).isEmpty());
        party.calm();
        town.until(
                () -> bob.session.phase() == Phase.PLAYING
                        && cat.session.phase() == Phase.PLAYING
                        && bob.session.view().equals(cat.session.view()),
                8_000);
        assertEquals(
                1, List.of(bob, cat).stream().filter(c -> c.session.isServer()).count());
        assertEquals(List.of("bob", "cat"), Party.names(bob).stream().sorted().toList());
    }

    @Test
    @DisplayName(
            "HA13 G5 L1 nobody to serve: sought again and again, ever more seldom, then Closed(NO_NEW_SERVER) once per member")
    void nobodyServes() {
        Party lonely = new Party(Failover.SPARE_SERVER);
        Citizen one = lonely.joined("bob");
        Citizen two = lonely.joined("cat");
        lonely.town.pass(200);
        int before = lonely.town.asked.size();
        lonely.ann.kill();
        lonely.town.until(() -> one.session.phase() == Phase.CLOSED && two.session.phase() == Phase.CLOSED, 40_000);
        for (Citizen c : List.of(one, two)) {
            assertEquals(
                    List.of(Closed.Why.NO_NEW_SERVER),
                    c.all(Closed.class).stream().map(Closed::why).toList());
            assertEquals("Closed", c.events().get(c.events().size() - 1));
            assertFalse(c.events().contains("Resumed"));
        }
        int sought = lonely.town.asked(one, DirectoryRequest.SeekSpare.class).size();
        assertTrue(
                sought > 5 && sought < 150,
                "sought " + sought + " times in 30 s, of " + (lonely.town.asked.size() - before) + " requests");
    }

    @Test
    @DisplayName(
            "HA14 a spare that agrees and then cannot join: the next one serves, and it is not asked again and again")
    void aSpareThatCannotJoin() {
        three();
        Citizen broken = party.spare("broken");
        town.network.shutOut.add(broken.end);
        Citizen good = party.spare("good");
        ann.kill();
        party.untilResumed(1, 10_000, bob, cat);
        assertTrue(good.session.isServer());
        int asked = town.asked(broken, DirectoryRequest.AnswerOffer.class).size();
        assertTrue(asked >= 1 && asked <= 3, "asked " + asked + " times: no endless loop on it");
        assertEquals(Phase.WAITING, broken.session.phase());
        assertEquals(List.of("bob", "cat"), Party.names(bob));
    }

    @Test
    @DisplayName("P18 P30 a server whose mailbox is flooded says its heartbeats in time: nobody takes it for dead")
    void aFloodedServer() {
        three();
        party.hits(bob, 1);
        bob.end.flood(ann.end, 4_000);
        town.clock.nanosPerLook = 250_000;
        long start = town.clock.nanoTime();
        long saidAt = start;
        long said = town.network.framesSent;
        while (town.clock.nanoTime() - start < 750_000_000) {
            ann.session.worker().dutyCycle();
            long now = town.clock.nanoTime();
            assertTrue(now - saidAt < 300_000_000, "nothing was said for " + (now - saidAt) / 1_000_000 + " ms");
            if (town.network.framesSent > said) saidAt = now;
            said = town.network.framesSent;
        }
    }

    @Test
    @DisplayName("P28 what a server sends to one when it has been told of a newcomer does not overtake the "
            + "Joined, though what goes to all takes longer")
    void nobodyIsNamedBeforeItJoined() {
        three();
        ann.session.on(
                Joined.class,
                (who, event) -> ann.session.send(cat.session.self(), new Town.Hit(7), Delivery.RELIABLE_ORDERED));
        town.network.castsTakeMillis = 20;
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.until(() -> cat.all(Town.Hit.class).contains(new Town.Hit(7)), 2_000);
        assertTrue(cat.events().contains("Joined dan"), cat.events().toString());
        town.until(() -> dan.session.phase() == Phase.PLAYING, 2_000);
    }

    @Test
    @DisplayName(
            "P12 P34 a spare is denied its first claim, because the server's line is not closed yet: it still finds the way into the group")
    void aSpareThatIsDeniedFirst() {
        three();
        Citizen spare = party.spare("spare");
        spare.end.entersAfterMillis = 300;
        ann.killButForItsLine();
        town.until(() -> !town.asked(spare, DirectoryRequest.Claim.class).isEmpty(), 2_000);
        town.pass(150);
        ann.line.break_();
        party.untilResumed(1, 1_500, bob, cat);
        assertTrue(spare.session.isServer());
    }

    // ---- the directory

    @Test
    @DisplayName(
            "HA16 the directory is away when the server dies: frozen, nothing is taken for granted; it comes back, and play goes on")
    void noDirectoryDuringTheFailover() {
        three();
        Citizen spare = party.spare("spare");
        town.directoryAway = true;
        ann.kill();
        town.pass(8_000);
        for (Citizen c : List.of(bob, cat)) {
            assertEquals(Phase.FROZEN, c.session.phase());
            assertFalse(c.session.isServer());
        }
        assertEquals(Phase.WAITING, spare.session.phase());
        // A member that asks in vain is told what it waits for, once, after Frozen. One that asks nobody may not know.
        List<String> told = java.util.stream.Stream.of(bob, cat)
                .flatMap(c -> c.all(SessionEvent.Waiting.class).stream())
                .map(SessionEvent.Waiting::why)
                .toList();
        assertFalse(told.isEmpty());
        assertTrue(told.get(0).contains("the directory cannot be reached from here: no answer"), told.toString());
        for (Citizen c : List.of(bob, cat))
            assertTrue(c.all(SessionEvent.Waiting.class).size() <= 1, c.events().toString());
        for (Citizen c : List.of(bob, cat))
            assertTrue(c.events().indexOf("Waiting") < 0
                    || c.events().indexOf("Waiting") > c.events().indexOf("Frozen"));
        town.directoryAway = false;
        party.untilResumed(1, 5_000, bob, cat);
        assertEquals(2, epoch(bob));
    }

    @Test
    @DisplayName("HA16 everybody whose line to the directory is down is told what the frozen game waits for, "
            + "once for each freeze, a second after it")
    void everybodyIsToldWhatIsWaitedFor() {
        three();
        town.directoryAway = true;
        for (Citizen c : List.of(bob, cat)) c.line.says(new DirectoryPush.LineDown("nobody listens at directory:7400"));
        town.pass(3_000);
        assertEquals(List.of(), bob.all(SessionEvent.Waiting.class), "a game that plays waits for nothing");
        ann.kill();
        town.until(() -> bob.session.phase() == Phase.FROZEN && cat.session.phase() == Phase.FROZEN, 3_000);
        town.pass(900);
        assertEquals(
                0,
                bob.all(SessionEvent.Waiting.class).size()
                        + cat.all(SessionEvent.Waiting.class).size(),
                "not at once");
        town.pass(5_000);
        for (Citizen c : List.of(bob, cat)) {
            assertEquals(1, c.all(SessionEvent.Waiting.class).size(), c.events().toString());
            assertEquals(1, c.all(SessionEvent.Frozen.class).size());
        }
        town.directoryAway = false;
        for (Citizen c : List.of(bob, cat)) c.line.says(new DirectoryPush.LineUp());
        party.untilResumed(1, 5_000, bob, cat);
        town.pass(1_000);
        Citizen next = bob.session.isServer() ? bob : cat;
        Citizen last = next == bob ? cat : bob;
        next.kill();
        party.untilResumed(2, 5_000, last);
        assertEquals(
                1,
                last.all(SessionEvent.Waiting.class).size(),
                "a recovery that reaches the directory waits for nothing");
    }

    @Test
    @DisplayName(
            "HA16 G5 L1 a directory that stays away: Closed at giveUpAfter, once; a game whose server lives does not notice")
    void noDirectoryAtAll() {
        three();
        Citizen zoe = party.plays(party.counts(town.registers("zoe", Failover.PROMOTED_PLAYER)));
        Citizen yan = party.plays(party.joining("yan", zoe.session.game().id()));
        town.pass(300);
        town.directoryAway = true;
        ann.kill();
        town.until(() -> bob.session.phase() == Phase.CLOSED && cat.session.phase() == Phase.CLOSED, 40_000);
        assertEquals(
                List.of(Closed.Why.NO_NEW_SERVER),
                bob.all(Closed.class).stream().map(Closed::why).toList());
        assertFalse(zoe.events().contains("Frozen") || yan.events().contains("Frozen"));
        party.hits(yan, 3);
        assertEquals(3, party.game(zoe).sum);
    }

    @Test
    @DisplayName(
            "HA19 the directory grants a claim and the answer is lost: asked again with the same claim, the same grant; one "
                    + "epoch, one server")
    void theGrantIsLost() {
        three();
        Citizen spare = party.spare("spare");
        int[] lost = {0};
        town.losesAnswer = (request, reply) ->
                request instanceof DirectoryRequest.Claim && reply instanceof DirectoryReply.Granted && lost[0]++ < 2;
        ann.kill();
        party.untilResumed(1, 5_000, bob, cat);
        assertTrue(lost[0] >= 3, "lost twice");
        assertEquals(
                1,
                town.asked(spare, DirectoryRequest.Claim.class).stream()
                        .map(DirectoryRequest.Claim::claimId)
                        .distinct()
                        .count());
        assertEquals(2, epoch(bob));
        assertTrue(spare.session.isServer());
    }

    // ---- pauses

    @Test
    @DisplayName("HA24 a server stopped for less than D: no suspicion, the same epoch, what was queued is taken once")
    void aShortStop() {
        three();
        ann.hangs = true;
        for (int i = 0; i < 5; i++) bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        town.pass(700);
        ann.hangs = false;
        town.pass(1_500);
        assertEquals(5, party.game(ann).sum);
        for (Citizen c : List.of(ann, bob, cat)) {
            assertEquals(1, epoch(c));
            assertEquals(Phase.PLAYING, c.session.phase());
        }
        assertFalse(
                bob.events().contains("Frozen") || cat.events().contains("Frozen"),
                bob.events().toString());
    }

    @Test
    @DisplayName(
            "HA24 a server stopped a moment longer than D, while no number is granted: at most a suspicion, taken back in the "
                    + "same epoch")
    void aStopThatIsSuspected() {
        three();
        town.losesAnswer = (request, reply) ->
                request instanceof DirectoryRequest.SeekSpare || request instanceof DirectoryRequest.Claim;
        ann.hangs = true;
        town.until(() -> bob.session.phase() == Phase.FROZEN, 2_000);
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        ann.hangs = false;
        town.pass(50);
        town.losesAnswer = (request, reply) -> false;
        town.until(
                () -> bob.session.phase() == Phase.PLAYING
                        && cat.session.phase() == Phase.PLAYING
                        && ann.session.phase() == Phase.PLAYING,
                5_000);
        town.pass(500);
        for (Citizen c : List.of(ann, bob, cat)) {
            assertEquals(1, epoch(c));
            assertEquals(Phase.PLAYING, c.session.phase());
        }
        assertTrue(ann.session.isServer());
        assertEquals(1, party.game(party.server()).sum);
    }

    @Test
    @DisplayName(
            "P19 HA24 a server stopped for 3 s that nobody could replace, and whose group takes 2 s more to take it in again: "
                    + "all play on, nobody was put out")
    void aStopThatTheGroupNoticed() {
        Party game = new Party(Failover.SPARE_SERVER);
        Citizen server = game.ann;
        List<Citizen> all = List.of(server, game.joined("bob"), game.joined("cat"));
        game.town.pass(200);
        server.hangs = true;
        game.town.pass(3_000);
        game.loses(s -> s.from() == server || s.to() == server);
        server.hangs = false;
        game.town.pass(2_000);
        game.calm();
        game.town.until(() -> all.stream().allMatch(c -> c.session.phase() == Phase.PLAYING), 2_000);
        game.town.pass(2_000);
        for (Citizen c : all) {
            assertEquals(1, epoch(c));
            assertTrue(
                    c.events().stream().noneMatch(e -> e.startsWith("Left")),
                    c.events().toString());
        }
    }

    // ---- old and new messages

    @Test
    @DisplayName("HA26 what the old server had sent arrives after Resumed: dropped, and counted")
    void lateWordsOfTheOldServer() {
        three();
        party.rule(s -> s.from() == ann && s.is(Party.Data.class) ? Fate.late(s.frame(), 2_000) : null);
        ann.session.send(new Town.Hit(99), Delivery.RELIABLE_ORDERED);
        ann.session.send(new Town.Hit(98), Delivery.UNRELIABLE);
        town.pass(20);
        ann.kill();
        party.untilResumed(1, 1_500, bob, cat);
        long before = bob.session.stats().stale();
        town.pass(3_000);
        assertEquals(List.of(), hits(bob));
        assertTrue(bob.session.stats().stale() > before, bob.session.stats().toString());
    }

    @Test
    @DisplayName(
            "HA27 HA42 the new epoch speaks to a client that is still frozen, for its ACK was lost: it waits, asks, has its "
                    + "ACK, and then the rest in order")
    void wordsOfTheNewEpochComeEarly() {
        three();
        Citizen spare = party.spare("spare");
        int[] lost = {0};
        party.loses(s -> s.is(Message.EpochStart.class) && s.to() == cat && lost[0]++ < 4);
        ann.kill();
        town.until(() -> spare.session.isServer() && spare.session.phase() == Phase.PLAYING, 3_000);
        for (int i = 1; i <= 5; i++) spare.session.send(new Town.Hit(i), Delivery.RELIABLE_ORDERED);
        town.until(() -> hits(bob).size() == 5, 500);
        assertEquals(Phase.FROZEN, cat.session.phase());
        assertEquals(List.of(), hits(cat));
        party.untilResumed(1, 3_000, cat);
        town.until(() -> hits(cat).size() == 5, 2_000);
        assertEquals(List.of(1, 2, 3, 4, 5), hits(cat));
        int resumed = cat.got.indexOf(cat.got.stream()
                .filter(i -> i.body() instanceof Resumed)
                .findFirst()
                .orElseThrow());
        assertTrue(
                cat.got.stream().limit(resumed).noneMatch(i -> i.body() instanceof Town.Hit),
                "nothing of it before Resumed");
        assertEquals(bob.session.view(), cat.session.view());
    }

    @Test
    @DisplayName(
            "HA28 the survivors had delivered different last frames of the dead server: who lacks some has them before Resumed, "
                    + "and all end alike")
    void differentLastFrames() {
        three();
        party.spare("spare");
        party.loses(s -> s.from() == ann
                && s.to() == cat
                && (s.is(Message.EntryNews.class) || s.what() instanceof Message.EpochStart));
        for (int i = 1; i <= 3; i++) bob.session.send(new Town.Hit(i), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).size() == 3, 500);
        assertEquals(List.of(), hits(cat));
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertEquals(List.of(1, 2, 3), hits(bob));
        assertEquals(List.of(1, 2, 3), hits(cat));
        assertEquals(
                "Resumed", cat.got.get(cat.got.size() - 1).body().getClass().getSimpleName());
        assertEquals(1, party.server().all(Resumed.class).size());
    }

    // ---- packages

    @Test
    @DisplayName(
            "HG15 a package from before somebody left brings the player back: the new server is told that it is out")
    void aPackageOlderThanAnExit() {
        three();
        Town.Citizen dan = party.joined("dan");
        Town.Citizen spare = party.spare("spare");
        town.pass(300);
        bob.updates = false;
        cat.updates = false;
        dan.session.leave();
        town.pass(200);
        ann.kill();
        town.until(() -> spare.all(Resumed.class).size() == 1, 5_000);
        assertTrue(Party.left(spare).contains("dan LEFT"), Party.left(spare).toString());
        List<String> events = spare.events();
        assertTrue(events.lastIndexOf("Left dan") > events.indexOf("Restored"), events::toString);
        assertEquals("Resumed", spare.events().get(spare.events().size() - 1));
    }

    /** Its first byte is another; the digest is that of the good one. */
    private static Message.CollectReply damaged(Message.CollectReply a) {
        PackedState p = a.packed().orElseThrow();
        byte[] bytes = p.state().bytes().clone();
        bytes[bytes.length - 1] ^= 1;
        PackedState bad = new PackedState(
                new Payload(bytes),
                p.fromServer(),
                p.takenAt(),
                p.stateEpoch(),
                p.stateTime(),
                p.marks(),
                p.players(),
                p.digest());
        return new Message.CollectReply(
                a.epoch(), a.round(), a.full(), a.log(), a.rules(), a.heardAt(), a.serverLeaves(), Optional.of(bad));
    }

    @Test
    @DisplayName("HA36 a package damaged on its way is asked for once more, and counted; the good one is used")
    void aDamagedPackage() {
        three();
        Citizen spare = party.spare("spare");
        party.hits(bob, 4);
        int[] times = {0};
        party.rule(s -> s.from() == cat
                        && s.what() instanceof Message.CollectReply a
                        && a.packed().isPresent()
                        && times[0]++ == 0
                ? Fate.arrives(s.with(damaged(a)))
                : null);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertEquals(2, party.game(spare).given.size());
        for (var each : party.game(spare).given) assertEquals(4, each.state().sum());
        assertTrue(spare.session.stats().malformed() > 0);
    }

    @Test
    @DisplayName("HA36 a package that is damaged each time: its sender stays in the game, as one that knows nothing")
    void aPackageDamagedEachTime() {
        three();
        Citizen spare = party.spare("spare");
        party.hits(bob, 4);
        party.rule(s -> s.from() == cat
                        && s.what() instanceof Message.CollectReply a
                        && a.packed().isPresent()
                ? Fate.arrives(s.with(damaged(a)))
                : null);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        assertEquals(
                List.of("bob"),
                party.game(spare).given.stream().map(p -> p.from().name()).toList());
        assertEquals(List.of("bob", "cat"), Party.names(spare));
        EntryBody.Ack ack = GameNetReportTest.firstAck(party, spare);
        assertEquals(
                2,
                ack.members().size()
                        - (ack.members().contains(spare.session.worker().me()) ? 1 : 0));
        assertEquals(4, party.game(spare).sum);
    }

    @Test
    @DisplayName(
            "HA38 HA39 answers of the round before and answers twice change nothing: one package per member, of the last round")
    void answersLateAndTwice() {
        three();
        Citizen dan = party.joined("dan");
        Citizen spare = party.spare("spare");
        party.hits(bob, 2);
        party.loses(s -> s.from() == dan && s.is(Message.CollectReply.class));
        party.when(s -> s.from() == bob && s.is(Message.CollectReply.class), dan::kill);
        party.rule(s -> s.is(Message.CollectReply.class)
                ? new Fate(s.frame(), List.of(0L, 1_000_000L, 20_000_000L, 60_000_000L))
                : null);
        ann.kill();
        party.untilResumed(1, 3_000, bob, cat);
        List<String> given = party.game(spare).given.stream()
                .map(p -> p.from().name())
                .sorted()
                .toList();
        assertEquals(
                Set.of(2),
                new HashSet<>(party.said(spare, Message.Nack.class).stream()
                        .map(Message.Nack::round)
                        .toList()));
        assertEquals(List.of("bob", "cat"), given);
        assertEquals(1, party.game(spare).restored);
        assertEquals(2, party.game(spare).sum);
        town.pass(500);
        assertEquals(1, bob.all(Resumed.class).size());
    }

    // ---- who comes, who stays

    @Test
    @DisplayName(
            "HA40 a player dies in the freeze and its process starts anew at once: the old one exits, the new one comes after "
                    + "the resume, another peer")
    void diesAndComesBack() {
        three();
        String game = ann.session.game().id();
        Citizen dan = party.joined("dan");
        party.spare("spare");
        town.pass(200);
        party.rule(s -> s.from() == cat && s.what() instanceof Message.CollectReply a && a.round() == 1
                ? Fate.late(s.frame(), 100)
                : null);
        Citizen[] again = new Citizen[1];
        party.when(s -> s.from() == dan && s.is(Message.CollectReply.class), () -> {
            dan.kill();
            again[0] = party.joining("dan", game);
        });
        ann.kill();
        party.untilResumed(1, 4_000, bob, cat);
        town.until(() -> again[0].session.phase() == Phase.PLAYING, 5_000);
        town.pass(200);
        for (Citizen c : List.of(bob, cat)) {
            assertEquals(List.of("bob", "cat", "dan"), Party.names(c));
            assertEquals(
                    1, Party.left(c).stream().filter(l -> l.startsWith("dan")).count());
            assertTrue(c.events().lastIndexOf("Joined dan") > c.events().indexOf("Resumed"));
        }
        assertTrue(again[0].session.self().id() != dan.session.self().id());
        assertEquals("Restored", again[0].events().get(0));
    }

    @Test
    @DisplayName(
            "HA43 S17 all players die while the spare collects: it gives up, stands by again, and serves the next game that needs one")
    void nobodyIsLeft() {
        three();
        Citizen spare = party.spare("spare");
        Citizen zoe = party.plays(party.counts(town.registers("zoe", Failover.SPARE_SERVER)));
        Citizen yan = party.plays(party.joining("yan", zoe.session.game().id()));
        town.pass(300);
        party.loses(s -> s.is(Message.CollectReply.class) && (s.from() == bob || s.from() == cat));
        party.when(s -> s.is(Message.Collect.class), () -> {
            bob.kill();
            cat.kill();
        });
        ann.kill();
        town.pass(4_000);
        assertEquals(Phase.WAITING, spare.session.phase(), spare.events().toString());
        zoe.kill();
        party.untilResumed(1, 5_000, yan);
        assertTrue(spare.session.isServer());
    }

    @Test
    @DisplayName("HA43 P38 one of two players answers, and both die before the next round: the spare does not "
            + "begin the game anew with nobody, so the "
            + "server, which only hung, comes back to it")
    void whoAnsweredIsGone() {
        three();
        Citizen spare = party.spare("spare");
        party.hits(bob, 3);
        party.loses(s -> s.from() == cat && s.is(Message.CollectReply.class));
        party.when(s -> s.from() == bob && s.is(Message.CollectReply.class), () -> {
            bob.kill();
            cat.kill();
        });
        ann.hangs = true;
        town.pass(4_000);
        assertEquals(Phase.WAITING, spare.session.phase(), spare.events().toString());
        ann.hangs = false;
        town.until(
                () -> ann.session.phase() == Phase.PLAYING && Party.names(ann).equals(List.of("ann")), 20_000);
        assertTrue(ann.session.isServer());
        assertEquals(3, party.game(ann).sum);
        assertEquals(Phase.WAITING, spare.session.phase(), spare.events().toString());
    }

    @Test
    @DisplayName("HA44 a single client is left: its freeze view of one is enough, and it finds the spare itself")
    void oneClient() {
        bob = party.joined("bob");
        Citizen spare = party.spare("spare");
        party.hits(bob, 3);
        ann.kill();
        party.untilResumed(1, 1_000, bob);
        assertTrue(spare.session.isServer());
        assertEquals(3, party.game(spare).sum);
        spare.kill();
        party.untilResumed(2, 2_000, bob);
        assertTrue(bob.session.isServer());
        assertEquals(3, party.game(bob).sum);
    }

    @Test
    @DisplayName(
            "HA50 S15 five new servers die at once, each when it advertises: burnt numbers, everything released, resumed in the end")
    void aStormOfFailovers() {
        three();
        List<Citizen> spares = new ArrayList<>();
        for (int i = 0; i < 6; i++) spares.add(party.spare("spare" + i));
        party.hits(bob, 3);
        Set<Citizen> dead = new HashSet<>();
        party.rule(s -> {
            if (s.is(Message.Collect.class) && dead.size() < 5 && dead.add(s.from()))
                town.network.later(0, s.from()::kill);
            return null;
        });
        party.loses(s -> s.is(Message.CollectReply.class) && dead.contains(s.to()));
        ann.kill();
        party.untilResumed(1, 20_000, bob, cat);
        assertEquals(5, dead.size());
        assertEquals(7, epoch(bob), "2 to 6 are burnt");
        assertEquals(3, party.game(party.server()).sum);
        assertEquals(1, bob.events().stream().filter("Frozen"::equals).count());
        assertEquals(List.of("bob", "cat"), Party.names(bob));
    }

    @Test
    @DisplayName(
            "HA51 S16 a newcomer of another version of the protocol is refused at admission, both versions named; play goes on")
    void anotherVersion() {
        three();
        party.rule(s ->
                s.what() instanceof Message.JoinRequest j && j.me().name().equals("dan")
                        ? Fate.arrives(s.with(new Message.JoinRequest(j.me(), j.schema(), j.version() + 6, j.token())))
                        : null);
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.until(() -> dan.session.phase() == Phase.CLOSED, 3_000);
        Closed closed = dan.all(Closed.class).get(0);
        assertEquals(Closed.Why.VERSIONS_DIFFER, closed.why());
        int ours = SessionSetup.version();
        assertTrue(closed.detail().contains("" + ours) && closed.detail().contains("" + (ours + 6)), closed.detail());
        assertEquals(List.of("ann", "bob", "cat"), Party.names(ann));
        assertFalse(bob.events().contains("Joined dan"));
    }

    // ---- traces that broke earlier drafts

    @Test
    @DisplayName(
            "HG3 G19 a frame that one member has delivered and the new history lacks: that member does not resume, it reloads, and "
                    + "all go on alike")
    void ahead() {
        three();
        Citizen dan = party.joined("dan");
        Citizen spare = party.spare("spare");
        town.pass(100);
        party.loses(s -> s.from() == ann && s.to() != bob && s.is(Message.EntryNews.class));
        party.loses(s -> s.from() == bob && s.is(Message.CollectReply.class));
        bob.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).size() == 1, 500);
        ann.kill();
        party.untilResumed(1, 5_000, cat, dan);
        assertEquals(List.of(), hits(cat), "nobody who was heard had it");
        town.until(() -> bob.session.phase() == Phase.PLAYING && epoch(bob) == 2, 5_000);
        assertEquals(2, bob.events().stream().filter("Restored"::equals).count(), "reloaded: " + bob.events());
        town.pass(500);
        assertEquals(cat.session.view(), bob.session.view());
        bob.session.send(new Town.Hit(6), Delivery.TOTAL_ORDER);
        town.pass(200);
        for (Citizen c : List.of(cat, dan, spare)) assertTrue(hits(c).contains(6), c.name + hits(c));
    }

    @Test
    @DisplayName(
            "HG11 the server dies when a newcomer had its InitialAck and nobody else its JOIN: it is in the game that goes on, "
                    + "known to everybody once")
    void onlyTheNewcomerKnows() {
        three();
        party.spare("spare");
        party.loses(s -> s.from() == ann
                && (s.to() == bob || s.to() == cat)
                && s.what() instanceof Message.EntryNews news
                && news.entries().get(0).body() instanceof EntryBody.Joined);
        Citizen dan = party.counts(town.joins("dan", ann));
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.PLAYING, 1_000);
        assertFalse(bob.events().contains("Joined dan"));
        ann.kill();
        party.untilResumed(1, 4_000, bob, cat, dan);
        town.pass(300);
        for (Citizen c : List.of(bob, cat)) {
            assertEquals(
                    1,
                    c.events().stream().filter("Joined dan"::equals).count(),
                    c.events().toString());
            assertFalse(c.events().contains("Left dan"));
            assertEquals(dan.session.view(), c.session.view());
        }
        assertEquals(List.of("bob", "cat", "dan"), Party.names(dan));
    }

    @Test
    @DisplayName(
            "HG14 a member is paused for 200 ms while states are collected: waited for, not thrown out; for longer: resumed "
                    + "without it, which catches up")
    void pausedDuringTheCollection() {
        for (int pause : new int[] {200, 2_400}) {
            Party game = new Party(Failover.SPARE_SERVER);
            Citizen one = game.joined("bob");
            Citizen two = game.joined("cat");
            Citizen dan = game.joined("dan");
            Citizen spare = game.spare("spare");
            game.hits(one, 3);
            game.when(s -> s.is(Message.Collect.class), () -> dan.hangs = true);
            game.ann.kill();
            game.town.until(() -> dan.hangs, 1_000);
            game.town.pass(pause);
            boolean waited = one.all(Resumed.class).isEmpty();
            assertEquals(pause == 200, waited);
            dan.hangs = false;
            game.untilResumed(1, 3_000, one, two);
            game.town.until(
                    () -> dan.session.phase() == Phase.PLAYING
                            && dan.session.view().epoch() == 2,
                    5_000);
            game.town.pass(200);
            assertEquals(
                    List.of("bob", "cat", "dan"),
                    Party.names(one).stream().sorted().toList());
            assertEquals(waited ? 3 : 2, game.game(spare).given.size());
            assertEquals(one.session.view(), dan.session.view());
            if (waited) assertFalse(one.events().contains("Left dan"));
        }
    }

    @Test
    @DisplayName(
            "P44 whom the old server kept while the others went on is told how far it is set back itself, not how far they are")
    void whoWasKeptLonger() {
        three();
        Citizen dan = party.joined("dan");
        party.hits(cat, 1);
        boolean[] apart = {true};
        Set<Citizen> kept = Set.of(ann, bob);
        party.loses(s -> apart[0] && kept.contains(s.from()) != kept.contains(s.to()));
        ann.line.cut = true;
        for (int i = 0; i < 10; i++) {
            bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            town.pass(50);
        }
        assertTrue(party.game(bob).sum > party.game(cat).sum, "it was shown what the others were not");
        party.untilResumed(1, 4_000, cat, dan);
        apart[0] = false;
        party.untilResumed(1, 2_000, bob);
        long others = cat.all(Resumed.class).get(0).stateAge().toMillis();
        long its = bob.all(Resumed.class).get(0).stateAge().toMillis();
        assertTrue(others < 300, others + " ms");
        assertTrue(its >= 400 && its < 1_500, its + " ms");
    }

    @Test
    @DisplayName("HA20 G2 S1 L7: two halves with players and a spare each, one of them with the directory: "
            + "that one goes on, the other comes back to it")
    void oneHalfGoesOn() {
        three();
        List<Citizen> more = List.of(cat, party.joined("dan"), party.joined("eve"));
        Set<Citizen> half = Set.of(ann, bob, party.spare("left"));
        party.spare("right");
        party.hits(bob, 2);
        party.loses(s -> half.contains(s.from()) != half.contains(s.to()));
        half.forEach(c -> c.line.cut = true);
        town.until(() -> more.stream().allMatch(c -> c.session.phase() == Phase.PLAYING && epoch(c) > 1), 20_000);
        assertTrue(half.stream().noneMatch(c -> c.session.isServer() && epoch(c) > 1), "a server on each side");
        assertEquals(1, epoch(bob));
        party.calm();
        half.forEach(c -> c.line.cut = false);
        List<Citizen> players = List.of(ann, bob, cat, more.get(1), more.get(2));
        town.until(
                () -> players.stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().equals(cat.session.view())),
                20_000);
        assertEquals(5, cat.session.view().players().size());
        assertEquals(1, town.citizens.stream().filter(c -> c.session.isServer()).count());
        assertEquals(2, party.game(party.server()).sum);
    }

    @Test
    @DisplayName(
            "P26 what is advertised reaches a newcomer though all that was said when it came in is lost, and who was away when it changed")
    void whatIsAdvertisedArrives() {
        three();
        ann.session.advertise(true, Map.of("level", "1"));
        town.pass(100);
        int[] given = {0};
        party.rule(s -> {
            if (s.from() != ann || s.to() == bob || s.to() == cat || given[0] == 2) return null;
            if (s.is(Message.InitialAck.class)) given[0]++;
            return Fate.lost(s.frame());
        });
        Citizen dan = party.joined("dan");
        assertEquals("1", dan.session.game().attributes().get("level"));
        party.calm();

        boolean[] away = {true};
        party.loses(s -> away[0] && s.from() == ann && s.to() == dan && s.is(Advert.class));
        ann.session.advertise(true, Map.of("level", "2"));
        town.pass(100);
        assertEquals("1", dan.session.game().attributes().get("level"));
        away[0] = false;
        town.network.putOut(dan.end);
        town.pass(100);
        town.network.merge(dan.end);
        town.until(() -> "2".equals(dan.session.game().attributes().get("level")), 5_000);
    }

    @Test
    @DisplayName("P26 a game that was closed to newcomers is closed still when another player has taken it over")
    void staysClosed() {
        three();
        ann.session.advertise(false, Map.of());
        town.pass(100);
        ann.kill();
        party.untilResumed(1, 4_000, bob, cat);
        Citizen dan = town.joins("dan", party.server());
        dan.begins();
        town.until(() -> dan.session.phase() == Phase.CLOSED || dan.session.phase() == Phase.PLAYING, 5_000);
        assertEquals(Phase.CLOSED, dan.session.phase(), dan.events()::toString);
    }

    @Test
    @DisplayName(
            "P2 S3: a server that was replaced, and lost its players and the directory, lets nobody in who found the game since")
    void aReplacedServerLetsNobodyIn() {
        three();
        party.hits(bob, 2);
        party.loses(s -> (s.from() == ann) != (s.to() == ann)
                && (s.from() == bob || s.to() == bob || s.from() == cat || s.to() == cat));
        List.of(bob, cat).forEach(c -> c.line.cut = true);
        town.until(() -> Party.left(ann).size() == 2, 4_000);
        ann.line.cut = true;
        List.of(bob, cat).forEach(c -> c.line.cut = false);
        // Both are off the list, and who is on it may still play: the others wait for as long as the game says (P74).
        party.untilResumed(1, 20_000, bob, cat);
        assertEquals(Phase.PLAYING, ann.session.phase(), "alone");
        Citizen server = bob.session.isServer() ? bob : cat;
        party.loses(s -> s.to().equals(server) && s.is(Message.JoinRequest.class));
        Citizen dan = party.joining("dan", ann.session.game().id());
        town.until(() -> ann.session.phase() == Phase.FROZEN, 2_000);
        town.pass(500);
        assertEquals(List.of(), dan.all(Joined.class));
        party.calm();
        ann.line.cut = false;
        town.until(
                () -> List.of(ann, bob, cat, dan).stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().equals(server.session.view())),
                20_000);
        assertEquals(2, party.game(server).sum);
    }

    @Test
    @DisplayName("HA25 S1 L7 a group that heals has the old server as the first of its view: it coordinates, "
            + "and still serves nobody; the new server "
            + "goes on, and the old one is a player again")
    void aZombieCoordinates() {
        three();
        party.hits(bob, 2);
        town.network.putOut(ann.end);
        ann.line.cut = true;
        party.untilResumed(1, 10_000, bob, cat);
        Citizen server = bob.session.isServer() ? bob : cat;
        long now = epoch(server);
        town.network.merge(ann.end);
        ann.line.cut = false;
        party.rule(s -> {
            assertFalse(ann.session.isServer() && epoch(ann) >= now, "the zombie serves");
            return null;
        });
        town.until(
                () -> List.of(ann, bob, cat).stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().equals(server.session.view())),
                20_000);
        assertTrue(server.session.isServer() && !ann.session.isServer());
        assertEquals(now, epoch(server));
        assertEquals(List.of("ann CRASHED"), Party.left(bob));
        assertEquals(2, party.game(server).sum);
    }
}
