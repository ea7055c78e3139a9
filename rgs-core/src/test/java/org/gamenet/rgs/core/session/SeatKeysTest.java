package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.util.List;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A seat that was left behind is taken again by whoever holds its key, and by nobody who heard everything. */
class SeatKeysTest {

    private final Party party = new Party();
    private final Town town = party.town;
    private Citizen bob;
    private Citizen cat;
    private Peer before;

    @BeforeEach
    void three() {
        town.keys = new Ed25519();
        party.ann = party.counts(town.registers("ann", Failover.PROMOTED_PLAYER));
        party.plays(party.ann);
        bob = party.joined("bob");
        cat = party.joined("cat");
        before = bob.session.self();
        town.pass(300);
    }

    private void hangs() {
        bob.hangs = true;
        town.until(() -> cat.all(Left.class).size() == 1, 5_000);
        bob.hangs = false;
    }

    private void comesBack() {
        town.until(() -> bob.all(Resumed.class).size() == 1, 8_000);
        assertEquals(before, bob.session.self());
        List<Joined> joins = cat.all(Joined.class);
        assertTrue(joins.get(joins.size() - 1).again());
    }

    @Test
    @DisplayName(
            "K9 P27 a player comes back as the same peer by its key, asked once by who serves; nothing that is said takes a seat")
    void comesBackByItsKey() {
        hangs();
        comesBack();
        assertFalse(party.said(bob, SeatProof.class).isEmpty());
        assertTrue(party.said(bob, Message.JoinRequest.class).stream().allMatch(join -> join.token() == 0));
        assertTrue(party.said(bob, SeatProof.class).stream()
                .allMatch(proof -> proof.join().token() == 0));
    }

    @Test
    @DisplayName(
            "K9 P27 on a first visit the key is proved too, once, and what is repeated then is not asked about again")
    void firstVisit() {
        int before = party.said(party.ann, SeatChallenge.class).size();
        party.loses(said -> said.what() instanceof Message.InitialAck);
        Citizen dan = party.joining("dan", party.ann.session.game().id());
        town.pass(1_000);
        assertTrue(party.said(dan, Message.JoinRequest.class).size() > 3);
        assertEquals(1, party.said(party.ann, SeatChallenge.class).size() - before);
        party.calm();
        town.until(() -> dan.all(Joined.class).stream().anyMatch(joined -> true), 5_000);
    }

    @Test
    @DisplayName("K9 P27 a newcomer that is challenged again and again signs once")
    void signsOnce() {
        Keys.Key key = mock(Keys.Key.class, delegatesTo(new Ed25519().draw()));
        town.keys = mock(Keys.class, delegatesTo(new Ed25519()));
        doReturn(key).when(town.keys).draw();
        int before = party.said(party.ann, SeatChallenge.class).size();
        party.loses(said -> said.what() instanceof SeatProof);
        Citizen dan = party.joining("dan", party.ann.session.game().id());
        town.pass(1_000);
        assertTrue(party.said(party.ann, SeatChallenge.class).size() - before > 3);
        assertTrue(party.said(dan, SeatProof.class).size() > 3);
        verify(key, times(1)).sign(any());
        party.calm();
        town.until(() -> !dan.all(Joined.class).isEmpty(), 5_000);
    }

    @Test
    @DisplayName("K9 nobody gets a seat as a peer whose key it does not have, be that one in the game or not")
    void anothersName() {
        party.rule(said -> said.what() instanceof SeatProof proof
                ? TestNetwork.Fate.arrives(said.with(new SeatProof(
                        proof.join(),
                        proof.key(),
                        new Payload(new byte[proof.signature().size()]))))
                : null);
        Citizen dan = party.joining("dan", party.ann.session.game().id());
        town.pass(2_000);
        assertFalse(party.said(dan, SeatProof.class).isEmpty());
        assertEquals(3, party.ann.session.view().players().size());
        party.calm();
        town.until(() -> party.ann.session.view().players().size() == 4, 5_000);
    }

    /** Until it is fair weather again every proof is another. */
    private void isNotLetIn(UnaryOperator<SeatProof> forgery) {
        party.rule(said -> said.what() instanceof SeatProof proof
                ? TestNetwork.Fate.arrives(said.with(forgery.apply(proof)))
                : null);
        hangs();
        town.until(() -> !party.said(bob, SeatProof.class).isEmpty(), 5_000);
        town.pass(2_000);
        assertEquals(List.of(), bob.all(Resumed.class));
        assertEquals(2, cat.session.view().players().size());
        party.calm();
        comesBack();
    }

    @Test
    @DisplayName("K9 a signature that was changed on its way takes no seat")
    void forgedSignature() {
        isNotLetIn(proof -> {
            byte[] other = proof.signature().bytes().clone();
            other[5] ^= 1;
            return new SeatProof(proof.join(), proof.key(), new Payload(other));
        });
    }

    @Test
    @DisplayName("K9 another key than the seat's takes no seat, however well it signs")
    void anotherKey() {
        Keys.Key thief = new Ed25519().draw();
        isNotLetIn(proof ->
                new SeatProof(proof.join(), new Payload(thief.publicKey()), new Payload(thief.sign(new byte[] {1}))));
    }

    @Test
    @DisplayName("K9 a request that was heard with the seat's key in it and another place to send to takes no seat")
    void anotherPlace() {
        isNotLetIn(proof -> new SeatProof(
                new Message.JoinRequest(
                        proof.join().me(),
                        proof.join().schema() + 1,
                        proof.join().version(),
                        0),
                proof.key(),
                proof.signature()));
    }

    @Test
    @DisplayName("K9 a token that a stranger puts into its request is no proof: the machine never hears of it")
    void tokensAreNotHeard() {
        hangs();
        comesBack();
        long tail = Fingerprint.of(party.said(bob, SeatProof.class).get(0).key().bytes())
                .tail();
        bob.got.clear();
        cat.got.clear();
        party.rule(said -> said.what() instanceof SeatProof
                ? TestNetwork.Fate.lost(said.frame())
                : said.what() instanceof Message.JoinRequest join
                        ? TestNetwork.Fate.arrives(
                                said.with(new Message.JoinRequest(join.me(), join.schema(), join.version(), tail)))
                        : null);
        hangs();
        town.pass(3_000);
        assertEquals(List.of(), bob.all(Resumed.class));
        party.calm();
        comesBack();
    }
}
