package org.gamenet.rgs.core.replication;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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

/** The roles of a server and of a backup, stepped by hand (P45, P47, P49). */
class ReplicaTest {
    private static final Epoch ONE = new Epoch(1, 11);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final int PART = Transfer.PART_BYTES;

    private final Member server = member(1, Kind.PLAYER);
    private final Member ann = member(2, Kind.PLAYER);
    private final Member bob = member(3, Kind.PLAYER);
    private final Member cat = member(4, Kind.PLAYER);
    private List<Member> roster = List.of(server, ann, bob);
    private Set<MemberId> lost = Set.of();
    private boolean changes;
    private long now;
    private List<CopyEffect> effects = List.of();
    private Replica serving;
    private Replica backup;

    private static Member member(long peer, Kind kind) {
        return new Member(
                new MemberId(peer, new Incarnation(1, peer)), "m" + peer, kind, new Endpoint("x", 1, (int) peer), 5);
    }

    private static Traits traits(Member me) {
        return new Traits(me.id(), "", true, 1_000, 1 << 20);
    }

    @BeforeEach
    void serves() {
        serving = looks(Replica.of(traits(server)), ONE, server.id());
        backup = Replica.of(traits(ann));
    }

    private Replica step(Replica role, CopyEvent event) {
        Replica.Step step = role.on(event);
        effects = step.effects();
        return step.state();
    }

    private Replica looks(Replica role, Epoch epoch, MemberId... authority) {
        boolean mine = role.traits().me().equals(authority[0]);
        return step(
                role,
                new CopyEvent.GameSeen(
                        new CopyEvent.Game(epoch, List.of(authority), roster, lost, mine, !mine, changes), now));
    }

    private Replica hears(Replica role, Member from, CopyMessage message) {
        return step(role, new CopyEvent.Heard(from.id(), message, now));
    }

    private Replica packs(int bytes, long seq) {
        byte[] copy = new byte[bytes];
        for (int i = 0; i < bytes; i++) copy[i] = (byte) (i * 31 + seq);
        return step(serving, new CopyEvent.Packed(new Payload(copy), new Position(ONE, seq), seq, seq, now));
    }

    private <T extends CopyMessage> List<T> said(Class<T> type) {
        List<T> all = new ArrayList<>();
        for (CopyEffect each : effects)
            if (each instanceof CopyEffect.Say say && type.isInstance(say.message())) all.add(type.cast(say.message()));
        return all;
    }

