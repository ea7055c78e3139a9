package org.gamenet.rgs.core.arbiter;

import java.util.Comparator;
import java.util.LinkedHashSet;
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
 * @param asked of the electorate: a vote for that number
 * @param authority whoever shall serve
 * @param votes with what each voter has accepted before
 * @param granted whether there were enough of them
 * @param proposal what the electorate is asked to accept, once there are enough votes
 * @param accepts who has accepted it
 */
record Candidacy(
        Ballot.VoteWanted asked,
        List<MemberId> authority,
        Map<MemberId, Optional<Ballot.Accepted>> votes,
        boolean granted,
        Optional<Reign> proposal,
        Set<MemberId> accepts) {

    static Candidacy of(Ballot.VoteWanted asked, List<MemberId> authority) {
        return new Candidacy(asked, authority, Map.of(), false, Optional.empty(), Set.of());
    }

    /** The epoch that is to be followed. */
    Reign after() {
        return asked.after();
    }

    Epoch number() {
        return asked.number();
    }

    Candidacy with(MemberId voter, Ballot.Vote vote) {
        Map<MemberId, Optional<Ballot.Accepted>> more = new TreeMap<>(votes);
        more.put(voter, vote.accepted());
        return new Candidacy(asked, authority, more, granted, proposal, accepts);
    }

    Candidacy with(MemberId accepting) {
        Set<MemberId> more = new TreeSet<>(accepts);
        more.add(accepting);
        return new Candidacy(asked, authority, votes, granted, proposal, more);
    }

    /** There are enough votes: from here on it may be served under this number. */
    Candidacy won() {
        return new Candidacy(asked, authority, votes, true, proposal, accepts);
    }

    /** The electorate of the new epoch: its holder, and those listed that are members still (P61). */
    Candidacy proposing(List<MemberId> listed, List<MemberId> members) {
        Set<MemberId> electorate = new LinkedHashSet<>(List.of(authority.get(0)));
        for (MemberId id : listed) if (members.contains(id)) electorate.add(id);
        return proposing(new Reign(number(), authority, List.copyOf(electorate)));
    }

    /**
     * The electorate of a takeover: of the electors before those that are members still, if its voters are a quorum of
     * these; else all of them. Whoever could begin an epoch can also end it: the server that was lost may have voted.
     */
    Candidacy proposing(List<MemberId> members, Quorum quorum, Set<MemberId> lost) {
        List<MemberId> before = after().electorate();
        Candidacy fewer = proposing(before, members);
        boolean enough = quorum.isMet(fewer.proposal.orElseThrow().electorate(), votes.keySet(), lost);
        return enough ? fewer : proposing(before, before);
    }

    Candidacy proposing(Reign next) {
        return new Candidacy(asked, authority, votes, true, Optional.of(next), Set.of());
    }

    /**
     * Whether it is to make way for that claim of the same number (P57): what was granted is not given up, and whoever
     * serves goes before a member that would.
     */
    boolean yieldsTo(Epoch other) {
        return !granted && !asked.isServers() && other.number() == number().number() && other.outranks(number());
    }

    /** Whether a member that knows this, and refused, shows that the number will not be had. */
    boolean isOutdoneBy(Ballot.Outlook o) {
        // It has voted for a claim of the same number that is to make way for this one (P57).
        boolean waits = !asked.isServers() && !o.released() && number().outranks(o.top());
        return o.ended()
                || o.active().epoch().isAfter(after().epoch())
                || !waits && !number().allowedBy(o.top())
                || o.released() && o.top().equals(number());
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
        return proposal.isPresent() && !proposal.get().epoch().equals(number());
    }

    Ballot.AcceptanceWanted asksForAcceptance(MemberId me) {
        return new Ballot.AcceptanceWanted(after(), number(), me, proposal.orElseThrow());
    }
}
