package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.GIVE_UP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GamesTest {

    private final DirectoryHarness harness = new DirectoryHarness();

    @Test
    @DisplayName("P29 registering twice with one claimId is one game, epoch 1, active")
    void registersOnce() {
        harness.open(1);
        GameEntry entry = harness.register(1);
        assertEquals(entry, harness.register(1));
        assertEquals(new Epoch(1, 1_001), entry.epoch());
        assertEquals(
                new Epoch(1, 1_001),
                harness.ask(DirectoryReply.GameStatus.class, 1, new DirectoryRequest.AskStatus(entry.id()))
                        .active());
        assertTrue(entry.open());
        assertEquals(1, entry.players());
        assertEquals("p1", entry.server());
    }

    @Test
    @DisplayName("ids of games are short, unique and fit to be read out")
    void givesShortIds() {
        HashSet<String> ids = new HashSet<>();
        for (long p = 1; p <= 500; p++) {
            harness.open(p);
            String id = harness.register(p).id();
            assertTrue(id.matches("[2-9a-z]{7}-[0-9]{1,3}"), id);
            assertTrue(ids.add(id));
        }
    }

    @Test
    @DisplayName("discover shows open games with a free seat of one kind, oldest first, by name and by attribute")
    void discovers() {
        harness.open(1, 2, 3, 4);
        String first = harness.register(1).id();
        String second = harness.ask(
                        DirectoryReply.Registered.class,
                        2,
                        new DirectoryRequest.Register(DirectoryHarness.game(2, "other", 8)))
                .game()
                .id();
        String full = harness.ask(
                        DirectoryReply.Registered.class,
                        3,
                        new DirectoryRequest.Register(DirectoryHarness.game(3, "full", 1)))
                .game()
                .id();
        assertEquals(List.of(first, second), found("teapots", "", Map.of(), false, 50, ""));
        assertEquals(List.of(first, second, full), found("teapots", "", Map.of(), true, 50, ""));
        assertEquals(List.of(second), found("teapots", "other", Map.of(), false, 50, ""));
        assertEquals(List.of(), found("chess", "", Map.of(), true, 50, ""));
        assertEquals(List.of(first, second), found("teapots", "", Map.of("map", "attic"), false, 50, ""));
        assertEquals(List.of(), found("teapots", "", Map.of("map", "cellar"), false, 50, ""));
        assertEquals(
                List.of(full),
                harness
                        .ask(
                                DirectoryReply.Games.class,
                                4,
                                new DirectoryRequest.Discover("teapots", full, "", Map.of(), false, 50, ""))
                        .games()
                        .stream()
                        .map(GameEntry::id)
                        .toList());
    }

    @Test
    @DisplayName("pages follow one another without gap or repeat, also behind a game that is no longer there")
    void pages() {
        List<String> all = new ArrayList<>();
        for (long p = 1; p <= 25; p++) {
            harness.open(p);
            all.add(harness.register(p).id());
        }
        List<String> seen = new ArrayList<>(found("teapots", "", Map.of(), false, 10, ""));
        seen.addAll(found("teapots", "", Map.of(), false, 10, seen.get(9)));
        String last = seen.get(19);
        harness.directory
                .ledgers()
                .apply(new LedgerCommand.Drop(
                        last,
                        harness.directory
                                .ledgers()
                                .game(last)
                                .orElseThrow()
                                .ledger()
                                .current()
                                .epoch()));
        seen.addAll(found("teapots", "", Map.of(), false, 10, last));
        assertEquals(all, seen);
    }

    @Test
    @DisplayName("renewals change what is shown: players, open, attributes, places of the members")
    void showsRenewals() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.renew(entry.id(), entry.epoch(), 1, 1, 1, 2);
        GameEntry shown = lookup(2, entry.id());
        assertEquals(2, shown.players());
        assertEquals(
                List.of(10_001, 10_002),
                shown.endpoints().stream().map(Endpoint::groupPort).toList());
        DirectoryRequest.Renew renewal = DirectoryHarness.renewal(entry.id(), entry.epoch(), 1, 1, 1, 2);
        harness.ask(
                1,
                new DirectoryRequest.Renew(
                        renewal.game(),
                        renewal.epoch(),
                        renewal.holder(),
                        renewal.roster(),
                        Listing.of(renewal.holder()),
                        1,
                        2,
                        false,
                        true,
                        Map.of("map", "cellar"),
                        renewal.revival()));
        shown = lookup(2, entry.id());
        assertFalse(shown.open());
        assertTrue(shown.backedUp());
        assertEquals(Map.of("map", "cellar"), shown.rules().attributes());
    }

    @Test
    @DisplayName("HF20 a player with an odd name does not cost a game its lease")
    void toleratesOddRoster() {
        harness.open(1);
        GameEntry entry = harness.register(1);
        Member odd =
                new Member(DirectoryHarness.id(5), "x\u0000".repeat(600), Kind.PLAYER, new Endpoint("", -1, 70_000), 0);
        DirectoryRequest.Renew renewal = DirectoryHarness.renewal(entry.id(), entry.epoch(), 1, 0, 1);
        assertInstanceOf(
                DirectoryReply.Renewed.class,
                harness.ask(
                        1,
                        new DirectoryRequest.Renew(
                                renewal.game(),
                                renewal.epoch(),
                                renewal.holder(),
                                List.of(DirectoryHarness.member(1), odd),
                                Listing.of(renewal.holder()),
                                0,
                                2,
                                true,
                                false,
                                Map.of(),
                                renewal.revival())));
        assertEquals(
                List.of(10_001),
                lookup(1, entry.id()).endpoints().stream()
                        .map(Endpoint::groupPort)
                        .toList());
    }

    @Test
    @DisplayName("HB8 an entry without its holder stays listed, closed, until giveUpAfter, and is dropped then")
    void dropsAfterGiveUp() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.close(1);
        assertFalse(lookup(2, entry.id()).open());
        assertEquals(List.of(), found("teapots", "", Map.of(), false, 50, ""));
        harness.pass(GIVE_UP - 20);
        assertEquals(List.of(entry.id()), found("teapots", "", Map.of(), true, 50, ""));
        harness.pass(140);
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(2, new DirectoryRequest.Lookup(entry.id())));
        assertEquals(0, harness.directory.ledgers().size());
    }

    @Test
    @DisplayName("an entry whose holder fell silent is closed after 0.83 D and dropped giveUpAfter later")
    void dropsSilent() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.pass(840);
        assertFalse(lookup(2, entry.id()).open());
        harness.pass(GIVE_UP - 40);
        assertFalse(lookup(2, entry.id()).open());
        harness.pass(160);
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(2, new DirectoryRequest.Lookup(entry.id())));
    }

    @Test
    @DisplayName(
            "P28 a game that its server released is closed at once and dropped giveUpAfter later, though the process goes on renewing")
    void dropsReleased() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.ask(1, new DirectoryRequest.Release(entry.id(), entry.epoch()));
        assertFalse(lookup(2, entry.id()).open());
        harness.pass(GIVE_UP - 200, () -> harness.renew(entry.id(), entry.epoch(), 1, 0, 1));
        assertFalse(lookup(2, entry.id()).open());
        harness.pass(400);
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(2, new DirectoryRequest.Lookup(entry.id())));
    }

    @Test
    @DisplayName("a game that is served on by another stays listed, and is open again")
    void staysWhenServedOn() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.renew(entry.id(), entry.epoch(), 1, 1, 1, 2);
        harness.close(1);
        Epoch two = harness.granted(2, DirectoryHarness.rebuild(entry.id(), 1, 2, 20, 2));
        harness.ask(2, new DirectoryRequest.Activate(entry.id(), two, List.of()));
        harness.pass(GIVE_UP + 1_000, () -> harness.renew(entry.id(), two, 2, 0, 2));
        GameEntry shown = lookup(2, entry.id());
        assertTrue(shown.open());
        assertEquals("p2", shown.server());
        assertEquals(two, shown.epoch());
    }

    @Test
    @DisplayName("P28 an ended game is listed no more at once, and its end is remembered for giveUpAfter")
    void remembersEnd() {
        harness.open(1, 2);
        GameEntry entry = harness.register(1);
        harness.ask(1, new DirectoryRequest.End(entry.id(), entry.epoch()));
        assertEquals(List.of(), found("teapots", "", Map.of(), true, 50, ""));
        assertInstanceOf(DirectoryReply.NoGame.class, harness.ask(2, new DirectoryRequest.Lookup(entry.id())));
        harness.pass(GIVE_UP - 20);
        assertEquals(DirectoryReply.Why.ENDED, harness.denied(2, DirectoryHarness.rebuild(entry.id(), 1, 2, 20, 2)));
        harness.pass(140);
        assertEquals(0, harness.directory.ledgers().size());
    }

    @Test
    @DisplayName("P28 N6 S18 a server that slept through the end of its game, or until it was dropped, does "
            + "not bring it back; nor once the directory was restarted")
    void bringsNothingBack() {
        harness.open(1, 2);
        GameEntry ended = harness.register(1);
        GameEntry dropped = harness.register(2);
        harness.ask(1, new DirectoryRequest.End(ended.id(), ended.epoch()));
        harness.close(2);
        harness.pass(GIVE_UP + 1_000);
        harness.open(3, 4);
        assertSleepersAreTold(ended, dropped);
        harness.restart();
        harness.open(3, 4);
        assertSleepersAreTold(ended, dropped);
        assertEquals(List.of(), found("teapots", "", Map.of(), true, 50, ""));
    }

    private void assertSleepersAreTold(GameEntry ended, GameEntry dropped) {
        DirectoryMachine machine = harness.directory.machine();
        for (GameEntry game : List.of(ended, dropped)) {
            List<DirectoryOutput> said =
                    machine.request(3, 900, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 1, 1, 2), harness.now);
            assertEquals(
                    List.of(new DirectoryOutput.Answer(3, 900, new DirectoryReply.NoGame(game.id()))),
                    said,
                    "no entry of the log");
        }
    }

    @Test
    @DisplayName("HF20 bad names, attributes and rules are refused with the cause")
    void refusesBadWords() {
        harness.open(1);
        assertRefused("name", new GameRules("x".repeat(1 << 20), 8, List.of(), 1_000, 30_000, 50, Map.of()));
        assertRefused("name", new GameRules("a\nb", 8, List.of(), 1_000, 30_000, 50, Map.of()));
        assertRefused("name", new GameRules("\u00e9".repeat(33), 8, List.of(), 1_000, 30_000, 50, Map.of()));
        assertRefused("maxPlayers", new GameRules("ok", 0, List.of(), 1_000, 30_000, 50, Map.of()));
        assertRefused("suspectAfter", new GameRules("ok", 8, List.of(), 0, 30_000, 50, Map.of()));
        assertRefused("attribute", new GameRules("ok", 8, List.of(), 1_000, 30_000, 50, Map.of("k", "v".repeat(257))));
        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i < 17; i++) {
            many.put("k" + i, "v");
        }
        assertRefused("17 attributes", new GameRules("ok", 8, List.of(), 1_000, 30_000, 50, many));
    }

    private void assertRefused(String cause, GameRules rules) {
        DirectoryRequest.Registration asked =
                new DirectoryRequest.Registration("teapots", "g", rules, 77, 1, DirectoryHarness.member(1), 5);
        DirectoryReply.Refused refused =
                harness.ask(DirectoryReply.Refused.class, 1, new DirectoryRequest.Register(asked));
        assertEquals(Reason.NOT_ADMITTED, refused.reason());
        assertTrue(refused.detail().contains(cause), refused.detail());
        assertTrue(refused.detail().length() < 200);
    }

    private GameEntry lookup(long line, String id) {
        return harness.ask(DirectoryReply.Found.class, line, new DirectoryRequest.Lookup(id))
                .game();
    }

    private List<String> found(
            String kind, String name, Map<String, String> attributes, boolean all, int limit, String after) {
        harness.open(999);
        return harness
                .ask(
                        DirectoryReply.Games.class,
                        999,
                        new DirectoryRequest.Discover(kind, "", name, attributes, all, limit, after))
                .games()
                .stream()
                .map(GameEntry::id)
                .toList();
    }
}
