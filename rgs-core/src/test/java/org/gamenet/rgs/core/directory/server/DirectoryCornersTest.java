package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.D;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.GIVE_UP;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.held;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.id;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.ids;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.rebuild;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.spareClaim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.memory.PrivateDirectory;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.port.Clock;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests that are said twice, too late or too much, and leases while the directory stands still. */
class DirectoryCornersTest {
    private static final long STALL = 20_000;
    private final DirectoryHarness harness = new DirectoryHarness();

    /** A game of 1, with these in it. */
    private GameEntry plays(long... members) {
        harness.open(1, 2, 3, 4, 8, 9);
        GameEntry game = harness.register(1);
        harness.renew(game.id(), game.epoch(), 1, members.length - 1, members);
        return game;
    }

    private void done(long line, DirectoryRequest request) {
        harness.ask(DirectoryReply.Done.class, line, request);
    }

    private boolean isThere(GameEntry game) {
        return harness.ask(3, new DirectoryRequest.Lookup(game.id())) instanceof DirectoryReply.Found;
    }

    // ---- a log that is slow

    /** A directory whose proposals are committed by hand. */
    static final class Slow {
        final Ledgers ledgers = new Ledgers();
        final DirectoryMachine machine =
                new DirectoryMachine(DirectorySettings.standard(), ledgers, DirectoryHarness.MARK);
        final List<DirectoryOutput.Propose> proposed = new ArrayList<>();
        final List<DirectoryOutput.Answer> answers = new ArrayList<>();
        long now = 1_000;
        private long requests;

        Slow(long... lines) {
            for (long line : lines) machine.lineOpened(line, now);
        }

        void hear(List<DirectoryOutput> outputs) {
            for (DirectoryOutput output : outputs) {
                if (output instanceof DirectoryOutput.Propose p) proposed.add(p);
                if (output instanceof DirectoryOutput.Answer a) answers.add(a);
            }
        }

        /** How many proposals that makes. */
        int asks(long line, DirectoryRequest request) {
            int before = proposed.size();
            hear(machine.request(line, ++requests, request, now));
            return proposed.size() - before;
        }

        DirectoryReply commits() {
            DirectoryOutput.Propose next = proposed.remove(0);
            hear(machine.committed(next.proposal(), next.command(), ledgers.apply(next.command()), now));
            return lastAnswer();
        }

        DirectoryReply lastAnswer() {
            return answers.get(answers.size() - 1).reply();
        }

        /** Of 1, with 2 and 3 in it. */
        GameEntry game() {
            asks(1, new DirectoryRequest.Register(DirectoryHarness.game(1, "duel", 8)));
            GameEntry game =
                    assertInstanceOf(DirectoryReply.Registered.class, commits()).game();
            asks(1, DirectoryHarness.renewal(game.id(), game.epoch(), 1, 2, 1, 2, 3));
            asks(1, new DirectoryRequest.Enlist(game.id(), game.epoch(), 0, DirectoryHarness.ids(1, 2, 3)));
            commits();
            return game;
        }

        /** Until whoever does not renew is silent. */
        void passes() {
            for (int i = 0; i < 3; i++) hear(machine.tick(now += D * 3 / 10));
        }
    }

