package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.memory.MemoryDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BoundsTest {

    private static final DirectorySettings SMALL =
            new DirectorySettings(2, 1, 3, 250, 3_000, 600, 3_000, 1_000, 5_000, 500);

    @Test
    @DisplayName("P52 S15 spares beyond the bound are refused, those that stand by already are not")
    void boundsSpares() {
        DirectoryHarness harness = new DirectoryHarness(SMALL);
        harness.open(1, 2);
        assertInstanceOf(DirectoryReply.Done.class, harness.standBy(1));
        assertEquals(
                Reason.FULL,
                harness.ask(DirectoryReply.Refused.class, 2, DirectoryHarness.standingBy(2, "teapots", 77, 1))
                        .reason());
        assertInstanceOf(DirectoryReply.Done.class, harness.standBy(1));
    }

    @Test
    @DisplayName("P52 S15 lines beyond the bound are answered that it is full, and one that closes makes room")
    void boundsLines() {
        DirectoryHarness harness = new DirectoryHarness(SMALL);
        harness.open(1, 2, 3);
        assertEquals(
                Reason.FULL,
                harness.ask(DirectoryReply.Refused.class, 3, new DirectoryRequest.AskStatus("x"))
                        .reason());
        harness.close(1);
        harness.open(4);
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(4, new DirectoryRequest.AskStatus("x")));
    }

    @Test
    @DisplayName("P52 S15 requests of one line that wait are bounded; answered ones make room")
    void boundsWaiting() {
        DirectoryMachine machine = new DirectoryMachine(SMALL, new Ledgers(), DirectoryHarness.MARK);
        machine.lineOpened(1, 0);
        for (long n = 1; n <= 3; n++) {
            assertInstanceOf(DirectoryOutput.Propose.class, register(machine, n).get(0));
        }
        DirectoryOutput.Answer refused =
                (DirectoryOutput.Answer) register(machine, 4).get(0);
        assertEquals(Reason.QUEUE_FULL, ((DirectoryReply.Refused) refused.reply()).reason());
        machine.failed(1, 1);
        assertInstanceOf(DirectoryOutput.Propose.class, register(machine, 5).get(0));
    }

    @Test
    @DisplayName("P52 S15 P14 games beyond the bound are refused, also those made from renewals")
    void boundsGames() {
        Ledgers ledgers = new Ledgers();
        for (long n = 1; n <= Ledgers.GAMES_MAX; n++) {
            assertInstanceOf(
                    LedgerResult.Recorded.class,
                    ledgers.apply(new LedgerCommand.Create(DirectoryHarness.game(n, "g", 2), DirectoryHarness.MARK)));
        }
        assertInstanceOf(
                LedgerResult.Full.class,
                ledgers.apply(new LedgerCommand.Create(DirectoryHarness.game(20_000, "g", 2), DirectoryHarness.MARK)));
        DirectoryRequest.Renew renewal = DirectoryHarness.renewal("aaaa-99999", new Epoch(3, 3), 7, 0, 7);
        assertInstanceOf(
                LedgerResult.Full.class,
                ledgers.apply(new LedgerCommand.Revive(
                        renewal.game(),
                        renewal.revival(),
                        renewal.epoch(),
                        renewal.holder(),
                        Listing.of(renewal.holder()),
                        DirectoryHarness.MARK)));
        assertInstanceOf(
                LedgerResult.Recorded.class,
                ledgers.apply(new LedgerCommand.Create(DirectoryHarness.game(1, "g", 2), DirectoryHarness.MARK)),
                "one that is there");
    }

    @Test
    @DisplayName("P52 S15 P53 a roster above the bound is not kept, the lease holds")
    void boundsRoster() {
        DirectoryHarness harness = new DirectoryHarness();
        harness.open(1);
        GameEntry entry = harness.register(1);
        List<Member> crowd = new ArrayList<>();
        for (long n = 1; n <= 1_025; n++) {
            crowd.add(DirectoryHarness.member(n));
        }
        DirectoryRequest.Renew renewal = DirectoryHarness.renewal(entry.id(), entry.epoch(), 1, 0, 1);
        assertInstanceOf(
                DirectoryReply.Renewed.class,
                harness.ask(
                        1,
                        new DirectoryRequest.Renew(
                                renewal.game(),
                                renewal.epoch(),
                                renewal.holder(),
                                crowd,
                                Listing.of(renewal.holder()),
                                0,
                                1,
                                true,
                                false,
                                renewal.attributes(),
                                renewal.revival())));
        assertEquals(
                1,
                harness.ask(DirectoryReply.Found.class, 1, new DirectoryRequest.Lookup(entry.id()))
                        .game()
                        .endpoints()
                        .size());
    }

    @Test
    @DisplayName("P52 a page of discover has at most 1 000 games, whatever is asked")
    void boundsPages() {
        Ledgers ledgers = new Ledgers();
        for (long n = 1; n <= 1_200; n++) {
            ledgers.apply(new LedgerCommand.Create(DirectoryHarness.game(n, "g", 2), DirectoryHarness.MARK));
        }
        MemoryDirectory directory = new MemoryDirectory(DirectorySettings.standard(), ledgers, DirectoryHarness.MARK);
        directory.leading(0);
        directory.lineOpened(1, 0);
        DirectoryOutput.Answer answer = (DirectoryOutput.Answer) directory
                .request(
                        1,
                        1,
                        new DirectoryRequest.Discover("teapots", "", "", Map.of(), true, Integer.MAX_VALUE, ""),
                        0)
                .get(0);
        assertEquals(1_000, ((DirectoryReply.Games) answer.reply()).games().size());
        assertTrue(((DirectoryReply.Games) answer.reply())
                .games().stream().allMatch(game -> game.endpoints().isEmpty()));
    }

    @Test
    @DisplayName(
            "P52 P71 of who claimed lately no more than 2 048 are kept: with one more than that everybody before is forgotten")
    void boundsClaims() {
        Claims claims = new Claims();
        claims.note(DirectoryHarness.ids(1), 1, 0);
        assertTrue(claims.holdsUp(1, DirectoryHarness.ids(1), 1_000, 0, line -> true));
        claims.note(DirectoryHarness.ids(LongStream.rangeClosed(2, 2_048).toArray()), 1, 0);
        assertTrue(claims.holdsUp(1, DirectoryHarness.ids(1), 1_000, 0, line -> true), "as many as there may be");
        claims.note(DirectoryHarness.ids(2_049), 1, 0);
        assertFalse(claims.holdsUp(1, DirectoryHarness.ids(1), 1_000, 0, line -> true));
        assertTrue(claims.holdsUp(1, DirectoryHarness.ids(2_049), 1_000, 0, line -> true));
    }

    @Test
    @DisplayName("P52 S15 a request that lists more than a game can hold is refused before it is looked at")
    void boundsLists() {
        DirectoryHarness harness = new DirectoryHarness();
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        List<MemberId> many =
                DirectoryHarness.ids(LongStream.rangeClosed(1, 1_025).toArray());
        List<String> not = new ArrayList<>();
        for (int n = 0; n < 1_025; n++) not.add("aaaa-" + n);
        DirectoryRequest.Registration other = DirectoryHarness.game(2, "other", 8);
        for (DirectoryRequest request : List.of(
                new DirectoryRequest.HostOrJoin(other, not),
                new DirectoryRequest.Enlist(entry.id(), entry.epoch(), 0, many),
                new DirectoryRequest.Activate(entry.id(), entry.epoch(), many)))
            assertEquals(
                    Reason.NOT_ADMITTED,
                    harness.ask(DirectoryReply.Refused.class, 1, request).reason());
        List<MemberId> most = many.subList(0, 1_024);
        harness.ask(DirectoryReply.Activated.class, 1, new DirectoryRequest.Activate(entry.id(), entry.epoch(), most));
        harness.ask(DirectoryReply.Listed.class, 1, new DirectoryRequest.Enlist(entry.id(), entry.epoch(), 0, most));
        assertEquals(most, harness.listed(entry.id()));
        harness.ask(DirectoryReply.Registered.class, 2, new DirectoryRequest.HostOrJoin(other, not.subList(0, 1_024)));
    }

    @Test
    @DisplayName("P52 P12 no more than 64 claims of a game that are under way are remembered: the first of them")
    void boundsProposals() {
        Claims claims = new Claims();
        for (long n = 0; n < 64; n++) claims.proposed(n, 2);
        claims.proposed(64, 2);
        assertEquals(0, claims.granted(64));
        for (long n = 0; n < 65; n++) claims.proposed(n, 2);
        assertEquals(2, claims.granted(63));
        assertEquals(0, claims.granted(1), "it was denied");
    }

    private static List<DirectoryOutput> register(DirectoryMachine machine, long n) {
        return machine.request(1, n, new DirectoryRequest.Register(DirectoryHarness.game(n, "duel", 2)), 0);
    }

    @Test
    @DisplayName("K8 the largest roster that is allowed fits a renewal, a search for a spare and an offer")
    void theLargestRosterFits() {
        List<Member> roster = new ArrayList<>();
        List<MemberId> ids = new ArrayList<>();
        for (int n = 0; n < 1_024; n++) {
            MemberId id = new MemberId(n, new Incarnation(1, n));
            ids.add(id);
            roster.add(new Member(id, "n".repeat(64), Kind.PLAYER, new Endpoint("h".repeat(255), 60_000, 60_000), n));
        }
        Map<String, String> attributes = new TreeMap<>();
        for (int n = 0; n < 16; n++) attributes.put("a".repeat(62) + n / 10 + n % 10, "v".repeat(256));
        GameRules rules = new GameRules("n".repeat(64), 1_024, List.of(), 1_000, 30_000, 50, attributes);
        Epoch epoch = new Epoch(1, 1);
        var revival = new DirectoryRequest.Revival("k".repeat(64), "g".repeat(128), rules, 1, 1);
        DirectoryWire.encode(new DirectoryRequest.Renew(
                "g".repeat(64),
                epoch,
                ids.get(0),
                roster,
                new Listing(ids, 1),
                1_023,
                1_024,
                true,
                false,
                attributes,
                revival));
        DirectoryWire.encode(new DirectoryRequest.SeekSpare("g".repeat(64), epoch, roster, ids, 1, ids.get(0)));
    }
}
