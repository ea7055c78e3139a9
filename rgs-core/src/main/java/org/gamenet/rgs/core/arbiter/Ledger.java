package org.gamenet.rgs.core.arbiter;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * All that an arbiter must never forget about one game. Immutable; every transition gives the next ledger, or the same
 * one if it is refused. It knows no time, no line and no evidence: whatever is claimed in whatever order, a number is
 * granted once (P1) and the active epoch never goes back (S18).
 *
 * @param current the newest epoch granted
 * @param active the newest epoch that was confirmed active; the same as {@code current} once that is
 * @param listing the members listed (P71): from a grant until the next epoch is active nobody changes them
 * @param settled whether the first of the active authority has shown itself; until then the old primary of a hand over
 *     may claim too (P46)
 * @param ended whether the game has ended
 * @param synchronous whether the game promises to forget nothing that it acknowledged (P11)
 * @param revived whether this was made from a renewal and nothing was granted since, so that earlier numbers may be
 *     unknown (P14)
 */
public record Ledger(
        Term current,
        Term active,
        Listing listing,
        boolean settled,
        boolean ended,
        boolean synchronous,
        boolean revived) {

    /** How far the first grant of a ledger without a memory jumps (P14). */
    public static final long REVIVAL_STEP = 1L << 32;

    /** Beyond this no number is believed, so that numbers can always grow (HA52). */
    public static final long GREATEST_NUMBER = 1L << 62;

    /** How many a claim may name. */
    public static final int AUTHORITY_MAX = 64;

    /** How many may be listed. */
    public static final int LISTED_MAX = 1_024;

    public Ledger {
        if (active.epoch().isAfter(current.epoch())) {
            throw new IllegalArgumentException("active " + active.epoch() + " is after " + current.epoch());
        }
    }

    /** A new game: its founder holds epoch 1, active. */
    public static Ledger founded(MemberId founder, long claimId, boolean synchronous) {
        return begun(new Epoch(1, claimId), founder, Listing.of(founder), synchronous, false);
    }

    /** A game that only its holder remembers, and the list that was confirmed to it last (P14). */
    public static Ledger revived(Epoch renewed, MemberId holder, Listing listing, boolean synchronous) {
        return begun(renewed, holder, listing, synchronous, true);
    }

    private static Ledger begun(Epoch epoch, MemberId holder, Listing listing, boolean synchronous, boolean revived) {
        Term term = new Term(epoch, holder, List.of(holder), Basis.HELD, false);
        return new Ledger(term, term, listing, true, false, synchronous, revived);
    }

    /** Judges a claim (P1, P6, P7, P9, P10, P11). */
    public Verdict claim(Bid bid) {
        if (ended) {
            return new Verdict.Denied(Denial.ENDED);
        }
        if (bid.claimId() == current.epoch().claimId()
                && bid.claimant().equals(current.claimant())
                && !current.released()) {
            return new Verdict.Granted(this);
        }
        if (bid.expected() != current.epoch().number()) {
            return new Verdict.Denied(Denial.OVERTAKEN);
        }
        if (bid.basis() == Basis.HELD && !mayHold(bid.claimant())) {
            return new Verdict.Denied(Denial.NOT_HELD);
        }
        if (bid.basis() == Basis.REBUILD && synchronous && !bid.lastResort()) {
            return new Verdict.Denied(Denial.SYNCHRONOUS);
        }
        if (!mayName(bid)) {
            return new Verdict.Denied(Denial.AUTHORITY);
        }
        Epoch granted = new Epoch(current.epoch().number() + (revived ? REVIVAL_STEP : 1), bid.claimId());
        Term term = new Term(granted, bid.claimant(), bid.authority(), bid.basis(), false);
        return new Verdict.Granted(new Ledger(term, active, listing, settled, false, synchronous, false));
    }

    /**
     * Confirms an epoch: only the current one of that very claim, unless it was given up (P8). Of {@code members}, who
     * stay in the game, those whom the grant listed are listed (P71). Idempotent.
     */
    public Ledger activate(Epoch epoch, Collection<MemberId> members) {
        if (ended || current.released() || !current.epoch().equals(epoch) || isActive(epoch)) {
            return this;
        }
        return new Ledger(
                current,
                current,
                listing.activated(current.first(), members),
                !current.handsOver(),
                false,
                synchronous,
                revived);
    }

    /**
     * An entry of whoever serves: these are in the game (P71). Refused if it names another epoch than the active one,
     * or that one is claimed already, or it does not follow the last entry, or leaves out who serves.
     */
    public Ledger list(Epoch epoch, long count, List<MemberId> members) {
        boolean inTurn = count == listing.count() && members.size() <= LISTED_MAX && members.contains(active.first());
        if (ended
                || !isActive(epoch)
                || current.released()
                || !inTurn
                || new HashSet<>(members).size() < members.size()) {
            return this;
        }
        return new Ledger(current, active, listing.next(members), settled, false, synchronous, revived);
    }

    /** Whether this epoch is the current one and confirmed. */
    public boolean isActive(Epoch epoch) {
        return current.epoch().equals(epoch) && active.epoch().equals(epoch);
    }

    /**
     * Its holder gives an epoch up: burnt before it is active (P7), weighing nothing afterwards. Idempotent; any other
     * epoch changes nothing.
     */
    public Ledger release(Epoch epoch) {
        boolean ofCurrent = current.epoch().equals(epoch);
        boolean ofActive = active.epoch().equals(epoch);
        if (!ofCurrent && !ofActive) {
            return this;
        }
        return new Ledger(
                ofCurrent ? current.givenUp() : current,
                ofActive ? active.givenUp() : active,
                listing,
                settled,
                ended,
                synchronous,
                revived);
    }

    /** The holder of the last active epoch ends the game; nobody else can (P28). Idempotent. */
    public Ledger end(Epoch epoch) {
        return active.epoch().equals(epoch)
                ? new Ledger(current, active, listing, settled, true, synchronous, revived)
                : this;
    }

    /** The successor of a hand over has renewed: from here on it alone holds the epoch (P46). */
    public Ledger settle(Epoch epoch) {
        return active.epoch().equals(epoch)
                ? new Ledger(current, active, listing, true, ended, synchronous, revived)
                : this;
    }

    /** A ledger without a memory follows the highest renewal it hears, as long as it has granted nothing (P14). */
    public Ledger follow(Epoch renewed, MemberId holder, Listing told) {
        boolean higher = renewed.isAfter(current.epoch()) && renewed.number() <= GREATEST_NUMBER;
        return revived && !ended && higher ? revived(renewed, holder, told, synchronous) : this;
    }

    /**
     * The member that serves, or is about to: the claimant until the epoch is active, then the first of its authority.
     */
    public MemberId holder() {
        return isActive(current.epoch()) ? current.first() : current.claimant();
    }

    /** Whether this member is a holder of the current epoch; of a hand over there are two until it is settled (P46). */
    public boolean isHeldBy(MemberId member) {
        return isActive(current.epoch())
                ? isServedBy(member)
                : current.claimant().equals(member);
    }

    /** Whether this member is a holder of the last active epoch. */
    public boolean isServedBy(MemberId member) {
        return active.first().equals(member) || !settled && active.claimant().equals(member);
    }

    /** Whether the current epoch was granted but never confirmed. */
    public boolean isPending() {
        return !isActive(current.epoch());
    }

    private boolean mayHold(MemberId member) {
        return active.authority().contains(member) || isServedBy(member);
    }

    private boolean mayName(Bid bid) {
        List<MemberId> named = bid.authority();
        if (named.isEmpty() || named.size() > AUTHORITY_MAX || new HashSet<>(named).size() < named.size()) {
            return false;
        }
        if (named.equals(List.of(bid.claimant()))) {
            return true;
        }
        if (bid.basis() == Basis.REBUILD) {
            return false;
        }
        // Only who serves can have brought anybody up to date; a backup that claims has not begun to.
        if (isServedBy(bid.claimant())) {
            return named.contains(bid.claimant()) || !isPending();
        }
        return synchronous
                && named.contains(bid.claimant())
                && active.authority().containsAll(named);
    }
}