    @Test
    @DisplayName(
            "P29 what changes nothing is answered without a word to the log; what is under way is proposed once and answers all who asked")
    void saysNothingTwice() {
        Slow slow = new Slow(1, 2);
        GameEntry game = slow.game();
        assertEquals(0, slow.asks(1, new DirectoryRequest.Register(DirectoryHarness.game(1, "duel", 8))));
        assertInstanceOf(DirectoryReply.Registered.class, slow.lastAnswer());
        assertEquals(0, slow.asks(1, new DirectoryRequest.Activate(game.id(), game.epoch(), List.of())));
        assertEquals(
                new DirectoryReply.Activated(game.epoch(), true, new Listing(DirectoryHarness.ids(1, 2, 3), 1)),
                slow.lastAnswer());
        assertEquals(0, slow.asks(1, new DirectoryRequest.End(game.id(), new Epoch(9, 9))));
        assertInstanceOf(DirectoryReply.GameStatus.class, slow.lastAnswer());
        DirectoryRequest.Claim claim = held(game.id(), 1, 1, 20, 1);
        assertEquals(1, slow.asks(1, claim));
        slow.commits();
        assertEquals(0, slow.asks(1, claim));
        assertEquals(
                new DirectoryReply.Granted(new Epoch(2, 20), DirectoryHarness.ids(1, 2, 3), DirectoryHarness.ids(1)),
                slow.lastAnswer());
        DirectoryRequest.Release release = new DirectoryRequest.Release(game.id(), new Epoch(2, 20));
        assertEquals(1, slow.asks(1, release));
        assertEquals(0, slow.asks(2, release));
        int before = slow.answers.size();
        slow.commits();
        assertEquals(before + 2, slow.answers.size());
        assertEquals(0, slow.asks(1, release));
        assertEquals(1, slow.asks(1, new DirectoryRequest.End(game.id(), game.epoch())));
        slow.commits();
        assertEquals(0, slow.asks(1, new DirectoryRequest.End(game.id(), game.epoch())));
        assertInstanceOf(DirectoryReply.Done.class, slow.lastAnswer());
        assertEquals(0, slow.asks(1, new DirectoryRequest.End(game.id(), new Epoch(9, 9))));
        assertInstanceOf(DirectoryReply.GameStatus.class, slow.lastAnswer());
    }

    @Test
    @DisplayName(
            "P1 of two claims that are under way the later is denied; a game that is dropped meanwhile is there for nobody")
    void judgesWhatIsUnderWay() {
        Slow slow = new Slow(1, 2, 3);
        GameEntry game = slow.game();
        slow.passes();
        slow.asks(2, rebuild(game.id(), 1, 2, 20, 2));
        slow.asks(3, rebuild(game.id(), 1, 3, 30, 3));
        assertEquals(2, slow.proposed.size());
        assertInstanceOf(DirectoryReply.Granted.class, slow.commits());
        assertEquals(
                DirectoryReply.Why.OVERTAKEN,
                assertInstanceOf(DirectoryReply.Denied.class, slow.commits()).why());
        slow.passes();
        slow.asks(3, rebuild(game.id(), 2, 3, 31, 3));
        slow.ledgers.apply(new LedgerCommand.Drop(game.id(), new Epoch(2, 20)));
        assertInstanceOf(DirectoryReply.NoGame.class, slow.commits());
    }

    @Test
    @DisplayName("P12 whose line closed before its grant was in the log is gone at once")
    void grantsToWhoIsGone() {
        Slow slow = new Slow(1, 2, 3);
        GameEntry game = slow.game();
        slow.passes();
        slow.asks(2, rebuild(game.id(), 1, 2, 20, 2));
        slow.hear(slow.machine.lineClosed(2, slow.now));
        slow.commits();
        assertEquals(1, slow.asks(3, rebuild(game.id(), 2, 3, 30, 3)), "nothing speaks against it");
    }

    // ---- the end

