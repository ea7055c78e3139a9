package org.gamenet.rgs.core.directory.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Filter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Games are found without a directory, in virtual time. */
class LanGamesTest {

    private static DirectoryRequest.Discover discover(String name, Map<String, String> attributes, int limit) {
        return new DirectoryRequest.Discover(Hall.KIND, "", name, Filter.of(attributes), false, limit, "");
    }

    @Test
    @DisplayName("whoever comes second finds the game of the first within a few milliseconds")
    void findsAGameAtOnce() {
        Hall hall = new Hall(1, 0, 1);
        Hall.Guest ann = hall.new Guest();
        long first = ann.hostOrJoin("hall");
        hall.pass(600);
        assertTrue(ann.founded(first));
        assertTrue(ann.repliedAt - 1_000 <= 401, "founded after " + (ann.repliedAt - 1_000) + " ms");
        Hall.Guest bob = hall.new Guest();
        long begun = hall.now;
        long second = bob.hostOrJoin("hall");
        hall.pass(50);
        assertEquals(ann.game(first).id(), bob.game(second).id());
        assertTrue(bob.repliedAt - begun <= 20, "found after " + (bob.repliedAt - begun) + " ms");
        assertEquals(List.of(ann.me.endpoint()), bob.game(second).endpoints());
        assertEquals(ann.game(first).group(), bob.game(second).group());
    }

    @Test
    @DisplayName("of many that call within a blink one founds, and all others find its game")
    void oneGameOutOfManyCallers() {
        for (int seed = 0; seed < 300; seed++) {
            Hall hall = new Hall(seed, 0, 5);
            Random random = new Random(seed);
            List<Long> asked = new ArrayList<>();
            int callers = 2 + random.nextInt(7);
            for (int i = 0; i < callers; i++) {
                asked.add(hall.new Guest().hostOrJoin("hall"));
                hall.pass(random.nextInt(seed % 3 == 0 ? 1 : 200) + 1L);
            }
            hall.pass(3_000);
            assertEquals(1, gamesOf(hall, asked).size(), "seed " + seed);
        }
    }

    @Test
    @DisplayName(
            "many processes on one machine are one source, which is answered a few times a second: none is left out")
    void answersMany() {
        Hall hall = new Hall(1, 0, 5);
        hall.answersMost = 20;
        Hall.Guest ann = hall.new Guest();
        List<Long> asked = new ArrayList<>(List.of(ann.hostOrJoin("hall")));
        hall.pass(600);
        for (int i = 0; i < 60; i++) asked.add(hall.new Guest().hostOrJoin("hall"));
        int before = ann.casts;
        hall.pass(300);
        assertEquals(1, gamesOf(hall, asked).size());
        assertTrue(ann.casts - before <= 4, "told everybody " + (ann.casts - before) + " times");
    }

    @Test
    @DisplayName("a process that is slow to read what waits for it judges time only when it has read all")
    void readsAllFirst() {
        Hall hall = new Hall(1, 0, 0);
        Hall.Guest ann = hall.new Guest();
        Hall.Guest bob = hall.new Guest();
        long smallest = 2;
        bob.games.ask(1, new DirectoryRequest.HostOrJoin(bob.registration("hall"), List.of()), smallest, 0);
        Datagram.Game founding = Datagram.Game.founded(ann.registration("hall"), "lan-9", 9, false);
        List<LanGames.Out> said = new ArrayList<>();
        for (int now = 300; now < 900; now += 20) said.addAll(bob.games.heard(ann.nonce, founding, now));
        said.addAll(bob.games.heard(ann.nonce, Datagram.Game.founded(ann.registration("hall"), "lan-9", 0, true), 900));
        said.addAll(bob.games.tick(900));
        said.addAll(bob.games.tick(920));
        List<DirectoryReply> replies = new ArrayList<>();
        for (LanGames.Out each : said) if (each instanceof LanGames.Reply reply) replies.add(reply.reply());
        assertEquals(1, replies.size());
        assertEquals(
                "lan-9",
                assertInstanceOf(DirectoryReply.Found.class, replies.get(0))
                        .game()
                        .id());
    }

