package org.gamenet.rgs.core.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Words that come too early, too late, twice, or from another than was asked, to a server and to its backup. */
class ReplicaCornersTest {
    private static final Epoch ONE = new Epoch(1, 11);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final int PART = Transfer.PART_BYTES;

    private final Member server = member(1);
    private final Member ann = member(2);
    private final Member bob = member(3);
    private final Member cat = member(4);
    private boolean serves = true;
    private boolean follows;
    private boolean changes;
    private long now;
    private List<CopyEffect> effects = List.of();
    private Replica role;

    private static Member member(long peer) {
        MemberId id = new MemberId(peer, new Incarnation(1, peer));
        return new Member(id, "m" + peer, Kind.PLAYER, new Endpoint("x", 1, (int) peer), 5);
    }

    @BeforeEach
    void begins() {
        begins(true);
    }

    private void begins(boolean seeks) {
        now = 0;
        serves = true;
        follows = false;
        changes = false;
        role = Replica.of(new Traits(server.id(), "", seeks, 1_000, 1 << 20, false));
    }

    private void step(CopyEvent event) {
        Replica.Step step = role.on(event);
        effects = step.effects();
        role = step.state();
    }

    private void looks(Epoch epoch, Member... authority) {
        List<MemberId> ids = List.of(authority).stream().map(Member::id).toList();
        List<Member> roster = List.of(server, ann, bob, cat);
        step(new CopyEvent.GameSeen(new CopyEvent.Game(epoch, ids, roster, Set.of(), serves, follows, changes), now));
    }

    private void hears(Member from, CopyMessage message) {
        step(new CopyEvent.Heard(from.id(), message, now));
    }

    private CopyEvent.Packed packed(int bytes, long seq) {
        return new CopyEvent.Packed(new Payload(new byte[bytes]), new Position(ONE, seq), seq, seq, now);
    }

