package org.gamenet.rgs.core.arbiter;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A member's part in deciding which epoch follows the one that is on, where no directory decides (P55, P56, P58): what
 * the {@link Ledger} is to a directory. A quorum of such members hands each number out once, and makes one reign follow
 * another.
 *
 * @param active the last epoch that it knows to be on
 * @param top the highest number that it has voted for or accepted
 * @param claimant of {@code top}
 * @param accepted the last term that it accepted to follow {@code active}
 * @param released whether the claimant gave {@code top} up
 * @param never whether it did so before it was granted: that number is nobody's
 * @param ended whether the game is over
 */
public record Electorate(
        Reign active,
        Epoch top,
        MemberId claimant,
        Optional<Ballot.Accepted> accepted,
        boolean released,
        boolean never,
        boolean ended) {

    /** A message of a member, and its next state. */
    public record Reply(Electorate next, Ballot said) {}

    /** That epoch is on, and nothing was voted for since. */
    public static Electorate in(Reign reign) {
        return new Electorate(reign, reign.epoch(), reign.first(), Optional.empty(), false, false, false);
    }

    /**
     * A later epoch is on: what was accepted to follow an earlier one is done with. Hearing of the same one again
     * changes nothing.
     */
    public Electorate knowing(Reign reign) {
        if (!reign.epoch().isAfter(active.epoch())) return this;
        boolean higher = reign.epoch().isAfter(top);
        return new Electorate(
                reign,
                higher ? reign.epoch() : top,
                higher ? reign.first() : claimant,
                Optional.empty(),
                released && !higher,
                never && !higher,
                ended);
    }

    /**
     * Votes for a number above all others, once it knows the claimant's epoch to be on (P56); and for a claim of the
     * same number that outranks the one that it voted for, or is the server's, if that was given up before it was
     * granted.
     *
     * @param sight whether it suspects whoever holds {@code top}, or plays; evidence, which safety does without
     */
    public Reply vote(Ballot.VoteWanted wanted, Sight sight) {
        return vote(wanted, sight.suspects(), sight.plays(), wanted.isServers());
    }

    /**
     * The claimant's own vote. Its claims of one number follow each other by rank, the server's too: none comes back.
     */
    Reply voteOfClaimant(Ballot.VoteWanted wanted) {
        return vote(wanted, true, false, false);
    }

    /**
     * @param last whether it is the server's claim, which nothing of the same number follows: it is never called free
     */
    private Reply vote(Ballot.VoteWanted wanted, boolean suspects, boolean plays, boolean last) {
        Electorate now = knowing(wanted.after());
        if (now.ended || !now.active.epoch().equals(wanted.after().epoch())) return now.refuses(wanted.number());
        boolean same = wanted.number().equals(now.top) && wanted.claimant().equals(now.claimant) && !now.released;
        if (same) return new Reply(now, new Ballot.Vote(wanted.number(), now.accepted));
        boolean isFree = wanted.number().isAfter(now.top) || now.never && now.goesFirst(wanted.number(), last);
        boolean may = isFree && now.mayHold(wanted) && (suspects || now.isLeft(wanted.claimant(), plays));
        if (!may) return now.refuses(wanted.number());
        Electorate voted =
                new Electorate(now.active, wanted.number(), wanted.claimant(), now.accepted, false, false, false);
        return new Reply(voted, new Ballot.Vote(wanted.number(), voted.accepted));
    }

    /**
     * A number above the epoch that is on, and given up, says nothing of whoever serves: a member that plays in that
     * epoch again suspects anew, or votes for nobody else.
     */
    private boolean isLeft(MemberId asking, boolean plays) {
        boolean mayFollow = released ? !plays || !top.isAfter(active.epoch()) : asking.equals(claimant);
        return mayFollow || asking.equals(active.first());
    }

    private boolean goesFirst(Epoch asking, boolean last) {
        return asking.outranks(top) || last && asking.number() == top.number();
    }

    private boolean mayHold(Ballot.VoteWanted wanted) {
        return !wanted.held() || active.authority().contains(wanted.claimant());
    }

    /** Accepts what shall follow, unless it has voted for a higher number (P58). */
    public Reply accept(Ballot.AcceptanceWanted wanted) {
        Electorate now = knowing(wanted.after());
        Ballot yes = new Ballot.Acceptance(wanted.by(), wanted.next().epoch());
        if (now.active.epoch().equals(wanted.next().epoch())) return new Reply(now, yes);
        boolean givenUp = now.released && wanted.by().equals(now.top);
        boolean may = !now.ended
                && !givenUp
                && now.active.epoch().equals(wanted.after().epoch())
                && wanted.by().allowedBy(now.top);
        if (!may) return now.refuses(wanted.by());
        Ballot.Accepted accepted = new Ballot.Accepted(wanted.next(), wanted.by());
        return new Reply(
                new Electorate(now.active, wanted.by(), wanted.claimant(), Optional.of(accepted), false, false, false),
                yes);
    }

    private Reply refuses(Epoch number) {
        return new Reply(this, new Ballot.Refusal(number, status(false)));
    }

    /** The member that claims that number, or serves in that epoch; empty if it knows of neither. */
    public Optional<MemberId> whoHas(Epoch number) {
        if (number.equals(active.epoch())) return Optional.of(active.first());
        return number.equals(top) ? Optional.of(claimant) : Optional.empty();
    }

    /** Whether it suspects whoever serves, and nobody need wait for the claimant of the number that it voted for. */
    boolean waitsForTheDead(Sight sight) {
        return sight.suspects()
                && !sight.asks()
                && top.isAfter(sight.promise())
                && sight.lost().contains(claimant);
    }

    /** Its claimant gives a number up, which it may have been granted or not. */
    public Electorate givenUp(Ballot.GivenUp given) {
        return given.number().equals(top)
                ? new Electorate(active, top, claimant, accepted, true, !given.granted(), ended)
                : this;
    }

    /** The claimant of {@code top}, if another claim of that number goes first: it may have given way to that (P57). */
    Optional<MemberId> mayHaveGivenWay(Ballot.VoteWanted other) {
        return released || !isOutrankedBy(other.number()) ? Optional.empty() : Optional.of(claimant);
    }

    /** The claimant of {@code top} votes for another claim of that number only once its own will never be granted. */
    Electorate learning(MemberId from, Ballot.ElectorStatus known) {
        boolean gaveWay = claimant.isOfSession(from) && isOutrankedBy(known.top());
        return gaveWay ? givenUp(new Ballot.GivenUp(top, false)) : this;
    }

    private boolean isOutrankedBy(Epoch other) {
        return other.number() == top.number() && other.outranks(top);
    }

    /** The server of that epoch has ended the game. */
    public Electorate over(Epoch epoch) {
        return epoch.equals(active.epoch())
                ? new Electorate(active, top, claimant, accepted, released, never, true)
                : this;
    }

    /** Its knowledge, as it is told to others. */
    public Ballot.ElectorStatus status(boolean served) {
        return new Ballot.ElectorStatus(active, top, released, served, ended);
    }
}
