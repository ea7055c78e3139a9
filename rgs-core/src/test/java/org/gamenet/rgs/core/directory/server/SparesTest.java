package org.gamenet.rgs.core.directory.server;

import static org.gamenet.rgs.core.directory.server.Desk.id;
import static org.gamenet.rgs.core.directory.server.Desk.seek;
import static org.gamenet.rgs.core.directory.server.Desk.spareClaim;
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

    private final Desk desk = new Desk();
    private GameEntry game;
    private Epoch one;

    @BeforeEach
    void lose() {
        desk.open(1, 2, 3, 8, 9);
        game = desk.register(1);
        one = game.epoch();
        desk.renew(game.id(), one, 1, 2, 1, 2, 3);
        desk.standBy(8);
        desk.standBy(9);
        desk.close(1);
    }

    @Test
    @DisplayName("P34 an offer carries what the spare needs; an agreement answers the negotiator")
    void offersAndAgrees() {
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer offer = desk.lastOffer(8);
        assertEquals(one, offer.failed());
        assertEquals(List.of(), offer.game().endpoints(), "nobody learns where players are before it has agreed");
        assertEquals(game.id(), offer.game().id());
        assertEquals(77, offer.game().schema());
        assertEquals(15, offer.frozenMillis());
        assertEquals(List.of(), desk.answers(asked));
        var told = assertInstanceOf(DirectoryReply.Reserved.class, desk.answerOffer(offer, 8, true));
        assertEquals(Desk.ids(2, 3), told.supporters());
        assertEquals(Desk.members(2, 3, 1), told.roster(), "whom the server named last, and the negotiator lacks, too");
        assertEquals(List.of(), told.game().endpoints(), "all places are in the roster");
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), desk.answers(asked));
        assertEquals(List.of(), desk.offers(9));
    }

    @Test
    @DisplayName("P34 N11 a spare that still rehearses is better than none and is offered last")
    void offersToWhoRehearsesLast() {
        desk.ask(8, rehearsing(8, true));
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        assertEquals(List.of(), desk.offers(8));
        desk.answerOffer(desk.lastOffer(9), 9, false);
        desk.answerOffer(desk.lastOffer(8), 8, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), desk.answers(asked));
    }

    @Test
    @DisplayName("P34 N11 one that has rehearsed is a spare like any other")
    void offersToWhoHasRehearsed() {
        desk.ask(8, rehearsing(8, true));
        desk.ask(8, rehearsing(8, false));
        desk.ask(9, rehearsing(9, true));
        desk.send(2, seek(game, one, 2, 2, 3));
        assertEquals(1, desk.offers(8).size());
        assertEquals(0, desk.offers(9).size());
    }

    private static DirectoryRequest.StandBy rehearsing(int spare, boolean still) {
        DirectoryRequest.StandBy ready = Desk.standingBy(spare, "teapots", 77, 1);
        return new DirectoryRequest.StandBy(
                ready.kind(), ready.schema(), ready.version(), ready.spare(), ready.name(), ready.endpoint(), still);
    }

    @Test
    @DisplayName("P34 HA9 a second negotiator gets the outcome of the open offer, and of the agreement")
    void oneOfferPerGame() {
        long first = desk.send(2, seek(game, one, 2, 2, 3));
        long second = desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, desk.offers(8).size());
        assertEquals(0, desk.offers(9).size());
        desk.answerOffer(desk.lastOffer(8), 8, true);
        assertEquals(desk.answers(first), desk.answers(second));
        assertEquals(
                id(8),
                desk.ask(DirectoryReply.SpareAgreed.class, 3, seek(game, one, 3, 2, 3))
                        .spare());
        assertEquals(0, desk.offers(9).size());
    }

    @Test
    @DisplayName("P34 HA10 HA12 after 250 ms the next is offered; the late agreement is sent back to standing by")
    void refusesLateAgreement() {
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer late = desk.lastOffer(8);
        desk.pass(240);
        assertEquals(0, desk.offers(9).size());
        desk.pass(20);
        assertEquals(265, desk.lastOffer(9).frozenMillis(), 10);
        assertEquals(
                Reason.NO_GAME,
                assertInstanceOf(DirectoryReply.Refused.class, desk.answerOffer(late, 8, true))
                        .reason());
        assertEquals(List.of(), desk.answers(asked));
        desk.answerOffer(desk.lastOffer(9), 9, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(9), "spare9")), desk.answers(asked));
    }

    @Test
    @DisplayName("P34 HA12 S17 an agreement after the last offer was over reserves nobody")
    void refusesAgreementAfterLastOffer() {
        desk.ask(9, new DirectoryRequest.StandDown(id(9)));
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        desk.pass(260);
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.answers(asked).get(0));
        assertInstanceOf(DirectoryReply.Refused.class, desk.answerOffer(desk.lastOffer(8), 8, true));
        assertEquals(List.of(), desk.directory.machine().gamesOffered());
    }

    @Test
    @DisplayName("P34 HA13 who refused is asked again in the next search and not before; nobody left is said")
    void noSpareLeft() {
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, false);
        desk.answerOffer(desk.lastOffer(9), 9, false);
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.answers(asked).get(0));
        assertEquals(1, desk.offers(8).size());
        assertEquals(1, desk.offers(9).size());
        desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(2, desk.offers(8).size());
    }

    @Test
    @DisplayName("P33 a refusal is for this epoch: for the next failure the spare is asked again")
    void asksAgainForNextEpoch() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, false);
        desk.answerOffer(desk.lastOffer(9), 9, true);
        Epoch two = desk.granted(9, spareClaim(game.id(), 1, 9, 90, 2, 3));
        desk.ask(9, new DirectoryRequest.Activate(game.id(), two, List.of()));
        desk.close(9);
        desk.send(2, seek(game, two, 2, 2, 3));
        assertEquals(2, desk.offers(8).size());
    }

    @Test
    @DisplayName("HA17 HA13 a spare that only timed out may be asked in the next search, after the others")
    void asksSlowOneAgain() {
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        desk.pass(540, this::renewSpares);
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.answers(asked).get(0));
        desk.send(2, seek(game, one, 2, 2, 3));
        assertEquals(2, desk.offers(8).size());
    }

    @Test
    @DisplayName("HA15 S17 a spare is reserved for one game at a time")
    void reservesForOneGame() {
        desk.open(4, 5);
        GameEntry other = desk.register(4);
        desk.close(4);
        desk.ask(9, new DirectoryRequest.StandDown(id(9)));
        desk.send(2, seek(game, one, 2, 2, 3));
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.ask(5, seek(other, other.epoch(), 5, 4)));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.ask(5, seek(other, other.epoch(), 5, 4)));
    }

    @Test
    @DisplayName(
            "P34 HA14 S17 an agreement reserves until the spare is silent, or stands by again; then another is tried first")
    void freesReservation() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        desk.pass(500, () -> desk.standBy(9));
        assertEquals(
                id(8),
                desk.ask(DirectoryReply.SpareAgreed.class, 3, seek(game, one, 3, 2, 3))
                        .spare());
        desk.pass(200, () -> desk.standBy(9));
        desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, desk.offers(9).size());
        desk.open(5);
        GameEntry other = desk.register(5);
        desk.close(5);
        desk.standBy(8);
        desk.send(2, seek(other, other.epoch(), 2, 2));
        assertEquals(2, desk.offers(8).size());
    }

    @Test
    @DisplayName(
            "P34 a reserved spare that stands by again is free: its claim came to nothing, and another is sought at once")
    void freesWhoStandsByAgain() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        desk.standBy(8);
        desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(1, desk.offers(9).size());
    }

    @Test
    @DisplayName(
            "P34 HA14 whoever was told of an agreement and asks again later says that nobody came of it: the next is asked")
    void freesWhoAgreedInVain() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        keepsClaiming(8, 700);
        long other = desk.send(3, seek(game, one, 3, 2, 3));
        desk.send(2, seek(game, one, 2, 2, 3));
        assertEquals(List.of(), desk.offers(9), "0.7 s are too few");
        keepsClaiming(8, 100);
        desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(List.of(), desk.offers(9), "it was told just now");
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(8), "spare8")), desk.answers(other));
        long again = desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(9), 9, true);
        assertEquals(List.of(new DirectoryReply.SpareAgreed(id(9), "spare9")), desk.answers(again));
        assertEquals(1, desk.offers(8).size());
        keepsClaiming(9, 900);
        long third = desk.send(2, seek(game, one, 2, 2, 3));
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.answers(third).get(0), "both agreed in vain");
    }

    private void keepsClaiming(int spare, long millis) {
        for (long i = 0; i < millis; i += 100) {
            desk.denied(spare, spareClaim(game.id(), 1, spare, 10 * spare));
            desk.standBy(17 - spare);
            desk.pass(100);
        }
    }

    @Test
    @DisplayName("P34 a reserved spare that claims has no time to stand by as well, and is not silent")
    void heardByItsClaims() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        for (int i = 0; i < 8; i++) {
            desk.denied(8, spareClaim(game.id(), 1, 8, 80));
            desk.pass(200);
        }
        assertEquals(List.of(game.id()), desk.directory.machine().gamesOffered());
    }

    @Test
    @DisplayName("P34 an offer names the newest number, though the negotiator has not heard that one was burnt")
    void offersTheNewestNumber() {
        Epoch two = desk.granted(2, Desk.rebuild(game.id(), 1, 2, 70, 2, 3));
        desk.ask(DirectoryReply.Done.class, 2, new DirectoryRequest.Release(game.id(), two));
        desk.send(3, seek(game, one, 3, 2, 3));
        assertEquals(two, desk.lastOffer(8).failed());
    }

    @Test
    @DisplayName("HA10 S17 P6 a reserved spare whose claim is overtaken stands by again at once")
    void freesLoser() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        desk.granted(2, Desk.rebuild(game.id(), 1, 2, 70, 2, 3));
        desk.denied(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        desk.open(5);
        GameEntry other = desk.register(5);
        desk.close(5);
        desk.send(3, seek(other, other.epoch(), 3, 3));
        assertEquals(2, desk.offers(8).size());
    }

    @Test
    @DisplayName("P13 a spare whose line closes is out; its offer goes to the next at once, its reservation is void")
    void dropsClosedSpare() {
        long asked = desk.send(2, seek(game, one, 2, 2, 3));
        desk.close(8);
        assertEquals(1, desk.offers(9).size());
        desk.answerOffer(desk.lastOffer(9), 9, true);
        desk.close(9);
        assertInstanceOf(DirectoryReply.SpareAgreed.class, desk.answers(asked).get(0));
        assertInstanceOf(DirectoryReply.NoSpare.class, desk.ask(3, seek(game, one, 3, 2, 3)));
    }

    @Test
    @DisplayName("P13 a spare that is silent for three renewals is offered nothing")
    void dropsSilentSpare() {
        desk.pass(590);
        assertEquals(2, desk.directory.machine().spares());
        desk.pass(20);
        assertEquals(0, desk.directory.machine().spares());
    }

    @Test
    @DisplayName("S17 a spare whose claim was granted is out of the pool, however often it still stands by")
    void servingSpareIsOut() {
        desk.send(2, seek(game, one, 2, 2, 3));
        desk.answerOffer(desk.lastOffer(8), 8, true);
        desk.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        desk.standBy(8);
        assertEquals(1, desk.directory.machine().spares());
    }

    @Test
    @DisplayName("S17 a spare that gave its number up may stand by again")
    void standsByAgain() {
        Epoch two = desk.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        desk.ask(8, new DirectoryRequest.Release(game.id(), two));
        desk.standBy(8);
        assertEquals(2, desk.directory.machine().spares());
    }

    @Test
    @DisplayName("P34 a spare that gave a game's number up is not offered that game for a second: players that "
            + "it does not reach find one of their own")
    void restsAfterGivingUp() {
        desk.ask(9, new DirectoryRequest.StandDown(id(9)));
        Epoch two = desk.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        desk.ask(8, new DirectoryRequest.Release(game.id(), two));
        desk.standBy(8);
        assertInstanceOf(
                DirectoryReply.NoSpare.class,
                desk.answers(desk.send(2, seek(game, two, 2, 2, 3))).get(0));
        desk.pass(1_000, () -> desk.standBy(8));
        desk.send(2, seek(game, two, 2, 2, 3));
        assertEquals(two, desk.lastOffer(8).failed());
    }

    @Test
    @DisplayName("HA51 only a spare of the same kind, records and version is asked; the answer says what is wrong")
    void asksOnlyWhoCanServe() {
        desk.ask(8, new DirectoryRequest.StandDown(id(8)));
        desk.ask(9, new DirectoryRequest.StandDown(id(9)));
        desk.open(10, 11, 12);
        desk.ask(10, Desk.standingBy(10, "chess", 77, 1));
        desk.ask(11, Desk.standingBy(11, "teapots", 78, 1));
        desk.ask(12, Desk.standingBy(12, "teapots", 77, 2));
        String why = desk.ask(DirectoryReply.NoSpare.class, 2, seek(game, one, 2, 2, 3))
                .why();
        assertTrue(why.contains("other records or another version"), why);
    }

    @Test
    @DisplayName("P34 P28 for a game that has ended or goes on elsewhere no spare is sought")
    void seeksOnlyForFailedEpoch() {
        Epoch two = desk.granted(2, Desk.rebuild(game.id(), 1, 2, 20, 2, 3));
        assertEquals(
                two,
                desk.ask(DirectoryReply.Stands.class, 3, seek(game, one, 3, 3)).current());
        desk.ask(2, new DirectoryRequest.Activate(game.id(), two, List.of()));
        desk.ask(2, new DirectoryRequest.End(game.id(), two));
        assertTrue(
                desk.ask(DirectoryReply.Stands.class, 3, seek(game, two, 3, 3)).ended());
        assertEquals(0, desk.offers(8).size());
    }

    @Test
    @DisplayName("HA6 P7 a spare is sought again once the granted number is burnt")
    void seeksAfterBurntNumber() {
        desk.granted(8, spareClaim(game.id(), 1, 8, 80, 2, 3));
        desk.close(8);
        desk.send(2, seek(game, one, 2, 2, 3));
        assertEquals(1, desk.offers(9).size());
    }

    @Test
    @DisplayName("P32 L1 a negotiator that waits for a spare learns that somebody else was granted the game meanwhile")
    void tellsWaitingNegotiator() {
        long asked = desk.send(3, seek(game, one, 3, 2, 3));
        Epoch two = desk.granted(2, Desk.rebuild(game.id(), 1, 2, 20, 2, 3));
        assertEquals(
                two,
                assertInstanceOf(
                                DirectoryReply.Stands.class, desk.answers(asked).get(0))
                        .current());
        assertInstanceOf(DirectoryReply.Refused.class, desk.answerOffer(desk.lastOffer(8), 8, true));
    }

    @Test
    @DisplayName("P29 a repeated agreement is answered like the first")
    void agreesIdempotently() {
        desk.send(2, seek(game, one, 2, 2, 3));
        DirectoryPush.Offer offer = desk.lastOffer(8);
        assertInstanceOf(DirectoryReply.Reserved.class, desk.answerOffer(offer, 8, true));
        assertInstanceOf(DirectoryReply.Reserved.class, desk.answerOffer(offer, 8, true));
    }

    private void renewSpares() {
        desk.standBy(8);
        desk.standBy(9);
    }
}