    private <T extends CopyEffect> List<T> did(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<MemberId> told(Class<? extends CopyMessage> type) {
        return did(CopyEffect.Say.class).stream()
                .filter(say -> type.isInstance(say.message()))
                .map(CopyEffect.Say::to)
                .toList();
    }

    private List<MemberId> asked() {
        return told(CopyMessage.Recruit.class);
    }

    private void annAgrees() {
        looks(ONE, server);
        hears(ann, new CopyMessage.RecruitAnswer(ONE, true, ""));
    }

    /** Ann backs it up, and holds copy 2 of epoch two. */
    private void backedUp() {
        annAgrees();
        step(packed(100, 1));
        hears(ann, new CopyMessage.CopyConfirmed(ONE, 1));
        looks(TWO, server, ann);
        step(packed(100, 2));
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 2));
        assertEquals("ActiveBackedUp", role.name());
    }

    @Test
    @DisplayName("P49 nobody is asked while the server stands still, nor by one that shall have no backup")
    void seeksNobody() {
        serves = false;
        looks(ONE, server);
        assertEquals(List.of(), asked());
        serves = true;
        looks(ONE, server);
        assertEquals(List.of(ann.id()), asked());
        now = 100;
        serves = false;
        looks(ONE, server);
        assertEquals(List.of(), asked());
        begins(false);
        looks(ONE, server);
        assertEquals(List.of(), asked());
    }

    @Test
    @DisplayName("P29 P49 who was asked is asked again after 100 ms, and not before")
    void asksNotAtOnce() {
        looks(ONE, server);
        now = 99;
        looks(ONE, server);
        assertEquals(List.of(), asked());
        now = 100;
        looks(ONE, server);
        assertEquals(List.of(ann.id()), asked());
    }

    @Test
    @DisplayName("HB11 P49 a recruit that takes no copy is passed over, and counts no more")
    void takesNoCopy() {
        annAgrees();
        step(packed(100, 1));
        now = 1_000;
        looks(ONE, server);
        assertEquals(List.of(bob.id()), asked());
        assertEquals(List.of(new CopyEffect.CountsNoMore(ann.id())), did(CopyEffect.CountsNoMore.class));
    }

    @Test
    @DisplayName("P45 what nobody takes yet goes to nobody, and nobody is named by another's word")
    void wordsOfOthers() {
        looks(ONE, server);
        step(packed(100, 1));
        assertEquals(List.of(), effects);
        hears(ann, new CopyMessage.CopyTaken(ONE, 1, 100));
        hears(ann, new CopyMessage.CopyConfirmed(ONE, 1));
        assertEquals(List.of(), effects);
        hears(ann, new CopyMessage.RecruitAnswer(ONE, true, ""));
        step(packed(20 * PART, 1));
        hears(bob, new CopyMessage.CopyTaken(ONE, 2, PART));
        assertEquals(List.of(), effects);
        hears(bob, new CopyMessage.CopyConfirmed(ONE, 2));
        assertEquals(List.of(), effects);
    }

    @Test
    @DisplayName("HB11 P45 a backup's large copy goes on as it arrives, by the backup's word alone")
    void pacesItsBackup() {
        backedUp();
        step(packed(20 * PART, 3));
        assertEquals(8, told(CopyMessage.CopyPart.class).size());
        hears(bob, new CopyMessage.CopyTaken(TWO, 3, PART));
        hears(bob, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(List.of(), effects, "bob has nothing of it");
        hears(ann, new CopyMessage.CopyTaken(TWO, 3, PART));
        assertEquals(List.of(ann.id()), told(CopyMessage.CopyPart.class));
    }

    @Test
    @DisplayName("P46 a server that leaves gives its backup the last copy, and the game once that is confirmed")
    void leaves() {
        backedUp();
        step(new CopyEvent.Leaves(packed(100, 3)));
        assertEquals(List.of(new CopyEffect.Stop(ann.id())), did(CopyEffect.Stop.class));
        assertEquals(List.of(ann.id()), told(CopyMessage.CopyPart.class));
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(List.of(new CopyEffect.Handed(ann.id())), did(CopyEffect.Handed.class));
    }

    @Test
    @DisplayName("P46 a server that stands still hands nothing over as it leaves")
    void leavesFrozen() {
        backedUp();
        serves = false;
        looks(TWO, server, ann);
        step(new CopyEvent.Leaves(packed(100, 3)));
        assertEquals(List.of(), did(CopyEffect.Stop.class));
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(List.of(), did(CopyEffect.Handed.class));
    }

    @Test
    @DisplayName("P45 P46 while a planned change is under way nobody is given up: it may name whom it names")
    void changesMeanwhile() {
        bobIsToTakeOver();
        changes = true;
        now += 10_000;
        looks(TWO, server, ann);
        assertEquals(List.of(), did(CopyEffect.Refuse.class));
        changes = false;
        looks(TWO, server, ann);
        assertEquals(1, did(CopyEffect.Refuse.class).size());
    }

    private void bobIsToTakeOver() {
        backedUp();
        step(new CopyEvent.HandoverAsked(bob.id(), now));
        assertEquals(List.of(bob.id()), asked());
    }

    @Test
    @DisplayName("P46 to whom the game is to be handed is asked again after 100 ms, and given up after its time")
    void successorIsSilent() {
        bobIsToTakeOver();
        now += 99;
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
        now += 1;
        looks(TWO, server, ann);
        assertEquals(List.of(bob.id()), asked());
        now += Handover.PATIENCE_MILLIS - 101;
        looks(TWO, server, ann);
        assertEquals(List.of(), did(CopyEffect.Refuse.class));
        now += 1;
        looks(TWO, server, ann);
        assertEquals(bob.id(), did(CopyEffect.Refuse.class).get(0).to());
    }

    @Test
    @DisplayName("P46 a successor counts by its own answer to this epoch's question, once, and by its own confirmation")
    void successorAnswers() {
        bobIsToTakeOver();
        hears(cat, new CopyMessage.RecruitAnswer(TWO, true, ""));
        hears(bob, new CopyMessage.RecruitAnswer(ONE, true, ""));
        hears(bob, new CopyMessage.CopyConfirmed(TWO, 3));
        hears(bob, new CopyMessage.CopyTaken(TWO, 3, 10));
        assertEquals(List.of(), effects);
        hears(bob, new CopyMessage.RecruitAnswer(TWO, true, ""));
        assertEquals(1, did(CopyEffect.Pack.class).size());
        step(packed(20 * PART, 3));
        hears(bob, new CopyMessage.RecruitAnswer(TWO, true, ""));
        assertEquals(List.of(), effects, "said twice");
        hears(bob, new CopyMessage.CopyTaken(TWO, 3, PART));
        assertEquals(List.of(bob.id()), told(CopyMessage.CopyPart.class));
        hears(cat, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(List.of(), did(CopyEffect.Change.class));
        now += 100;
        looks(TWO, server, ann);
        assertTrue(told(CopyMessage.CopyPart.class).contains(bob.id()), "what has not arrived comes again");
        hears(bob, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(
                List.of(server.id(), bob.id()),
                did(CopyEffect.Change.class).get(0).authority());
    }

    @Test
    @DisplayName(
            "P29 P46 a backup that is asked again agrees again, to whoever serves; and stays one while all is frozen")
    void isAskedAgain() {
        role = Replica.of(new Traits(ann.id(), "", true, 1_000, 1 << 20, false));
        serves = false;
        follows = true;
        looks(ONE, server);
        for (Member asks : List.of(server, server, bob)) {
            hears(asks, new CopyMessage.Recruit(ONE));
            assertEquals(List.of(asks.id()), told(CopyMessage.RecruitAnswer.class));
        }
        hears(server, new CopyMessage.CopyPart(ONE, 1, 10, 0, new Payload(new byte[10])));
        assertEquals(List.of(), effects, "it is another's backup by now");
        follows = false;
        looks(ONE, cat);
        assertTrue(role.backsUp());
        follows = true;
        looks(ONE, cat);
        assertFalse(role.backsUp());
    }
}
