package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One stranger takes what one may have of a directory, and the others notice nothing. */
class QuotasTest {

    private static final Quotas FEW = new Quotas(64, 3, 5, 2, 3, 4, 64);

    private final DirectoryHarness harness =
            new DirectoryHarness(DirectorySettings.standard().with(FEW));

    private void open(long line, String address) {
        open(harness, line, address);
    }

    /** Of somebody who holds the keys of all of whom it speaks. */
    private static void open(DirectoryHarness at, long line, String address) {
        at.directory.lineOpened(line, address, at.now);
        for (long peer = 0; peer < 400; peer++) at.directory.lineProved(line, peer);
    }

    private DirectoryReply register(long line, long founder) {
        return harness.ask(line, new DirectoryRequest.Register(DirectoryHarness.game(founder, "duel" + founder, 8)));
    }

    private String full(DirectoryReply reply) {
        DirectoryReply.Refused refused = assertInstanceOf(DirectoryReply.Refused.class, reply);
        assertEquals(Reason.FULL, refused.reason());
        return refused.detail();
    }

    @Test
    @DisplayName(
            "K5 HF16 games are bounded by line and by address, the answer says which bound it is, and another address has its own")
    void games() {
        open(1, "10.0.0.1");
        open(2, "10.0.0.1");
        open(3, "10.0.0.2");
        for (int n = 10; n < 13; n++) assertInstanceOf(DirectoryReply.Registered.class, register(1, n));
        assertEquals("one process may have 3 games at this directory, and has them", full(register(1, 13)));
        assertEquals(
                full(register(1, 13)),
                full(harness.ask(
                        1, new DirectoryRequest.HostOrJoin(DirectoryHarness.game(14, "other", 8), List.of()))));
        assertInstanceOf(DirectoryReply.Registered.class, register(1, 12), "what it has is told again");
        for (int n = 14; n < 16; n++) assertInstanceOf(DirectoryReply.Registered.class, register(2, n));
        assertEquals("one address may have 5 games at this directory, and 10.0.0.1 has them", full(register(2, 16)));
        assertInstanceOf(DirectoryReply.Registered.class, register(3, 20));
    }

    @Test
    @DisplayName("K5 games of an address count after their line has ended, until they are dropped")
    void gamesOfClosedLines() {
        open(1, "10.0.0.1");
        for (int n = 10; n < 13; n++) register(1, n);
        harness.close(1);
        open(2, "10.0.0.1");
        for (int n = 14; n < 16; n++) register(2, n);
        full(register(2, 16));
        harness.close(2);
        harness.pass(DirectoryHarness.GIVE_UP + 1_000);
        open(4, "10.0.0.1");
        assertInstanceOf(DirectoryReply.Registered.class, register(4, 17));
    }

    @Test
    @DisplayName("K5 a renewal that would revive a game counts as one")
    void revivals() {
        open(1, "10.0.0.1");
        for (int n = 10; n < 13; n++) register(1, n);
        DirectoryHarness lost = new DirectoryHarness();
        lost.open(1, 2, 3, 4, 5);
        String forgotten = "";
        for (int n = 1; n < 6; n++) forgotten = lost.register(n).id();
        // Of a directory that is no more.
        forgotten = (forgotten.startsWith("a") ? "b" : "a") + forgotten.substring(1);
        assertTrue(full(harness.ask(1, DirectoryHarness.renewal(forgotten, new Epoch(3, 3), 9, 0, 9)))
                .contains("3 games"));
    }

    @Test
    @DisplayName("K5 a game that a renewal has revived counts")
    void revivedGames() {
        open(1, "10.0.0.1");
        List<String> forgotten = new ArrayList<>();
        DirectoryHarness lost = new DirectoryHarness();
        lost.open(1, 2, 3, 4);
        for (int n = 1; n < 5; n++) forgotten.add(lost.register(n).id());
        forgotten.replaceAll(id -> (id.startsWith("a") ? "b" : "a") + id.substring(1));
        for (String id : forgotten.subList(0, 3))
            assertInstanceOf(
                    DirectoryReply.Renewed.class,
                    harness.ask(1, DirectoryHarness.renewal(id, new Epoch(3, 3), 9, 0, 9)),
                    id);
        assertTrue(full(harness.ask(1, DirectoryHarness.renewal(forgotten.get(3), new Epoch(3, 3), 9, 0, 9)))
                .contains("3 games"));
        full(register(1, 20));
    }

    @Test
    @DisplayName(
            "P53 P29 a registration with another's number is refused, costs the log nothing and takes no game over")
    void anothersNumber() {
        open(1, "10.0.0.1");
        open(2, "10.0.0.2");
        DirectoryRequest.Registration game = DirectoryHarness.game(10, "duel", 8);
        GameEntry entry = harness.ask(DirectoryReply.Registered.class, 1, new DirectoryRequest.Register(game))
                .game();
        DirectoryRequest.Register stolen = new DirectoryRequest.Register(
                DirectoryHarness.game(30, "duel", 8, entry.epoch().claimId()));
        assertEquals(
                Reason.NOT_ADMITTED,
                harness.ask(DirectoryReply.Refused.class, 2, stolen).reason());
        for (int n = 11; n < 13; n++) assertInstanceOf(DirectoryReply.Registered.class, register(1, n));
        full(register(1, 13));
        harness.close(1);
        open(4, "10.0.0.1");
        assertInstanceOf(
                DirectoryReply.Registered.class,
                harness.ask(4, new DirectoryRequest.Register(game)),
                "its own, on another line");
    }