    private static Set<String> gamesOf(Hall hall, List<Long> asked) {
        Set<String> games = new HashSet<>();
        for (int i = 0; i < asked.size(); i++) {
            GameEntry game = hall.guests.get(i).game(asked.get(i));
            assertNotNull(game, "guest " + i + " waits");
            games.add(game.id());
        }
        return games;
    }

    @Test
    @DisplayName("with three of ten datagrams lost nobody waits for ever, and there is nearly always one game")
    void loses() {
        int one = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            Hall hall = new Hall(seed, 0.3, 20);
            List<Long> asked = new ArrayList<>();
            for (int i = 0; i < 4; i++) asked.add(hall.new Guest().hostOrJoin("hall"));
            hall.pass(4_000);
            if (gamesOf(hall, asked).size() == 1) one++;
        }
        assertTrue(one >= 995, one + " of 1000");
    }

    @Test
    @DisplayName("a founder that gets no processor while it listens for a smaller wish listens anew, for as long")
    void listensAnew() {
        Hall hall = new Hall(1, 0, 0);
        Hall.Guest ann = hall.new Guest();
        long asked = ann.hostOrJoin("hall");
        hall.pass(300);
        hall.now += 1_000;
        hall.pass(900);
        assertNull(ann.game(asked), "it has listened for 900 ms since");
        hall.pass(110);
        assertTrue(ann.founded(asked));
    }

    @Test
    @DisplayName("games of other names are passed over, and those that are full or that were tried")
    void passesOver() {
        Hall hall = new Hall(2, 0, 1);
        Hall.Guest ann = hall.new Guest();
        long first = ann.hostOrJoin("hall");
        hall.pass(600);
        Hall.Guest bob = hall.new Guest();
        long other = bob.hostOrJoin("cellar");
        Hall.Guest eve = hall.new Guest();
        long again = eve.hostOrJoin("hall", ann.game(first).id());
        hall.pass(600);
        assertTrue(bob.founded(other));
        assertTrue(eve.founded(again));
        ann.renew(ann.game(first), 8);
        eve.cut = true;
        Hall.Guest dan = hall.new Guest();
        hall.pass(3_000);
        ann.renew(ann.game(first), 8);
        long full = dan.hostOrJoin("hall");
        hall.pass(600);
        assertTrue(dan.founded(full), "eight of eight seats are taken");
    }

    @Test
    @DisplayName("of two games newcomers take the elder")
    void takesTheElder() {
        Hall hall = new Hall(3, 0, 0);
        Hall.Guest ann = hall.new Guest();
        Hall.Guest bob = hall.new Guest();
        bob.cut = true;
        long young = bob.hostOrJoin("hall");
        hall.pass(500);
        long old = ann.hostOrJoin("hall");
        hall.pass(600);
        assertTrue(bob.founded(young) && ann.founded(old));
        bob.cut = false;
        ann.renew(ann.game(old), 1);
        bob.renew(bob.game(young), 1);
        Hall.Guest eve = hall.new Guest();
        long found = eve.hostOrJoin("hall");
        hall.pass(100);
        assertEquals(bob.game(young).id(), eve.game(found).id(), "bob's is older by half a second");
    }

    @Test
    @DisplayName("a list is there after 300 ms: what matches, the unlisted by its id alone")
    void lists() {
        Hall hall = new Hall(4, 0, 2);
        Hall.Guest ann = hall.new Guest();
        long made = ann.ask(new DirectoryRequest.Register(ann.registration("attic")));
        assertTrue(ann.founded(made), "who registers a game has it at once");
        Hall.Guest bob = hall.new Guest();
        long any = bob.ask(discover("", Map.of(), 10));
        long named = bob.ask(discover("cellar", Map.of(), 10));
        long rich = bob.ask(discover("", Map.of("map", "attic"), 10));
        hall.pass(299);
        assertNull(bob.replies.get(any));
        hall.pass(3);
        assertEquals(List.of(ann.game(made).id()), ids(bob.replies.get(any)));
        assertEquals(List.of(), ids(bob.replies.get(named)));
        assertEquals(List.of(), ids(bob.replies.get(rich)));
    }

    private static List<String> ids(DirectoryReply reply) {
        return assertInstanceOf(DirectoryReply.Games.class, reply).games().stream()
                .map(GameEntry::id)
                .toList();
    }

    @Test
    @DisplayName("a game is looked up by its id; nobody's is no game")
    void looksUp() {
        Hall hall = new Hall(5, 0, 2);
        Hall.Guest ann = hall.new Guest();
        long made = ann.ask(new DirectoryRequest.Register(ann.registration("attic")));
        Hall.Guest bob = hall.new Guest();
        long found = bob.ask(new DirectoryRequest.Lookup(ann.game(made).id()));
        long none = bob.ask(new DirectoryRequest.Lookup("lan-0"));
        hall.pass(20);
        assertEquals(ann.game(made).id(), bob.game(found).id());
        hall.pass(600);
        assertInstanceOf(DirectoryReply.NoGame.class, bob.replies.get(none));
    }

    @Test
    @DisplayName("Z6 a game that nobody renews is told of no more, and one that ended neither")
    void forgets() {
        Hall hall = new Hall(6, 0, 2);
        Hall.Guest ann = hall.new Guest();
        long silent = ann.ask(new DirectoryRequest.Register(ann.registration("attic")));
        hall.pass(3_100);
        Hall.Guest bob = hall.new Guest();
        long none = bob.ask(discover("", Map.of(), 10));
        hall.pass(310);
        assertEquals(List.of(), ids(bob.replies.get(none)));
        ann.renew(ann.game(silent), 1);
        long again = bob.ask(discover("", Map.of(), 10));
        hall.pass(310);
        assertEquals(1, ids(bob.replies.get(again)).size());
        ann.ask(new DirectoryRequest.End(ann.game(silent).id(), ann.game(silent).epoch()));
        Hall.Guest eve = hall.new Guest();
        long ended = eve.ask(discover("", Map.of(), 10));
        hall.pass(310);
        assertEquals(List.of(), ids(eve.replies.get(ended)));
    }

    @Test
    @DisplayName("a session that ends searches no more: it founds nothing, and nobody waits for its wish")
    void stopsSearching() {
        for (int seed = 0; seed < 20; seed++) {
            Hall hall = new Hall(seed, 0, 1);
            Hall.Guest ann = hall.new Guest();
            long first = ann.hostOrJoin("hall");
            hall.pass(300);
            ann.games.forget(Set.of(first));
            int before = ann.casts;
            Hall.Guest bob = hall.new Guest();
            long begun = hall.now;
            long second = bob.hostOrJoin("hall");
            hall.pass(600);
            assertFalse(ann.founded(first));
            assertEquals(before, ann.casts);
            assertTrue(bob.founded(second));
            assertTrue(bob.repliedAt - begun <= 401, "seed " + seed + ": after " + (bob.repliedAt - begun) + " ms");
        }
    }

    @Test
    @DisplayName("a game that its founder does not come to serve is told of no more; in another epoch it is another's")
    void servesInVain() {
        Hall hall = new Hall(1, 0, 1);
        Hall.Guest ann = hall.new Guest();
        long attic = ann.ask(new DirectoryRequest.Register(ann.registration("attic")));
        long cellar = ann.ask(new DirectoryRequest.Register(ann.registration("cellar")));
        ann.renew(ann.game(cellar), new Epoch(2, 2), 1);
        ann.games.forget(Set.of(attic, cellar));
        Hall.Guest bob = hall.new Guest();
        long any = bob.ask(discover("", Map.of(), 10));
        hall.pass(310);
        assertEquals(List.of(ann.game(cellar).id()), ids(bob.replies.get(any)));
    }

    @Test
    @DisplayName("no answer is longer than its question, and nothing storms")
    void isQuiet() {
        Hall hall = new Hall(7, 0, 2);
        for (int i = 0; i < 8; i++) hall.new Guest().hostOrJoin("hall");
        hall.pass(1_000);
        int before = hall.said;
        hall.pass(10_000);
        assertTrue(hall.said - before <= 8 * 10 * 8, hall.said - before + " datagrams in ten seconds");
        assertTrue(hall.longest <= LanWire.BYTES_MAX);
        assertFalse(hall.said == before);
    }
}