    private <T extends CopyEffect> List<T> did(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private MemberId asked() {
        return did(CopyEffect.Say.class).stream()
                .filter(say -> say.message() instanceof CopyMessage.Recruit)
                .map(CopyEffect.Say::to)
                .findFirst()
                .orElse(Traits.NOBODY);
    }

    private void agrees(Member one) {
        serving = hears(serving, one, new CopyMessage.RecruitAnswer(ONE, true, ""));
    }

    private void refuses(Member one) {
        serving = hears(serving, one, new CopyMessage.RecruitAnswer(ONE, false, "no"));
    }

    /** Ann has confirmed the first copy, and the change was made. */
    private void backedUp() {
        agrees(ann);
        serving = packs(100, 1);
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 1));
        serving = looks(serving, TWO, server.id(), ann.id());
        assertEquals("ActiveBackedUp", serving.name());
    }

    @Test
    @DisplayName("T5 T10 P45 asks, sends a copy, and has the authority changed when that is confirmed, not earlier")
    void recruits() {
        assertEquals("ActiveAlone", serving.name());
        assertFalse(serving.wantsCopies());
        agrees(ann);
        assertTrue(serving.wantsCopies());
        serving = packs(100, 1);
        assertEquals(1, said(CopyMessage.CopyPart.class).size());
        assertEquals(
                List.of(new CopyEffect.Counts(ann.id(), 0, new Position(ONE, 1), 1, 1)),
                did(CopyEffect.Counts.class),
                "from here on nothing is stable that it lacks");
        assertTrue(did(CopyEffect.Change.class).isEmpty());
        serving = hears(serving, ann, new CopyMessage.CopyTaken(ONE, 1, 100));
        assertTrue(did(CopyEffect.Change.class).isEmpty());
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 7));
        assertTrue(did(CopyEffect.Change.class).isEmpty(), "a copy that nobody sent");
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 1));
        assertEquals(
                List.of(server.id(), ann.id()),
                did(CopyEffect.Change.class).get(0).authority());
        assertEquals(1, did(CopyEffect.Counts.class).get(0).version());
    }

    @Test
    @DisplayName("T25 T26 HB3 P49 seeks round robin from whom it asked last, never itself, and wraps around")
    void wrapsAround() {
        roster = List.of(server, ann, bob, cat);
        List<MemberId> order = new ArrayList<>();
        serving = looks(Replica.of(traits(server)), ONE, server.id());
        order.add(asked());
        for (Member each : List.of(ann, bob, cat)) {
            refuses(each);
            order.add(asked());
        }
        assertEquals(List.of(ann.id(), bob.id(), cat.id(), Traits.NOBODY), order);
        now = Candidates.ROUND_MILLIS - 1;
        serving = looks(serving, ONE, server.id());
        assertEquals(Traits.NOBODY, asked());
        now++;
        serving = looks(serving, ONE, server.id());
        assertEquals(ann.id(), asked());
        assertEquals(ann.id(), serving.cursor());
    }

    @Test
    @DisplayName("T26 G16 P49 who serves next seeks on from where the one before it had come")
    void seeksOn() {
        roster = List.of(server, ann, bob, cat);
        backup = hears(backup, server, new CopyMessage.Recruit(ONE));
        backup = backup.seekingFrom(bob.id());
        backup = looks(backup, TWO, ann.id());
        assertEquals(cat.id(), asked());
    }

    @Test
    @DisplayName("T10 a process that plays nothing comes before players, a spectator never")
    void prefersServers() {
        Member spare = member(9, Kind.SERVER);
        roster = List.of(server, member(8, Kind.SPECTATOR), ann, spare);
        looks(Replica.of(traits(server)), ONE, server.id());
        assertEquals(spare.id(), asked());
    }

    @Test
    @DisplayName("HB4 who does not answer in time is passed over, and its late answer changes nothing")
    void passesOver() {
        assertEquals("ActiveAlone", serving.name());
        now = 100;
        serving = looks(serving, ONE, server.id());
        assertEquals(ann.id(), asked(), "it is asked again");
        now = 1_000;
        serving = looks(serving, ONE, server.id());
        assertEquals(bob.id(), asked());
        agrees(ann);
        assertFalse(serving.wantsCopies());
    }

    @Test
    @DisplayName(
            "HB10 one copy at a time is under way, of those packed meanwhile the newest follows, the others are abandoned")
    void abandons() {
        agrees(ann);
        serving = packs(100, 1);
        serving = packs(100, 2);
        serving = packs(100, 3);
        assertTrue(said(CopyMessage.CopyPart.class).isEmpty());
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 1));
        assertEquals(
                List.of(3L),
                said(CopyMessage.CopyPart.class).stream()
                        .map(CopyMessage.CopyPart::version)
                        .toList());
    }

    @Test
    @DisplayName("HB11 a large copy is sent a few parts ahead, and from where it got stuck")
    void paces() {
        agrees(ann);
        serving = packs(20 * PART + 5, 1);
        assertEquals(8, said(CopyMessage.CopyPart.class).size());
        serving = hears(serving, ann, new CopyMessage.CopyTaken(ONE, 1, 3 * PART));
        assertEquals(3, said(CopyMessage.CopyPart.class).size());
        now = Transfer.REPEAT_MILLIS;
        serving = looks(serving, ONE, server.id());
        assertEquals(3 * PART, said(CopyMessage.CopyPart.class).get(0).from());
        serving = hears(serving, ann, new CopyMessage.CopyTaken(ONE, 1, 30 * PART));
        assertTrue(effects.isEmpty(), "more than was sent");
    }

    @Test
    @DisplayName("T24 HB11 P49 a backup that comes no further is dropped by planned change, and asked last")
    void dropsTheSlow() {
        backedUp();
        serving = packs(100, 2);
        now = 1_000;
        serving = looks(serving, TWO, server.id(), ann.id());
        assertEquals(List.of(server.id()), did(CopyEffect.Change.class).get(0).authority());
        changes = true;
        serving = looks(serving, TWO, server.id(), ann.id());
        assertTrue(did(CopyEffect.Change.class).isEmpty(), "one is under way");
        changes = false;
        serving = looks(serving, new Epoch(3, 3), server.id());
        assertEquals(List.of(new CopyEffect.CountsNoMore(ann.id())), did(CopyEffect.CountsNoMore.class));
        assertEquals(bob.id(), asked());
    }

    @Test
    @DisplayName("HB3 P49 a backup that is lost is dropped")
    void dropsTheLost() {
        backedUp();
        lost = Set.of(ann.id());
        serving = looks(serving, TWO, server.id(), ann.id());
        assertEquals(List.of(server.id()), did(CopyEffect.Change.class).get(0).authority());
    }

    @Test
    @DisplayName("A5 P45 who may be named by a change that is under way counts until that is decided")
    void countsWhileItIsDecided() {
        agrees(ann);
        serving = packs(100, 1);
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 1));
        lost = Set.of(ann.id());
        changes = true;
        serving = looks(serving, ONE, server.id());
        assertTrue(did(CopyEffect.CountsNoMore.class).isEmpty());
        changes = false;
        serving = looks(serving, ONE, server.id());
        assertEquals(1, did(CopyEffect.CountsNoMore.class).size());
    }

    // ---- handing over

    private Replica asks(Member to) {
        return step(serving, new CopyEvent.HandoverAsked(to.id(), now));
    }

    private Replica packsLast(long seq) {
        return step(
                serving,
                new CopyEvent.Stopped(
                        new CopyEvent.Packed(new Payload(new byte[10]), new Position(TWO, seq), seq, seq, now)));
    }

    private Replica confirms(long version) {
        return hears(serving, ann, new CopyMessage.CopyConfirmed(TWO, version));
    }

    private String why() {
        return did(CopyEffect.Refuse.class).get(0).why();
    }

    @Test
    @DisplayName(
            "P46 stops only once the backup has confirmed a copy of after it was asked, names it with the last one")
    void handsOver() {
        backedUp();
        serving = packs(100, 2);
        serving = asks(ann);
        assertEquals(1, did(CopyEffect.Pack.class).size());
        serving = packs(100, 3);
        serving = confirms(2);
        assertTrue(did(CopyEffect.Stop.class).isEmpty(), "packed before");
        serving = confirms(3);
        assertEquals(ann.id(), did(CopyEffect.Stop.class).get(0).to());
        changes = true;
        serving = looks(serving, TWO, server.id(), ann.id());
        serving = packsLast(4);
        serving = confirms(3);
        assertTrue(did(CopyEffect.Handed.class).isEmpty());
        serving = confirms(4);
        assertEquals(ann.id(), did(CopyEffect.Handed.class).get(0).to());
        changes = false;
        serving = looks(serving, new Epoch(3, 3), ann.id(), server.id());
        assertEquals("Backup", serving.name(), "it backs up who serves now");
        serving = hears(serving, ann, new CopyMessage.CopyPart(new Epoch(3, 3), 1, 1, 0, new Payload(new byte[1])));
        assertEquals(1, did(CopyEffect.Whole.class).size());
    }

    @Test
    @DisplayName("P46 a backup that hangs or is lost while the game goes on is refused: nothing has stopped")
    void doesNotStopForWhoHangs() {
        backedUp();
        serving = packs(100, 2);
        serving = confirms(2);
        serving = asks(ann);
        lost = Set.of(ann.id());
        looks(serving, TWO, server.id(), ann.id());
        assertTrue(why().contains("lost"));
        lost = Set.of();
        now = Handover.PATIENCE_MILLIS - 1;
        serving = looks(serving, TWO, server.id(), ann.id());
        assertTrue(did(CopyEffect.Refuse.class).isEmpty());
        now = Handover.PATIENCE_MILLIS;
        serving = looks(serving, TWO, server.id(), ann.id());
        assertTrue(why().contains("2000 ms"));
        serving = packs(100, 3);
        serving = confirms(3);
        assertTrue(did(CopyEffect.Stop.class).isEmpty(), "it is over");
        serving = asks(ann);
        serving = looks(serving, new Epoch(3, 3), server.id());
        assertTrue(why().contains("any more"), "it is dropped meanwhile");
    }

    @Test
    @DisplayName("P46 is refused to whom holds no copy, while another is under way, and elsewhere than at the server")
    void refusesToHandOver() {
        assertEquals(Handover.NO_BACKUP, refusalOf(serving, ann));
        assertTrue(refusalOf(backup, ann).contains("does not serve"));
        assertTrue(refusalOf(hears(backup, server, new CopyMessage.Recruit(ONE)), ann)
                .contains("does not serve"));
        backedUp();
        step(serving, new CopyEvent.HandoverAsked(bob.id(), now));
        assertEquals(bob.id(), did(CopyEffect.Say.class).get(0).to(), "it is to take the backup's place first");
        changes = true;
        assertTrue(refusalOf(looks(serving, TWO, server.id(), ann.id()), ann).contains("changes"));
        changes = false;
        lost = Set.of(ann.id());
        assertTrue(refusalOf(looks(serving, TWO, server.id(), ann.id()), ann).contains("lost"));
        lost = Set.of();
        serving = asks(ann);
        assertTrue(refusalOf(serving, ann).contains("under way"));
        serving = packs(100, 2);
        serving = confirms(2);
        serving = looks(serving, TWO, server.id(), ann.id());
        serving = asks(ann);
        assertEquals(1, did(CopyEffect.Pack.class).size(), "the machine had refused that one: it is over");
    }

    private String refusalOf(Replica role, Member to) {
        step(role, new CopyEvent.HandoverAsked(to.id(), now));
        return why();
    }

    // ---- the backup's side

    private CopyMessage.CopyPart part(long version, int total, int from, int bytes) {
        byte[] some = new byte[bytes];
        for (int i = 0; i < bytes; i++) some[i] = (byte) (from + i);
        return new CopyMessage.CopyPart(ONE, version, total, from, new Payload(some));
    }

    @Test
    @DisplayName("T27 T23 agrees, takes part after part, says how far it has come, and holds what is whole")
    void takesParts() {
        backup = hears(backup, server, new CopyMessage.Recruit(ONE));
        assertTrue(said(CopyMessage.RecruitAnswer.class).get(0).agrees());
        backup = hears(backup, server, part(1, 10, 0, 4));
        assertEquals(4, said(CopyMessage.CopyTaken.class).get(0).upTo());
        backup = hears(backup, server, part(1, 10, 8, 2));
        assertEquals(4, said(CopyMessage.CopyTaken.class).get(0).upTo(), "a gap");
        backup = hears(backup, server, part(1, 10, 4, 6));
        CopyEffect.Whole whole = did(CopyEffect.Whole.class).get(0);
        assertArrayEquals(
                new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, whole.copy().bytes());
        backup = hears(backup, server, part(1, 10, 4, 6));
        assertEquals(1, did(CopyEffect.Whole.class).size(), "its confirmation was lost");
    }

    @Test
    @DisplayName("HB10 a part of an older copy, or of nobody's, changes nothing; a newer copy wins at once")
    void newestWins() {
        backup = hears(backup, server, new CopyMessage.Recruit(ONE));
        backup = hears(backup, server, part(2, 10, 0, 4));
        backup = hears(backup, server, part(1, 4, 0, 4));
        assertTrue(effects.isEmpty());
        hears(backup, bob, part(3, 4, 0, 4));
        assertTrue(effects.isEmpty());
        hears(backup, server, part(3, 4, 0, 4));
        assertEquals(3, did(CopyEffect.Whole.class).get(0).version());
    }

    @Test
    @DisplayName("HA36 P53 nothing is taken that names more than is allowed, or less than nothing")
    void refusesNonsense() {
        backup = hears(backup, server, new CopyMessage.Recruit(ONE));
        List<CopyMessage.CopyPart> bad = List.of(
                part(1, (1 << 20) + 1, 0, 4),
                part(1, -1, 0, 4),
                part(1, 0, 0, 4),
                part(1, 10, -4, 4),
                part(1, 3, 0, 4),
                part(1, 10, 0, 0));
        for (CopyMessage.CopyPart each : bad) {
            backup = hears(backup, server, each);
            assertTrue(did(CopyEffect.Whole.class).isEmpty(), each.toString());
        }
        hears(backup, server, part(2, 4, 0, 4));
        assertEquals(1, did(CopyEffect.Whole.class).size());
    }

    @Test
    @DisplayName("T25 who does not back up says so, and why")
    void refuses() {
        Replica unwilling = Replica.of(new Traits(bob.id(), "it never serves", true, 1_000, 1 << 20));
        hears(unwilling, server, new CopyMessage.Recruit(ONE));
        assertFalse(said(CopyMessage.RecruitAnswer.class).get(0).agrees());
        assertEquals(
                "it never serves", said(CopyMessage.RecruitAnswer.class).get(0).why());
    }

    @Test
    @DisplayName("P46 one that was named backs up no more when an epoch begins without it, or another serves")
    void changesRoles() {
        backup = hears(backup, server, new CopyMessage.Recruit(ONE));
        assertEquals("Backup", looks(backup, ONE, server.id()).name());
        Replica named = looks(backup, TWO, server.id(), ann.id());
        assertEquals("Backup", named.name());
        assertEquals("Idle", looks(named, new Epoch(3, 3), server.id()).name());
        Replica agreed = looks(looks(backup, TWO, server.id()), new Epoch(3, 3), server.id(), bob.id());
        assertEquals("Backup", agreed.name(), "the list was changed");
        assertEquals("Idle", looks(named, new Epoch(3, 3), bob.id()).name());
        assertEquals("ActiveAlone", looks(named, new Epoch(3, 3), ann.id()).name());
        assertEquals("Idle", looks(serving, TWO, bob.id()).name());
    }

    private void synchronous() {
        Traits mine = new Traits(server.id(), "", true, 1_000, 1 << 20, true);
        serving = looks(Replica.of(mine), ONE, server.id());
        agrees(ann);
        serving = packs(100, 1);
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 1));
    }

    @Test
    @DisplayName(
            "P48 in a synchronous game a recruit is waited for first, and named once it holds what was shown before that")
    void isLevelBeforeItIsNamed() {
        synchronous();
        assertEquals(List.of(new CopyEffect.Bind(ann.id())), did(CopyEffect.Bind.class));
        assertEquals(List.of(), did(CopyEffect.Change.class));
        serving = step(serving, new CopyEvent.Bound(ann.id(), 3, new Position(ONE, 2), now));
        assertEquals(List.of(), did(CopyEffect.Change.class), "what was shown is of cut 3");
        serving = packs(100, 2);
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 2));
        assertEquals(List.of(), did(CopyEffect.Change.class), "it holds cut 2");
        serving = packs(100, 3);
        serving = hears(serving, ann, new CopyMessage.CopyConfirmed(ONE, 3));
        assertEquals(List.of(new CopyEffect.Change(List.of(server.id(), ann.id()))), did(CopyEffect.Change.class));
    }

    @Test
    @DisplayName("P48 it is named at once where it holds all of it already")
    void isLevelAtOnce() {
        synchronous();
        serving = step(serving, new CopyEvent.Bound(bob.id(), 1, new Position(ONE, 1), now));
        assertEquals(List.of(), did(CopyEffect.Change.class), "another one is waited for");
        serving = step(serving, new CopyEvent.Bound(ann.id(), 1, new Position(ONE, 1), now));
        assertEquals(List.of(new CopyEffect.Change(List.of(server.id(), ann.id()))), did(CopyEffect.Change.class));
    }

    @Test
    @DisplayName("P48 a copy on its way brings what it has in it, and nothing later")
    void bringsWhatItHas() {
        synchronous();
        assertFalse(serving.brings(1), "nothing is on its way");
        serving = packs(100, 2);
        assertTrue(serving.brings(2));
        assertFalse(serving.brings(3));
        serving = packs(100, 3);
        assertTrue(serving.brings(3), "it waits behind the other");
        serving = looks(serving, TWO, server.id(), ann.id());
        assertEquals(List.of(new CopyEffect.Bind(ann.id())), did(CopyEffect.Bind.class));
        assertFalse(serving.brings(2), "of the epoch before");
    }

    @Test
    @DisplayName("P46.8 P48 a synchronous game is handed over to its backup alone")
    void handsOverToTheBackupAlone() {
        synchronous();
        serving = looks(serving, TWO, server.id(), ann.id());
        assertEquals(Handover.NOT_THE_BACKUP, refusalOf(serving, bob));
    }
}
