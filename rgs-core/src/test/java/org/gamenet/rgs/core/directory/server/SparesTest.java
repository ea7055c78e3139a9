package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.DirectoryHarness.id;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.seek;
import static org.gamenet.rgs.core.directory.server.DirectoryHarness.spareClaim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Process 1 served players 2 and 3 and is gone; 8 and 9 stand by. */
class SparesTest {

    private final DirectoryHarness harness = new DirectoryHarness();
    private GameEntry game;
    private Epoch one;

    @BeforeEach
    void lose() {
        harness.open(1, 2, 3, 8, 9);
        game = harness.register(1);
        one = game.epoch();
        harness.renew(game.id(), one, 1, 2, 1, 2, 3);
        harness.standBy(8);
        harness.standBy(9);
        harness.close(1);
    }

    @Test
    @DisplayName("P34 an offer carries what the spare needs; an agreement answers the negotiator")
    void offersAndAgrees() {
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer offer = harness.lastOffer(8);
        assertEquals(one, offer.failed());
        assertEquals(List.of(), offer.game().endpoints(), "nobody learns where players are before it has agreed");
        assertEquals(game.id(), offer.game().id());
        assertEquals(77, offer.game().schema());
        assertEquals(15, offer.frozenMillis());
        assertEquals(List.of(), harness.answers(asked));
        var told = assertInstanceOf(DirectoryReply.Reserved.class, harness.answerOffer(offer, 8, true));
        assertEquals(DirectoryHarness.ids(2, 3), told.supporters());
        assertEquals(
                DirectoryHarness.members(2, 3, 1),
                told.roster(),
                "whom the server named last, and the negotiator lacks, too");
        assertEquals(List.of(), told.game().endpoints(), "all places are in the roster");
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), harness.answers(asked));
        assertEquals(List.of(), harness.offers(9));
    }

    @Test
    @DisplayName("P34 N11 a spare that still rehearses is better than none and is offered last")
    void offersToWhoRehearsesLast() {
        harness.ask(8, rehearsing(8, true));
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        assertEquals(List.of(), harness.offers(8));
        harness.answerOffer(harness.lastOffer(9), 9, false);
        harness.answerOffer(harness.lastOffer(8), 8, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), harness.answers(asked));
    }

    @Test
    @DisplayName("P34 N11 one that has rehearsed is a spare like any other")
    void offersToWhoHasRehearsed() {
        harness.ask(8, rehearsing(8, true));
        harness.ask(8, rehearsing(8, false));
        harness.ask(9, rehearsing(9, true));
        harness.send(2, seek(game, one, 2, 2, 3));
        assertEquals(1, harness.offers(8).size());
        assertEquals(0, harness.offers(9).size());
    }

    private static DirectoryRequest.StandBy rehearsing(int spare, boolean still) {
        DirectoryRequest.StandBy ready = DirectoryHarness.standingBy(spare, "teapots", 77, 1);
        return new DirectoryRequest.StandBy(
                ready.kind(), ready.schema(), ready.version(), ready.spare(), ready.name(), ready.endpoint(), still);
    }

    @Test
    @DisplayName("P34 HA9 a second negotiator gets the outcome of the open offer, and of the agreement")
    void oneOfferPerGame() {
        long first = harness.send(2, seek(game, one, 2, 2, 3));
        long second = harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, harness.offers(8).size());
        assertEquals(0, harness.offers(9).size());
        harness.answerOffer(harness.lastOffer(8), 8, true);
        assertEquals(harness.answers(first), harness.answers(second));
        assertEquals(
                id(8),
                harness.ask(DirectoryReply.SpareAgreed.class, 3, seek(game, one, 3, 2, 3))
                        .spare());
        assertEquals(0, harness.offers(9).size());
    }

    @Test
    @DisplayName("P34 HA10 HA12 after 250 ms the next is offered; the late agreement is sent back to standing by")
    void refusesLateAgreement() {
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer late = harness.lastOffer(8);
        harness.pass(240);
        assertEquals(0, harness.offers(9).size());
        harness.pass(20);
        assertEquals(265, harness.lastOffer(9).frozenMillis(), 10);
        assertEquals(
                Reason.NO_GAME,
                assertInstanceOf(DirectoryReply.Refused.class, harness.answerOffer(late, 8, true))
                        .reason());
        assertEquals(List.of(), harness.answers(asked));
        harness.answerOffer(harness.lastOffer(9), 9, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(9), "spare9")), harness.answers(asked));
    }

    @Test
    @DisplayName("P34 HA12 S17 an agreement after the last offer was over reserves nobody")
    void refusesAgreementAfterLastOffer() {
        harness.ask(9, new DirectoryRequest.StandDown(id(9)));
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        harness.pass(260);
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.answers(asked).get(0));
        assertInstanceOf(DirectoryReply.Refused.class, harness.answerOffer(harness.lastOffer(8), 8, true));
        assertEquals(List.of(), harness.directory.machine().gamesOffered());
    }

    @Test
    @DisplayName("P34 HA13 who refused is asked again in the next search and not before; nobody left is said")
    void noSpareLeft() {
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, false);
        harness.answerOffer(harness.lastOffer(9), 9, false);
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.answers(asked).get(0));
        assertEquals(1, harness.offers(8).size());
        assertEquals(1, harness.offers(9).size());
        harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(2, harness.offers(8).size());
    }

    @Test
    @DisplayName("P33 a refusal is for this epoch: for the next failure the spare is asked again")
    void asksAgainForNextEpoch() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, false);
        harness.answerOffer(harness.lastOffer(9), 9, true);
        Epoch two = harness.granted(9, spareClaim(game.id(), 1, 9, 90, 2, 3));
        harness.ask(9, new DirectoryRequest.Activate(game.id(), two, List.of()));
        harness.close(9);
        harness.send(2, seek(game, two, 2, 2, 3));
        assertEquals(2, harness.offers(8).size());
    }

    @Test
    @DisplayName("HA17 HA13 a spare that only timed out may be asked in the next search, after the others")
    void asksSlowOneAgain() {
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        harness.pass(540, this::renewSpares);
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.answers(asked).get(0));
        harness.send(2, seek(game, one, 2, 2, 3));
        assertEquals(2, harness.offers(8).size());
    }

    @Test
    @DisplayName("HA15 S17 a spare is reserved for one game at a time")
    void reservesForOneGame() {
        harness.open(4, 5);
        GameEntry other = harness.register(4);
        harness.close(4);
        harness.ask(9, new DirectoryRequest.StandDown(id(9)));
        harness.send(2, seek(game, one, 2, 2, 3));
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.ask(5, seek(other, other.epoch(), 5, 4)));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.ask(5, seek(other, other.epoch(), 5, 4)));
    }

    @Test
    @DisplayName(
            "P34 HA14 S17 an agreement reserves until the spare is silent, or stands by again; then another is tried first")
    void freesReservation() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        harness.pass(500, () -> harness.standBy(9));
        assertEquals(
                id(8),
                harness.ask(DirectoryReply.SpareAgreed.class, 3, seek(game, one, 3, 2, 3))
                        .spare());
        harness.pass(200, () -> harness.standBy(9));
        harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, harness.offers(9).size());
        harness.open(5);
        GameEntry other = harness.register(5);
        harness.close(5);
        harness.standBy(8);
        harness.send(2, seek(other, other.epoch(), 2, 2));
        assertEquals(2, harness.offers(8).size());
    }

    @Test
    @DisplayName(
            "P34 a reserved spare that stands by again is free: its claim came to nothing, and another is sought at once")
    void freesWhoStandsByAgain() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        harness.standBy(8);
        harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, harness.offers(9).size());
    }

    @Test
    @DisplayName(
            "P34 HA14 whoever was told of an agreement and asks again later says that nobody came of it: the next is asked")
    void freesWhoAgreedInVain() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        keepsClaiming(8, 700);
        long other = harness.send(3, seek(game, one, 3, 2, 3));
        harness.send(2, seek(game, one, 2, 2, 3));
        assertEquals(List.of(), harness.offers(9), "0.7 s are too few");
        keepsClaiming(8, 100);
        harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(List.of(), harness.offers(9), "it was told just now");
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), harness.answers(other));
        long again = harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(9), 9, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(9), "spare9")), harness.answers(again));
        assertEquals(1, harness.offers(8).size());
        keepsClaiming(9, 900);
        long third = harness.send(2, seek(game, one, 2, 2, 3));
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.answers(third).get(0), "both agreed in vain");
    }

    private void keepsClaiming(int spare, long millis) {
        for (long i = 0; i < millis; i += 100) {
            harness.denied(spare, spareClaim(game.id(), 1, spare, 10 * spare));
            harness.standBy(17 - spare);
            harness.pass(100);
        }
    }

    @Test
    @DisplayName("P34 a reserved spare that claims has no time to stand by as well, and is not silent")
    void heardByItsClaims() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        for (int i = 0; i < 8; i++) {
            harness.denied(8, spareClaim(game.id(), 1, 8, 80));
            harness.pass(200);
        }
        assertEquals(List.of(game.id()), harness.directory.machine().gamesOffered());
    }

    @Test
    @DisplayName("P34 an offer names the newest number, though the negotiator has not heard that one was burnt")
    void offersTheNewestNumber() {
        Epoch two = harness.granted(2, DirectoryHarness.rebuild(game.id(), 1, 2, 70, 2, 3));
        harness.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game.id(), two));
        harness.send(3, seek(game, one, 3, 2, 3));
        assertEquals(two, harness.lastOffer(8).failed());
    }

    @Test
    @DisplayName("HA10 S17 P6 a reserved spare whose claim is overtaken stands by again at once")
    void freesLoser() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        harness.granted(2, DirectoryHarness.rebuild(game.id(), 1, 2, 70, 2, 3));
        harness.denied(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        harness.open(5);
        GameEntry other = harness.register(5);
        harness.close(5);
        harness.send(3, seek(other, other.epoch(), 3, 3));
        assertEquals(2, harness.offers(8).size());
    }

    @Test
    @DisplayName("P13 a spare whose line closes is out; its offer goes to the next at once, its reservation is void")
    void dropsClosedSpare() {
        long asked = harness.send(2, seek(game, one, 2, 2, 3));
        harness.close(8);
        assertEquals(1, harness.offers(9).size());
        harness.answerOffer(harness.lastOffer(9), 9, true);
        harness.close(9);
        assertInstanceOf(
                DirectoryReply.SpareAgreed.class, harness.answers(asked).get(0));
        assertInstanceOf(DirectoryReply.NoSpare.class, harness.ask(3, seek(game, one, 3, 2, 3)));
    }

    @Test
    @DisplayName("P13 a spare that is silent for three renewals is offered nothing")
    void dropsSilentSpare() {
        harness.pass(590);
        assertEquals(2, harness.directory.machine().spares());
        harness.pass(20);
        assertEquals(0, harness.directory.machine().spares());
    }

    @Test
    @DisplayName("S17 a spare whose claim was granted is out of the pool, however often it still stands by")
    void servingSpareIsOut() {
        harness.send(2, seek(game, one, 2, 2, 3));
        harness.answerOffer(harness.lastOffer(8), 8, true);
        harness.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        harness.standBy(8);
        assertEquals(1, harness.directory.machine().spares());
    }

    @Test
    @DisplayName("S17 a spare that gave its number up may stand by again")
    void standsByAgain() {
        Epoch two = harness.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        harness.ask(8, new DirectoryRequest.Release(game.id(), two));
        harness.standBy(8);
        assertEquals(2, harness.directory.machine().spares());
    }

    @Test
    @DisplayName("P34 a spare that gave a game's number up is not offered that game for a second: players that "
            + "it does not reach find one of their own")
    void restsAfterGivingUp() {
        harness.ask(9, new DirectoryRequest.StandDown(id(9)));
        Epoch two = harness.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        harness.ask(8, new DirectoryRequest.Release(game.id(), two));
        harness.standBy(8);
        assertInstanceOf(
                DirectoryReply.NoSpare.class,
                harness.answers(harness.send(2, seek(game, two, 2, 2, 3))).get(0));
        harness.pass(1_000, () -> harness.standBy(8));
        harness.send(2, seek(game, two, 2, 2, 3));
        assertEquals(two, harness.lastOffer(8).failed());
    }

    @Test
    @DisplayName("HA51 only a spare of the same kind, records and version is asked; the answer says what is wrong")
    void asksOnlyWhoCanServe() {
        harness.ask(8, new DirectoryRequest.StandDown(id(8)));
        harness.ask(9, new DirectoryRequest.StandDown(id(9)));
        harness.open(10, 11, 12);
        harness.ask(10, DirectoryHarness.standingBy(10, "chess", 77, 1));
        harness.ask(11, DirectoryHarness.standingBy(11, "teapots", 78, 1));
        harness.ask(12, DirectoryHarness.standingBy(12, "teapots", 77, 2));
        String why = harness.ask(DirectoryReply.NoSpare.class, 2, seek(game, one, 2, 2, 3))
                .why();
        assertTrue(why.contains("other records or another version"), why);
    }

    @Test
    @DisplayName("P34 P28 for a game that has ended or goes on elsewhere no spare is sought")
    void seeksOnlyForFailedEpoch() {
        Epoch two = harness.granted(2, DirectoryHarness.rebuild(game.id(), 1, 2, 20, 2, 3));
        assertEquals(
                two,
                harness.ask(DirectoryReply.GameStatus.class, 3, seek(game, one, 3, 3))
                        .current());
        harness.ask(2, new DirectoryRequest.Activate(game.id(), two, List.of()));
        harness.ask(2, new DirectoryRequest.End(game.id(), two));
        assertTrue(harness.ask(DirectoryReply.GameStatus.class, 3, seek(game, two, 3, 3))
                .ended());
        assertEquals(0, harness.offers(8).size());
    }

    @Test
    @DisplayName("HA6 P7 a spare is sought again once the granted number is burnt")
    void seeksAfterBurntNumber() {
        harness.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        harness.close(8);
        harness.send(2, seek(game, one, 2, 2, 3));
        assertEquals(1, harness.offers(9).size());
    }

    @Test
    @DisplayName("P32 L1 a negotiator that waits for a spare learns that somebody else was granted the game meanwhile")
    void tellsWaitingNegotiator() {
        long asked = harness.send(3, seek(game, one, 3, 2, 3));
        Epoch two = harness.granted(2, DirectoryHarness.rebuild(game.id(), 1, 2, 20, 2, 3));
        assertEquals(
                two,
                assertInstanceOf(
                                DirectoryReply.GameStatus.class,
                                harness.answers(asked).get(0))
                        .current());
        assertInstanceOf(DirectoryReply.Refused.class, harness.answerOffer(harness.lastOffer(8), 8, true));
    }

    @Test
    @DisplayName("P29 a repeated agreement is answered like the first")
    void agreesIdempotently() {
        harness.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer offer = harness.lastOffer(8);
        assertInstanceOf(DirectoryReply.Reserved.class, harness.answerOffer(offer, 8, true));
        assertInstanceOf(DirectoryReply.Reserved.class, harness.answerOffer(offer, 8, true));
    }

    private void renewSpares() {
        harness.standBy(8);
        harness.standBy(9);
    }
}
