package org.gamenet.rgs.core.arbiter;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A claim of this member's own, from its first vote to the last acceptance (P56 to P58).
 *
 * @param after the epoch that is to be followed
 * @param number asked for
 * @param authority whoever shall serve
 * @param held whether the claimant has the state
 * @param votes with what each voter has accepted before
 * @param proposal what the electorate is asked to accept, once there are enough votes
 * @param accepts who has accepted it
 */
record Candidacy(
        Reign after,
        Epoch number,
        List<MemberId> authority,
        boolean held,
        Map<MemberId, Optional<Ballot.Accepted>> votes,
        Optional<Reign> proposal,
        Set<MemberId> accepts) {

    static Candidacy of(Reign after, Epoch number, List<MemberId> authority, boolean held) {
        return new Candidacy(after, number, authority, held, Map.of(), Optional.empty(), Set.of());
    }

    Candidacy with(MemberId voter, Ballot.Vote vote) {
        Map<MemberId, Optional<Ballot.Accepted>> more = new TreeMap<>(votes);
        more.put(voter, vote.accepted());
        return new Candidacy(after, number, authority, held, more, proposal, accepts);
    }

    Candidacy with(MemberId accepting) {
        Set<MemberId> more = new TreeSet<>(accepts);
        more.add(accepting);
        return new Candidacy(after, number, authority, held, votes, proposal, more);
    }

    Candidacy proposing(Reign next) {
        return new Candidacy(after, number, authority, held, votes, Optional.of(next), Set.of());
    }

    /** The value that others have accepted under the highest number: it is finished, never contradicted (P57). */
    Optional<Reign> begunByOthers() {
        return votes.values().stream()
                .flatMap(Optional::stream)
                .max(Comparator.comparingLong((Ballot.Accepted a) -> a.by().number()))
                .map(Ballot.Accepted::reign);
    }

    /** Whether it finishes what another began: then its number is spent on that. */
    boolean finishes() {
        return proposal.isPresent() && !proposal.get().epoch().equals(number);
    }

    Ballot.VoteWanted asksForVotes(MemberId me) {
        return new Ballot.VoteWanted(after, number, me, held);
    }

    Ballot.AcceptanceWanted asksForAcceptance(MemberId me) {
        return new Ballot.AcceptanceWanted(after, number, me, proposal.orElseThrow());
    }
}
