package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.Desk.GIVE_UP;
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

    private final Desk desk = new Desk();

    @Test
    @DisplayName("P29 registering twice with one claimId is one game, epoch 1, active")
    void registersOnce() {
        desk.open(1);
        GameEntry entry = desk.register(1);
        assertEquals(entry, desk.register(1));
        assertEquals(new Epoch(1, 1_001), entry.epoch());
        assertEquals(
                new Epoch(1, 1_001),
                desk.ask(DirectoryReply.Stands.class, 1, new DirectoryRequest.Standing(entry.id()))
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
            desk.open(p);
            String id = desk.register(p).id();
            assertTrue(id.matches("[2-9a-z]{7}-[0-9]{1,3}"), id);
            assertTrue(ids.add(id));
        }
    }

    @Test
    @DisplayName("discover shows open games with a free seat of one kind, oldest first, by name and by attribute")
    void discovers() {
        desk.open(1, 2, 3, 4);
        String first = desk.register(1).id();
        String second = desk.ask(
                        DirectoryReply.Registered.class, 2, new DirectoryRequest.Register(Desk.game(2, "other", 8)))
                .game()
                .id();
        String full = desk.ask(
                        DirectoryReply.Registered.class, 3, new DirectoryRequest.Register(Desk.game(3, "full", 1)))
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
                desk
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
            desk.open(p);
            all.add(desk.register(p).id());
        }
        List<String> seen = new ArrayList<>(found("teapots", "", Map.of(), false, 10, ""));
        seen.addAll(found("teapots", "", Map.of(), false, 10, seen.get(9)));
        String last = seen.get(19);
        desk.directory
                .ledgers()
                .apply(new LedgerCommand.Drop(
                        last,
                        desk.directory
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
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.renew(entry.id(), entry.epoch(), 1, 1, 1, 2);
        GameEntry shown = lookup(2, entry.id());
        assertEquals(2, shown.players());
        assertEquals(
                List.of(10_001, 10_002),
                shown.endpoints().stream().map(Endpoint::groupPort).toList());
        DirectoryRequest.Renew renewal = Desk.renewal(entry.id(), entry.epoch(), 1, 1, 1, 2);
        desk.ask(
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
        desk.open(1);
        GameEntry entry = desk.register(1);
        Member odd = new Member(Desk.id(5), "x\u0000".repeat(600), Kind.PLAYER, new Endpoint("", -1, 70_000), 0);
        DirectoryRequest.Renew renewal = Desk.renewal(entry.id(), entry.epoch(), 1, 0, 1);
        assertInstanceOf(
                DirectoryReply.Renewed.class,
                desk.ask(
                        1,
                        new DirectoryRequest.Renew(
                                renewal.game(),
                                renewal.epoch(),
                                renewal.holder(),
                                List.of(Desk.member(1), odd),
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
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.close(1);
        assertFalse(lookup(2, entry.id()).open());
        assertEquals(List.of(), found("teapots", "", Map.of(), false, 50, ""));
        desk.pass(GIVE_UP - 20);
        assertEquals(List.of(entry.id()), found("teapots", "", Map.of(), true, 50, ""));
        desk.pass(140);
        assertInstanceOf(DirectoryReply.NoGame.class, desk.ask(2, new DirectoryRequest.Lookup(entry.id())));
        assertEquals(0, desk.directory.ledgers().size());
    }

    @Test
    @DisplayName("an entry whose holder fell silent is closed after 0.83 D and dropped giveUpAfter later")
    void dropsSilent() {
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.pass(840);
        assertFalse(lookup(2, entry.id()).open());
        desk.pass(GIVE_UP - 40);
        assertFalse(lookup(2, entry.id()).open());
        desk.pass(160);
        assertInstanceOf(DirectoryReply.NoGame.class, desk.ask(2, new DirectoryRequest.Lookup(entry.id())));
    }

    @Test
    @DisplayName(
            "P28 a game that its server released is closed at once and dropped giveUpAfter later, though the process goes on renewing")
    void dropsReleased() {
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.ask(1, new DirectoryRequest.Release(entry.id(), entry.epoch()));
        assertFalse(lookup(2, entry.id()).open());
        desk.pass(GIVE_UP - 200, () -> desk.renew(entry.id(), entry.epoch(), 1, 0, 1));
        assertFalse(lookup(2, entry.id()).open());
        desk.pass(400);
        assertInstanceOf(DirectoryReply.NoGame.class, desk.ask(2, new DirectoryRequest.Lookup(entry.id())));
    }

    @Test
    @DisplayName("a game that is served on by another stays listed, and is open again")
    void staysWhenServedOn() {
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.renew(entry.id(), entry.epoch(), 1, 1, 1, 2);
        desk.close(1);
        Epoch two = desk.granted(2, Desk.rebuild(entry.id(), 1, 2, 20, 2));
        desk.ask(2, new DirectoryRequest.Activate(entry.id(), two, List.of()));
        desk.pass(GIVE_UP + 1_000, () -> desk.renew(entry.id(), two, 2, 0, 2));
        GameEntry shown = lookup(2, entry.id());
        assertTrue(shown.open());
        assertEquals("p2", shown.server());
        assertEquals(two, shown.epoch());
    }

    @Test
    @DisplayName("P28 an ended game is listed no more at once, and its end is remembered for giveUpAfter")
    void remembersEnd() {
        desk.open(1, 2);
        GameEntry entry = desk.register(1);
        desk.ask(1, new DirectoryRequest.End(entry.id(), entry.epoch()));
        assertEquals(List.of(), found("teapots", "", Map.of(), true, 50, ""));
        assertInstanceOf(DirectoryReply.NoGame.class, desk.ask(2, new DirectoryRequest.Lookup(entry.id())));
        desk.pass(GIVE_UP - 20);
        assertEquals(DirectoryReply.Why.ENDED, desk.denied(2, Desk.rebuild(entry.id(), 1, 2, 20, 2)));
        desk.pass(140);
        assertEquals(0, desk.directory.ledgers().size());
    }

    @Test
    @DisplayName("P28 N6 S18 a server that slept through the end of its game, or until it was dropped, does "
            + "not bring it back; nor once the directory was restarted")
    void bringsNothingBack() {
        desk.open(1, 2);
        GameEntry ended = desk.register(1);
        GameEntry dropped = desk.register(2);
        desk.ask(1, new DirectoryRequest.End(ended.id(), ended.epoch()));
        desk.close(2);
        desk.pass(GIVE_UP + 1_000);
        desk.open(3, 4);
        assertSleepersAreTold(ended, dropped);
        desk.restart();
        desk.open(3, 4);
        assertSleepersAreTold(ended, dropped);
        assertEquals(List.of(), found("teapots", "", Map.of(), true, 50, ""));
    }

    private void assertSleepersAreTold(GameEntry ended, GameEntry dropped) {
        DirectoryMachine machine = desk.directory.machine();
        for (GameEntry game : List.of(ended, dropped)) {
            List<DirectoryOutput> said =
                    machine.request(3, 900, Desk.renewal(game.id(), game.epoch(), 1, 1, 1, 2), desk.now);
            assertEquals(
                    List.of(new DirectoryOutput.Answer(3, 900, new DirectoryReply.NoGame(game.id()))),
                    said,
                    "no entry of the log");
        }
    }

    @Test
    @DisplayName("HF20 bad names, attributes and rules are refused with the cause")
    void refusesBadWords() {
        desk.open(1);
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
                new DirectoryRequest.Registration("teapots", "g", rules, 77, 1, Desk.member(1), 5);
        DirectoryReply.Refused refused =
                desk.ask(DirectoryReply.Refused.class, 1, new DirectoryRequest.Register(asked));
        assertEquals(Reason.NOT_ADMITTED, refused.reason());
        assertTrue(refused.detail().contains(cause), refused.detail());
        assertTrue(refused.detail().length() < 200);
    }

    private GameEntry lookup(long line, String id) {
        return desk.ask(DirectoryReply.Found.class, line, new DirectoryRequest.Lookup(id))
                .game();
    }

    private List<String> found(
            String kind, String name, Map<String, String> attributes, boolean all, int limit, String after) {
        desk.open(999);
        return desk
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
