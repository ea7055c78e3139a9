package org.gamenet.rgs.core.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** A player backs the server up, and a process comes that plays nothing: it takes that one's place (P49). */
class UnseatedBackupTest {
    private static final Epoch ONE = new Epoch(1, 11);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final Epoch THREE = new Epoch(3, 33);

    private final Member server = member(1, Kind.PLAYER);
    private final Member ann = member(2, Kind.PLAYER);
    private final Member bob = member(3, Kind.PLAYER);
    private final Member spare = member(4, Kind.SERVER);
    private List<Member> roster = List.of(server, ann, bob);
    private Set<MemberId> lost = Set.of();
    private boolean changes;
    private boolean serves = true;
    private long now;
    private List<CopyEffect> effects = List.of();
    private Replica serving;

    private static Member member(long peer, Kind kind) {
        return new Member(
                new MemberId(peer, new Incarnation(1, peer)), "m" + peer, kind, new Endpoint("x", 1, (int) peer), 5);
    }

    private void step(CopyEvent event) {
        Replica.Step step = serving.on(event);
        effects = step.effects();
        serving = step.state();
    }

    private void looks(Epoch epoch, Member... authority) {
        List<MemberId> ids = List.of(authority).stream().map(Member::id).toList();
        step(new CopyEvent.GameSeen(new CopyEvent.Game(epoch, ids, roster, lost, serves, false, changes), now));
    }

    private void hears(Member from, CopyMessage message) {
        step(new CopyEvent.Heard(from.id(), message, now));
    }

    private void packs(long seq) {
        step(new CopyEvent.Packed(new Payload(new byte[10]), new Position(ONE, seq), seq, seq, now));
    }

    private <T extends CopyEffect> List<T> did(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private List<MemberId> asked() {
        return did(CopyEffect.Say.class).stream()
                .filter(say -> say.message() instanceof CopyMessage.Recruit)
                .map(CopyEffect.Say::to)
                .toList();
    }

    @BeforeEach
    void annBacksUp() {
        roster = List.of(server, ann, bob);
        lost = Set.of();
        begins(false);
        roster = List.of(server, ann, bob, spare);
    }

    private void begins(boolean synchronous) {
        serving = Replica.of(new Traits(server.id(), "", true, 1_000, 1 << 20, synchronous));
        looks(ONE, server);
        hears(ann, new CopyMessage.RecruitAnswer(ONE, true, ""));
        packs(1);
        hears(ann, new CopyMessage.CopyConfirmed(ONE, 1));
        looks(TWO, server, ann);
        packs(2);
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 2));
        assertEquals("ActiveBackedUp", serving.name());
    }

    private void spareAgrees() {
        looks(TWO, server, ann);
        assertEquals(List.of(spare.id()), asked());
        hears(spare, new CopyMessage.RecruitAnswer(TWO, true, ""));
    }

    @Test
    @DisplayName("P49 it is sent copies beside the backup, and named in its place when it has confirmed one")
    void takesThePlace() {
        spareAgrees();
        packs(3);
        assertEquals(
                Set.of(ann.id(), spare.id()),
                Set.copyOf(did(CopyEffect.Say.class).stream()
                        .map(CopyEffect.Say::to)
                        .toList()));
        hears(spare, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(
                List.of(server.id(), spare.id()),
                did(CopyEffect.Change.class).get(0).authority());
        changes = true;
        looks(TWO, server, ann);
        changes = false;
        looks(THREE, server, spare);
        assertEquals(List.of(new CopyEffect.CountsNoMore(ann.id())), did(CopyEffect.CountsNoMore.class));
        packs(4);
        hears(spare, new CopyMessage.CopyConfirmed(THREE, 4));
        assertEquals(List.of(), did(CopyEffect.Stop.class), "it is not handed the game");
        looks(THREE, server, spare);
        assertEquals(List.of(), asked(), "and nobody takes its place");
    }

    @Test
    @DisplayName(
            "P49 one that refuses, does not answer, takes no copy or is lost is asked again after ten seconds, and tells nobody")
    void isPassedOver() {
        looks(TWO, server, ann);
        hears(spare, new CopyMessage.RecruitAnswer(TWO, false, "no"));
        assertEquals(List.of(), did(CopyEffect.Refuse.class), "nobody had asked for a handover");
        now += 9_999;
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
        now += 1;
        looks(TWO, server, ann);
        assertEquals(List.of(spare.id()), asked());

        annBacksUp();
        looks(TWO, server, ann);
        now += 999;
        looks(TWO, server, ann);
        assertEquals(List.of(spare.id()), asked(), "said again");
        now += 1;
        looks(TWO, server, ann);
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());

        annBacksUp();
        spareAgrees();
        packs(3);
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 3));
        now += 2_500;
        looks(TWO, server, ann);
        assertEquals(List.of(new CopyEffect.CountsNoMore(spare.id())), did(CopyEffect.CountsNoMore.class));
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());

        annBacksUp();
        spareAgrees();
        lost = Set.of(spare.id());
        looks(TWO, server, ann);
        assertEquals(List.of(), did(CopyEffect.Refuse.class));
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
    }

    @Test
    @DisplayName("P49 a copy that is under way for long has time, as long as parts of it arrive")
    void hasTime() {
        spareAgrees();
        now += 1_900;
        packs(3);
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 3));
        now += 900;
        looks(TWO, server, ann);
        hears(spare, new CopyMessage.CopyConfirmed(TWO, 3));
        assertEquals(1, did(CopyEffect.Change.class).size());
    }

    @Test
    @DisplayName(
            "P49 not while the server stands still or changes something, hands over, or seeks nobody; not where the "
                    + "game is synchronous, nor in the place of one that plays nothing")
    void notNow() {
        changes = true;
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
        changes = false;
        serves = false;
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
        serves = true;
        roster = List.of(server, ann, bob);
        looks(TWO, server, ann);
        step(new CopyEvent.HandoverAsked(ann.id(), now));
        roster = List.of(server, ann, bob, spare);
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());

        roster = List.of(server, ann, bob);
        begins(true);
        roster = List.of(server, ann, bob, spare);
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());

        annBacksUp();
        serving = serving.with(new Traits(server.id(), "", false, 1_000, 1 << 20, false));
        looks(TWO, server, ann);
        assertEquals(List.of(), asked());
    }

    @Test
    @DisplayName("P46 a handover does not wait for another backup: to the one there is, or to that other")
    void handsOverAtOnce() {
        spareAgrees();
        packs(3);
        step(new CopyEvent.HandoverAsked(ann.id(), now));
        assertEquals(List.of(new CopyEffect.CountsNoMore(spare.id())), did(CopyEffect.CountsNoMore.class));
        assertEquals(1, did(CopyEffect.Pack.class).size());
        assertTrue(did(CopyEffect.Refuse.class).isEmpty());
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 3));
        packs(4);
        hears(ann, new CopyMessage.CopyConfirmed(TWO, 4));
        assertEquals(List.of(new CopyEffect.Stop(ann.id())), did(CopyEffect.Stop.class));

        annBacksUp();
        spareAgrees();
        step(new CopyEvent.HandoverAsked(spare.id(), now));
        assertEquals(List.of(spare.id()), asked());
        hears(spare, new CopyMessage.RecruitAnswer(TWO, true, ""));
        packs(3);
        hears(spare, new CopyMessage.CopyConfirmed(TWO, 3));
        looks(THREE, server, spare);
        packs(4);
        hears(spare, new CopyMessage.CopyConfirmed(THREE, 4));
        assertEquals(List.of(new CopyEffect.Stop(spare.id())), did(CopyEffect.Stop.class));
    }
}
