package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final MemberId S = member(1);
    private static final MemberId B = member(2);
    private static final MemberId X = member(3);
    private static final MemberId Y = member(4);

    private Ledger ledger = Ledger.founded(S, 11, false);

    @Test
    @DisplayName("P1 S1 each number is granted once")
    void grantsEachNumberOnce() {
        assertEquals(new Epoch(2, 21), granted(rebuild(1, X, 21)));
        assertEquals(Denial.OVERTAKEN, denied(rebuild(1, Y, 22)));
    }

    @Test
    @DisplayName("P6 HG13 HA19 a repeated claim gets its own grant again, not a denial by it")
    void repeatsGrant() {
        Epoch first = granted(rebuild(1, X, 21));
        Ledger before = ledger;
        assertEquals(first, granted(rebuild(1, X, 21)));
        assertSame(before, ledger);
    }

    @Test
    @DisplayName("P6 a grant is repeated only while it is current")
    void repeatsOnlyCurrentGrant() {
        granted(rebuild(1, X, 21));
        granted(rebuild(2, Y, 22));
        assertEquals(Denial.OVERTAKEN, denied(rebuild(1, X, 21)));
    }

    @Test
    @DisplayName("P6 the claimId of somebody else's grant gets nothing")
    void doesNotLendGrant() {
        granted(rebuild(1, X, 21));
        assertEquals(Denial.OVERTAKEN, denied(rebuild(1, Y, 21)));
    }

    @Test
    @DisplayName("P7 HA6 the number of a holder that died is burnt, the next claim expects it")
    void burnsNumber() {
        granted(rebuild(1, X, 21));
        assertEquals(new Epoch(3, 22), granted(rebuild(2, Y, 22)));
        assertEquals(new Epoch(1, 11), ledger.active().epoch());
    }

    @Test
    @DisplayName("P8 HG17 an epoch that was overtaken is never active any more")
    void refusesLateActivate() {
        Epoch two = granted(rebuild(1, X, 21));
        granted(held(2, S, 22));
        ledger = ledger.activate(two, List.of());
        assertFalse(ledger.isActive(two));
        assertEquals(1, ledger.active().epoch().number());
    }

    @Test
    @DisplayName("P8 HG17 who was granted but not activated is not the last active one")
    void keepsLastActiveUntilConfirmed() {
        granted(rebuild(1, X, 21));
        assertEquals(Denial.NOT_HELD, denied(held(2, X, 23)));
        assertEquals(new Epoch(3, 22), granted(held(2, S, 22)));
    }

    @Test
    @DisplayName("P8 the number alone does not activate: the claim must be the same")
    void refusesForgedActivate() {
        granted(rebuild(1, X, 21));
        assertSame(ledger, ledger.activate(new Epoch(2, 99), List.of()));
    }

    @Test
    @DisplayName("P8 activating twice is activating once")
    void activatesIdempotently() {
        Epoch two = granted(rebuild(1, X, 21));
        ledger = ledger.activate(two, List.of());
        assertTrue(ledger.isActive(two));
        assertSame(ledger, ledger.activate(two, List.of()));
    }

    @Test
    @DisplayName("P71 an entry names the active epoch and the last count, has who serves in it, and nobody twice")
    void takesEntriesInTurn() {
        Epoch one = new Epoch(1, 11);
        Ledger more = ledger.list(one, 0, List.of(S, B));
        assertEquals(new Listing(List.of(S, B), 1), more.listing());
        assertSame(more, more.list(one, 0, List.of(S, X)), "the same count again");
        assertSame(more, more.list(new Epoch(1, 12), 1, List.of(S, X)), "another claim");
        assertSame(more, more.list(one, 1, List.of(B, X)), "without who serves");
        assertSame(more, more.list(one, 1, List.of(S, X, X)), "twice");
        assertSame(
                more,
                more.list(
                        one,
                        1,
                        java.util.stream.LongStream.range(0, Ledger.LISTED_MAX + 1L)
                                .mapToObj(LedgerTest::member)
                                .toList()),
                "too many");
        assertEquals(List.of(S), more.list(one, 1, List.of(S)).listing().members());
        Ledger over = ledger.end(one);
        assertSame(over, over.list(one, 0, List.of(S, B)), "over");
        Ledger gone = ledger.release(one);
        assertSame(gone, gone.list(one, 0, List.of(S, B)), "given up");
    }

    @Test
    @DisplayName("P71 from a grant on the list stays as it is, also when the number is burnt, until an epoch is active")
    void freezesTheList() {
        Epoch one = new Epoch(1, 11);
        ledger = ledger.list(one, 0, List.of(S, B));
        Epoch two = granted(rebuild(1, X, 21));
        assertSame(ledger, ledger.list(one, 1, List.of(S)));
        ledger = ledger.release(two);
        assertSame(ledger, ledger.list(one, 1, List.of(S)));
        Epoch three = granted(rebuild(2, X, 22));
        ledger = ledger.activate(three, List.of(B, X, Y));
        assertEquals(new Listing(List.of(X, B), 2), ledger.listing());
        assertEquals(
                List.of(X, B, Y),
                ledger.list(three, 2, List.of(X, B, Y)).listing().members());
    }

    @Test
    @DisplayName("P7 P38 what was given up is not activated afterwards")
    void refusesActivateAfterRelease() {
        Epoch two = granted(rebuild(1, X, 21));
        ledger = ledger.release(two);
        ledger = ledger.activate(two, List.of());
        assertFalse(ledger.isActive(two));
        assertTrue(ledger.current().released());
    }

    @Test
    @DisplayName("P9 HG1 a dropped backup is refused HELD for ever")
    void refusesHeldToDroppedBackup() {
        plan(List.of(S, B), 21);
        plan(List.of(S), 22);
        assertEquals(Denial.NOT_HELD, denied(held(3, B, 23)));
    }

    @Test
    @DisplayName("P9 a backup of the last active authority may claim HELD")
    void grantsHeldToBackup() {
        plan(List.of(S, B), 21);
        assertEquals(new Epoch(3, 23), granted(held(2, B, 23)));
    }

    @Test
    @DisplayName("P9 HG1 a backup that is only named in a claim not yet active holds nothing")
    void refusesHeldToBackupOfPendingClaim() {
        granted(new Bid(1, List.of(S, B), S, Basis.HELD, 21, false));
        assertEquals(Denial.NOT_HELD, denied(held(2, B, 23)));
    }

    @Test
    @DisplayName("P9 HG26 the old server is refused HELD once a rebuilt epoch was active")
    void refusesHeldFromVoidedState() {
        activate(granted(rebuild(1, X, 21)));
        assertEquals(Denial.NOT_HELD, denied(held(2, S, 22)));
    }

    @Test
    @DisplayName("P10 HG26 a rebuild names the claimant alone")
    void refusesRebuildWithBackup() {
        assertEquals(Denial.AUTHORITY, denied(new Bid(1, List.of(X, B), X, Basis.REBUILD, 21, false)));
        assertEquals(Denial.AUTHORITY, denied(new Bid(1, List.of(B), X, Basis.REBUILD, 21, false)));
    }

    @Test
    @DisplayName("P10 HG7 only who serves may name others: a backup that takes over has brought nobody up to date")
    void refusesBackupThatNamesOthers() {
        plan(List.of(S, B), 21);
        assertEquals(Denial.AUTHORITY, denied(new Bid(2, List.of(B, S), B, Basis.HELD, 22, false)));
        assertEquals(Denial.AUTHORITY, denied(new Bid(2, List.of(B, X), B, Basis.HELD, 22, false)));
    }

    @Test
    @DisplayName("P10 a synchronous claim may name members of the last active authority, and nobody else")
    void synchronousNamesOldAuthority() {
        ledger = Ledger.founded(S, 11, true);
        plan(List.of(S, B, X), 21);
        assertEquals(Denial.AUTHORITY, denied(new Bid(2, List.of(B, Y), B, Basis.HELD, 22, false)));
        assertEquals(new Epoch(3, 22), granted(new Bid(2, List.of(B, X), B, Basis.HELD, 22, false)));
    }

    @Test
    @DisplayName("P10 nobody is named twice, and somebody is named")
    void refusesOddLists() {
        assertEquals(Denial.AUTHORITY, denied(new Bid(1, List.of(), S, Basis.HELD, 21, false)));
        assertEquals(Denial.AUTHORITY, denied(new Bid(1, List.of(S, S), S, Basis.HELD, 21, false)));
    }

    @Test
    @DisplayName("P11 HG1 a synchronous game is rebuilt only as a last resort")
    void synchronousRebuildsLast() {
        ledger = Ledger.founded(S, 11, true);
        assertEquals(Denial.SYNCHRONOUS, denied(rebuild(1, X, 21)));
        assertEquals(new Epoch(2, 21), granted(new Bid(1, List.of(X), X, Basis.REBUILD, 21, true)));
    }

    @Test
    @DisplayName("P28 after the end every claim is denied, a repeated one too")
    void deniesAfterEnd() {
        granted(rebuild(1, X, 21));
        ledger = ledger.end(new Epoch(1, 11));
        assertEquals(Denial.ENDED, denied(rebuild(2, Y, 22)));
        assertEquals(Denial.ENDED, denied(rebuild(1, X, 21)));
        assertFalse(ledger.activate(new Epoch(2, 21), List.of()).isActive(new Epoch(2, 21)));
    }

    @Test
    @DisplayName("P28 a deposed server cannot end the game")
    void ignoresEndByDeposed() {
        activate(granted(rebuild(1, X, 21)));
        assertFalse(ledger.end(new Epoch(1, 11)).ended());
        assertFalse(ledger.end(new Epoch(2, 99)).ended());
        assertTrue(ledger.end(new Epoch(2, 21)).ended());
    }

    @Test
    @DisplayName("P46 HG27 after a hand over both may claim, until the successor has shown itself")
    void handsOver() {
        plan(List.of(B), 21);
        Ledger open = ledger;
        assertEquals(new Epoch(3, 31), granted(held(2, S, 31)));
        ledger = open;
        assertEquals(new Epoch(3, 32), granted(held(2, B, 32)));
        ledger = open.settle(new Epoch(2, 21));
        assertEquals(Denial.NOT_HELD, denied(held(2, S, 31)));
        assertEquals(new Epoch(3, 32), granted(held(2, B, 32)));
    }

    @Test
    @DisplayName("P46 the old primary is the holder until the epoch is active")
    void holderOfHandOver() {
        granted(new Bid(1, List.of(B), S, Basis.HELD, 21, false));
        assertEquals(S, ledger.holder());
        assertFalse(ledger.isHeldBy(B));
        ledger = ledger.activate(new Epoch(2, 21), List.of());
        assertEquals(B, ledger.holder());
        assertTrue(ledger.isHeldBy(S));
        assertFalse(ledger.settle(new Epoch(2, 21)).isHeldBy(S));
    }

    @Test
    @DisplayName("P45 P46 only who serves hands over, and not while another epoch is pending")
    void refusesHandOverByOthers() {
        plan(List.of(S, B), 21);
        assertEquals(Denial.AUTHORITY, denied(new Bid(2, List.of(S), B, Basis.HELD, 22, false)));
        granted(rebuild(2, X, 23));
        assertEquals(Denial.AUTHORITY, denied(new Bid(3, List.of(B), S, Basis.HELD, 24, false)));
    }

    @Test
    @DisplayName("P14 HG28 a ledger without a memory grants 2^32 further on, then one by one")
    void jumpsAfterLoss() {
        ledger = Ledger.revived(new Epoch(5, 50), S, Listing.of(S), false);
        Epoch next = granted(rebuild(5, X, 21));
        assertEquals(5 + (1L << 32), next.number());
        assertEquals(next.number() + 1, granted(rebuild(next.number(), Y, 22)).number());
    }

    @Test
    @DisplayName("P14 it follows the highest renewal until it has granted something")
    void followsHighestRenewal() {
        ledger = Ledger.revived(new Epoch(5, 50), S, Listing.of(S), false)
                .follow(new Epoch(7, 70), B, Listing.of(B))
                .follow(new Epoch(6, 60), X, Listing.of(X));
        assertEquals(new Epoch(7, 70), ledger.current().epoch());
        granted(rebuild(7, X, 21));
        assertSame(ledger, ledger.follow(new Epoch(1L << 40, 9), Y, Listing.of(Y)));
    }

    @Test
    @DisplayName("P14 a ledger that remembers follows no renewal")
    void remembersDespiteRenewal() {
        assertSame(ledger, ledger.follow(new Epoch(9, 9), X, Listing.of(X)));
    }

    @Test
    @DisplayName("HA52 a number beyond 2^62 is not believed")
    void refusesGiantNumbers() {
        ledger = Ledger.revived(new Epoch(5, 50), S, Listing.of(S), false);
        assertSame(ledger, ledger.follow(new Epoch(Long.MAX_VALUE, 1), X, Listing.of(X)));
    }

    private void plan(List<MemberId> authority, long claimId) {
        activate(granted(new Bid(ledger.current().epoch().number(), authority, S, Basis.HELD, claimId, false)));
    }

    private void activate(Epoch epoch) {
        ledger = ledger.activate(epoch, List.of());
    }

    private Epoch granted(Bid bid) {
        Verdict.Granted granted = assertInstanceOf(Verdict.Granted.class, ledger.claim(bid));
        ledger = granted.next();
        return granted.term().epoch();
    }

    private Denial denied(Bid bid) {
        return assertInstanceOf(Verdict.Denied.class, ledger.claim(bid)).why();
    }

    private static Bid rebuild(long expected, MemberId claimant, long claimId) {
        return new Bid(expected, List.of(claimant), claimant, Basis.REBUILD, claimId, false);
    }

    private static Bid held(long expected, MemberId claimant, long claimId) {
        return new Bid(expected, List.of(claimant), claimant, Basis.HELD, claimId, false);
    }

    private static MemberId member(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }
}