    @Test
    @DisplayName("K4 S15 spares are bounded by line and by address")
    void spares() {
        open(1, "10.0.0.1");
        open(2, "10.0.0.1");
        open(3, "10.0.0.2");
        for (int n = 10; n < 12; n++) assertInstanceOf(DirectoryReply.Done.class, standBy(1, n));
        assertEquals("one process may have 2 spares at this directory, and has them", full(standBy(1, 12)));
        assertInstanceOf(DirectoryReply.Done.class, standBy(1, 11));
        assertInstanceOf(DirectoryReply.Done.class, standBy(2, 12));
        assertEquals("one address may have 3 spares at this directory, and 10.0.0.1 has them", full(standBy(2, 13)));
        assertInstanceOf(DirectoryReply.Done.class, standBy(3, 20));
    }

    private DirectoryReply standBy(long line, long spare) {
        return harness.ask(line, DirectoryHarness.standingBy(spare, "teapots", 77, 1));
    }

    @Test
    @DisplayName(
            "K4 a hundred spares that agree to every offer and do nothing: the one that means it is asked within 2 s")
    void lyingSpares() {
        DirectoryHarness wide = new DirectoryHarness(DirectorySettings.standard());
        wide.open(1, 2, 3);
        GameEntry game = wide.register(1);
        wide.renew(game.id(), game.epoch(), 1, 2, 1, 2, 3);
        for (int n = 0; n < 100; n++) {
            if (n < 5) open(wide, 100 + n, "10.0.0.1");
            wide.ask(100 + n % 5, DirectoryHarness.standingBy(100 + n, "teapots", 77, 1));
        }
        open(wide, 300, "10.0.0.9");
        wide.ask(300, DirectoryHarness.standingBy(300, "teapots", 77, 1));
        wide.close(1);
        long from = wide.now;
        while (wide.offers(300).isEmpty() && wide.now - from < 4_000) {
            wide.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
            for (int line = 100; line < 105; line++) {
                for (DirectoryPush.Offer offer : List.copyOf(wide.offers(line))) wide.ask(line, agreement(offer));
            }
            wide.pass(100, () -> {
                for (int n = 0; n < 100; n++)
                    wide.ask(100 + n % 5, DirectoryHarness.standingBy(100 + n, "teapots", 77, 1));
                wide.ask(300, DirectoryHarness.standingBy(300, "teapots", 77, 1));
            });
        }
        assertTrue(wide.now - from < 2_000, "asked after " + (wide.now - from) + " ms");
    }

    private static DirectoryRequest.AnswerOffer agreement(DirectoryPush.Offer offer) {
        return new DirectoryRequest.AnswerOffer(offer.offer(), offer.spare(), true, "");
    }

    @Test
    @DisplayName("K4 who agreed in vain comes last, and who has served comes first")
    void order() {
        DirectoryHarness one = new DirectoryHarness(DirectorySettings.standard());
        one.open(1, 2, 3, 7, 8, 9);
        GameEntry game = one.register(1);
        one.renew(game.id(), game.epoch(), 1, 2, 1, 2, 3);
        one.standBy(7);
        one.standBy(8);
        one.close(1);
        one.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        one.answerOffer(one.lastOffer(7), 7, true);
        one.pass(900, () -> List.of(7L, 8L).forEach(one::standBy));
        one.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        assertEquals(1, one.offers(8).size(), "7 agreed and did not claim");
        one.answerOffer(one.lastOffer(8), 8, true);
        assertInstanceOf(
                DirectoryReply.Granted.class, one.ask(8, DirectoryHarness.spareClaim(game.id(), 1, 8, 80, 2, 3)));
        one.standBy(9);
        one.standBy(8);
        one.ask(8, new DirectoryRequest.Release(game.id(), new Epoch(2, 80)));
        one.pass(1_100, () -> List.of(8L, 9L).forEach(one::standBy));
        one.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        assertEquals(2, one.offers(8).size(), "8 has served, 9 is new");
    }

    @Test
    @DisplayName("K5 a list that matches nothing looks at the games of its kind alone")
    void listsByIndex() {
        DirectoryHarness many = new DirectoryHarness();
        many.open(1, 2);
        for (int n = 0; n < 300; n++)
            many.ask(1, new DirectoryRequest.Register(DirectoryHarness.game(10 + n, "duel" + n, 8)));
        assertEquals(List.of(), page(many, "chess", "").games());
        assertEquals(1, page(many, "teapots", "duel7").games().size());
        String id = page(many, "teapots", "duel7").games().get(0).id();
        assertEquals(
                List.of(),
                many.ask(
                                DirectoryReply.Games.class,
                                2,
                                new DirectoryRequest.Discover("teapots", "", "duel7", Map.of(), true, 10, id))
                        .games(),
                "and from where it left off");
    }

    private static DirectoryReply.Games page(DirectoryHarness harness, String kind, String name) {
        return harness.ask(
                DirectoryReply.Games.class, 2, new DirectoryRequest.Discover(kind, "", name, Map.of(), true, 10, ""));
    }
}