    @Test
    @DisplayName("P28 a game that has ended is renewed by nobody, and who waits for a spare in it is told")
    void isOver() {
        GameEntry game = plays(1, 2);
        harness.standBy(8);
        long waits = harness.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 1, 2));
        assertEquals(List.of(), harness.answers(waits));
        done(1, new DirectoryRequest.End(game.id(), game.epoch()));
        assertTrue(assertInstanceOf(
                        DirectoryReply.GameStatus.class, harness.answers(waits).get(0))
                .ended());
        assertTrue(assertInstanceOf(DirectoryReply.GameStatus.class, harness.renew(game.id(), game.epoch(), 1, 1, 1, 2))
                .ended());
    }

    @Test
    @DisplayName("P35 who waits for a spare in a game that is dropped is told that there is none")
    void isDropped() {
        GameEntry game = plays(1, 2);
        harness.close(1);
        harness.pass(GIVE_UP - 40);
        harness.standBy(8);
        long waits = harness.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 1, 2));
        harness.pass(200);
        assertEquals(List.of(new DirectoryReply.NoGame(game.id())), harness.answers(waits));
    }

    @Test
    @DisplayName("P35 how long a game has been without a server counts from its goodbye")
    void countsFromTheGoodbye() {
        GameEntry game = plays(1, 2);
        harness.granted(1, held(game.id(), 1, 1, 20, 1));
        done(1, new DirectoryRequest.Release(game.id(), game.epoch()));
        harness.pass(GIVE_UP - 300);
        assertTrue(isThere(game));
        harness.pass(600);
        assertTrue(!isThere(game));
    }

    @Test
    @DisplayName("P14 P35 the same where the directory knows the game from renewals alone, and followed the higher one")
    void countsFromTheGoodbyeOfWhomItFollows() {
        GameEntry game = plays(1, 2);
        harness.loseDisk();
        harness.open(1, 2, 3);
        Epoch five = new Epoch(5, 50);
        harness.renew(game.id(), game.epoch(), 1, 1, 1, 2);
        harness.ask(DirectoryReply.Renewed.class, 2, DirectoryHarness.renewal(game.id(), five, 2, 1, 1, 2));
        done(2, new DirectoryRequest.Release(game.id(), five));
        harness.pass(GIVE_UP - 300);
        assertTrue(isThere(game));
        harness.pass(600);
        assertTrue(!isThere(game));
    }

    // ---- leases

    private DirectoryReply seeks(GameEntry game) {
        long asked = harness.send(3, DirectoryHarness.seek(game, game.epoch(), 3, 1, 2, 3));
        harness.pass(300);
        return harness.answers(asked).get(0);
    }

    @Test
    @DisplayName("P33 whoever was granted the next number holds it as long as it renews: nobody looks for a "
            + "spare; so does a server that changes its own")
    void holdsByRenewing() {
        GameEntry game = plays(1, 2, 3);
        Epoch two = harness.granted(1, held(game.id(), 1, 1, 20, 1, 2));
        harness.pass(2 * D, () -> harness.renew(game.id(), game.epoch(), 1, 2, 1, 2, 3));
        assertInstanceOf(DirectoryReply.GameStatus.class, seeks(game));
        done(1, new DirectoryRequest.Release(game.id(), two));
        harness.close(1);
        Epoch three = harness.granted(2, rebuild(game.id(), 2, 2, 30, 2, 3));
        harness.pass(2 * D, () -> harness.renew(game.id(), three, 2, 1, 1, 2, 3));
        assertInstanceOf(DirectoryReply.GameStatus.class, seeks(game));
    }

    @Test
    @DisplayName(
            "P13 a directory that stood still counts nobody's silence meanwhile, nor that of who is gone, nor a reservation")
    void standsStill() {
        GameEntry game = plays(1, 2, 3);
        harness.close(1);
        harness.granted(2, rebuild(game.id(), 1, 2, 20, 2));
        harness.now += STALL;
        assertInstanceOf(DirectoryReply.GameStatus.class, seeks(game), "the new one is not silent");
        harness.pass(20_000);
        assertTrue(isThere(game), "gone for 20 s, not for 40");
    }

    @Test
    @DisplayName("P13 P34 a reservation outlasts the time in which the directory stood still")
    void keepsTheReservation() {
        GameEntry game = plays(1, 2, 3);
        harness.close(1);
        harness.standBy(8);
        harness.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        harness.now += STALL;
        assertInstanceOf(DirectoryReply.SpareAgreed.class, seeks(game));
    }

    @Test
    @DisplayName("P33 P34 who gave its number up, or was followed by another, stands by again")
    void standsByAgain() {
        GameEntry game = plays(1, 2);
        harness.close(1);
        harness.standBy(8);
        Epoch two = harness.granted(8, spareClaim(game.id(), 1, 8, 20, 2));
        assertEquals(0, harness.directory.machine().spares());
        harness.ask(
                DirectoryReply.Activated.class,
                8,
                new DirectoryRequest.Activate(game.id(), two, DirectoryHarness.ids(2)));
        assertEquals(
                "spare8",
                harness.ask(DirectoryReply.Found.class, 2, new DirectoryRequest.Lookup(game.id()))
                        .game()
                        .server());
        harness.pass(900);
        harness.granted(2, rebuild(game.id(), 2, 2, 30, 2));
        harness.standBy(8);
        assertEquals(1, harness.directory.machine().spares());
    }

    @Test
    @DisplayName("P14 a server that the directory knows from its renewal alone is gone with its line")
    void losesWhoRenewedAlone() {
        GameEntry game = plays(1, 2);
        harness.loseDisk();
        harness.open(1, 2, 3);
        harness.renew(game.id(), game.epoch(), 1, 1, 1, 2);
        assertTrue(harness.ask(DirectoryReply.GameStatus.class, 2, new DirectoryRequest.AskStatus(game.id()))
                .served());
        harness.close(1);
        assertTrue(!harness.ask(DirectoryReply.GameStatus.class, 2, new DirectoryRequest.AskStatus(game.id()))
                .served());
    }

    @Test
    @DisplayName("P7 P35 a game whose last hope gives its number up is dropped at once")
    void losesItsLastHope() {
        GameEntry game = plays(1, 2);
        harness.close(1);
        Epoch two = harness.granted(2, rebuild(game.id(), 1, 2, 20, 2));
        harness.pass(GIVE_UP + D, () -> harness.renew(game.id(), two, 2, 0, 2));
        assertTrue(isThere(game));
        done(2, new DirectoryRequest.Release(game.id(), two));
        harness.pass(200);
        assertTrue(!isThere(game));
    }

    // ---- too much, or not fit to be read

    @Test
    @DisplayName("P52 S15 a claim or a search that names more than a game can hold is refused")
    void namesTooMany() {
        GameEntry game = plays(1, 2);
        harness.close(1);
        long[] crowd = LongStream.rangeClosed(1, 1_025).toArray();
        assertEquals(DirectoryReply.Why.ALIVE, harness.denied(2, rebuild(game.id(), 1, 2, 20, crowd)));
        assertEquals(
                Reason.NOT_ADMITTED,
                harness.ask(DirectoryReply.Refused.class, 2, DirectoryHarness.seek(game, game.epoch(), 2, crowd))
                        .reason());
        harness.granted(2, rebuild(game.id(), 1, 2, 20, 2));
    }

    private static GameRules rules(
            int seats, long suspectAfter, long giveUp, List<Failover> ways, Map<String, String> attributes) {
        return new GameRules("duel", seats, ways, suspectAfter, giveUp, 50, attributes);
    }

    private static String fault(String kind, String group, GameRules rules) {
        return RequestLimits.fault(kind, group, rules).orElse("");
    }

    @Test
    @DisplayName("P52 S15 every fault of a registration is named")
    void namesFaults() {
        List<Failover> ways = List.of(Failover.SPARE_SERVER);
        GameRules fit = rules(8, 1_000, 30_000, ways, Map.of());
        assertEquals("", fault("duel", "g", fit));
        assertTrue(fault("", "g", fit).contains("kind"));
        assertTrue(fault("duel", "", fit).contains("transport group"));
        assertTrue(fault("duel", "g", rules(0, 1_000, 30_000, ways, Map.of())).contains("maxPlayers"));
        assertTrue(fault("duel", "g", rules(8, 0, 30_000, ways, Map.of())).contains("suspectAfter"));
        assertTrue(fault("duel", "g", rules(8, 1_000, 0, ways, Map.of())).contains("giveUpAfter"));
        for (long fewer : new long[] {-1, 30_001})
            assertTrue(fault(
                            "duel",
                            "g",
                            new GameRules("duel", 8, ways, 1_000, 30_000, fewer, 50, Map.of(), GameRules.Manner.USUAL))
                    .contains("goOnWithFewerAfter"));
        assertTrue(fault("duel", "g", rules(8, 1_000, 30_000, Collections.nCopies(9, Failover.SPARE_SERVER), Map.of()))
                .contains("twice"));
        assertTrue(fault("duel", "g", rules(8, 1_000, 30_000, ways, Map.of("", "x")))
                .contains("attribute"));
        DirectoryRequest.Registration game = DirectoryHarness.game(1, "duel", 8);
        assertTrue(RequestLimits.fault(founded(
                        game, new Member(id(1), "", Kind.PLAYER, game.founder().endpoint(), 1)))
                .orElse("")
                .contains("player's name"));
        assertTrue(RequestLimits.fault(founded(game, new Member(id(1), "p", Kind.PLAYER, new Endpoint("", 1, 1), 1)))
                .orElse("")
                .contains("address"));
    }

    private static DirectoryRequest.Registration founded(DirectoryRequest.Registration game, Member founder) {
        return new DirectoryRequest.Registration(
                game.kind(), game.group(), game.rules(), game.schema(), game.version(), founder, game.claimId());
    }

    @Test
    @DisplayName("P52 S15 a spare whose words cannot be read is refused, and an id without a dash is none")
    void readsWhatItKeeps() {
        harness.open(8);
        assertEquals(
                Reason.NOT_ADMITTED,
                harness.ask(DirectoryReply.Refused.class, 8, DirectoryHarness.standingBy(8, "", 77, 1))
                        .reason());
        DirectoryRequest.StandBy nameless = new DirectoryRequest.StandBy(
                "teapots", 77, 1, id(8), "", DirectoryHarness.member(8).endpoint());
        assertEquals(
                Reason.NOT_ADMITTED,
                harness.ask(DirectoryReply.Refused.class, 8, nameless).reason());
        assertEquals(OptionalLong.empty(), GameIds.order("12345"));
        assertEquals(OptionalLong.of(12), GameIds.order("abcd-12"));
    }

    @Test
    @DisplayName("P33 a spare is asked for nobody who went away, and who finds none is told how many there are")
    void asksForThoseWhoWait() {
        GameEntry game = plays(1, 2, 3);
        harness.close(1);
        harness.standBy(8);
        harness.standBy(9);
        harness.send(2, DirectoryHarness.seek(game, game.epoch(), 2, 2, 3));
        long first = harness.offers(8).isEmpty() ? 9 : 8;
        long other = first == 8 ? 9 : 8;
        harness.close(2);
        harness.answerOffer(harness.lastOffer(first), first, false);
        assertEquals(List.of(), harness.offers(other));
        long asked = harness.send(3, DirectoryHarness.seek(game, game.epoch(), 3, 2, 3));
        harness.answerOffer(harness.lastOffer(other), other, false);
        harness.answerOffer(harness.lastOffer(first), first, false);
        DirectoryReply.NoSpare none = assertInstanceOf(
                DirectoryReply.NoSpare.class, harness.answers(asked).get(0));
        assertTrue(none.why().contains("2 spares"), none.why());
    }

    // ---- a directory of one's own

    @Test
    @DisplayName("P17 a private directory answers who asks and pushes to who listens")
    void answersItself() {
        PrivateDirectory mine = new PrivateDirectory(new Clock() {
            @Override
            public long nanoTime() {
                return 1_000_000_000;
            }

            @Override
            public long wallMillis() {
                return 1_000;
            }
        });
        List<DirectoryReply> said = new ArrayList<>();
        List<DirectoryPush> pushed = new ArrayList<>();
        mine.listen(pushed::add);
        mine.ask(new DirectoryRequest.Register(DirectoryHarness.game(1, "duel", 8)), said::add);
        GameEntry game =
                assertInstanceOf(DirectoryReply.Registered.class, said.get(0)).game();
        mine.ask(DirectoryHarness.standingBy(8, "teapots", 77, 1), said::add);
        mine.ask(
                new DirectoryRequest.SeekSpare(
                        game.id(), game.epoch(), DirectoryHarness.members(1, 2), ids(2), 15, id(2)),
                said::add);
        assertEquals(2, said.size());
        assertInstanceOf(DirectoryPush.Offer.class, pushed.get(0));
    }
}
