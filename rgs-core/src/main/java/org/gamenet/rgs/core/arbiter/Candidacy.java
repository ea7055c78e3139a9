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
 * @param authority the server and backups to be
 * @param votes with what each voter has accepted before
 * @param granted whether there were enough of them
 * @param proposal the term that the electorate is asked to accept, once there are enough votes
 * @param accepts the members that have accepted it
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

    /**
     * The candidacy with the electorate that its epoch is to have: of the list that was asked for, those that are
     * members still, if the voters among them are a quorum of it; else those of the electorate before, likewise; else
     * all of the electorate before (P61). So the members who could begin an epoch can also end it: the server that was
     * lost may have voted, and a member that was to be listed alone with this one may be dead.
     *
     * @param listed the list that was asked for
     * @param members the members that are in the game still
     * @param lost the members that nobody need wait for (P59)
     */
    Candidacy proposing(List<MemberId> listed, List<MemberId> members, Quorum quorum, Set<MemberId> lost) {
        List<MemberId> before = after().electorate();
        for (List<MemberId> list : List.of(listed, before)) {
            List<MemberId> electorate = electorate(list, members);
            if (quorum.isMet(electorate, votersOf(electorate), lost)) return proposing(electorate);
        }
        return proposing(electorate(before, before));
    }

    /** The electorate of the new epoch: its holder, and those listed that are members still. */
    private List<MemberId> electorate(List<MemberId> listed, List<MemberId> members) {
        Set<MemberId> electorate = new LinkedHashSet<>(List.of(authority.get(0)));
        for (MemberId id : listed) if (members.contains(id)) electorate.add(id);
        return List.copyOf(electorate);
    }

    /** The electors before that have voted, and the members of the new list that had no vote, being new to it. */
    private Set<MemberId> votersOf(List<MemberId> electorate) {
        Set<MemberId> voters = new TreeSet<>(votes.keySet());
        for (MemberId id : electorate) if (!after().electorate().contains(id)) voters.add(id);
        return voters;
    }

    private Candidacy proposing(List<MemberId> electorate) {
        return proposing(new Reign(number(), authority, electorate));
    }

    Candidacy proposing(Reign next) {
        return new Candidacy(asked, authority, votes, true, Optional.of(next), Set.of());
    }

    boolean waitsFor(MemberId voter, Ballot.Vote vote) {
        return number().equals(vote.number()) && proposal.isEmpty() && !votes.containsKey(voter);
    }

    boolean waitsFor(MemberId accepting, Ballot.Acceptance said) {
        boolean wanted = number().equals(said.by())
                && proposal.filter(p -> p.epoch().equals(said.next())).isPresent();
        return wanted && !accepts.contains(accepting);
    }

    /**
     * Whether it is to make way for that claim of the same number (P57): what was granted is not given up, and whoever
     * serves goes before a member that would.
     */
    boolean yieldsTo(Epoch other) {
        return !granted && !asked.isServers() && other.number() == number().number() && other.outranks(number());
    }

    /** Whether it is of that number, and once it is given up nobody will ever hold that; the server's is the last. */
    boolean isNobodys(Epoch released) {
        return released.equals(number()) && !granted && !asked.isServers();
    }

    /** Whether a member that knows this, and refused, shows that the number will not be had. */
    boolean isOutdoneBy(Ballot.ElectorStatus known) {
        // It has voted for a claim of the same number that is to make way for this one (P57).
        boolean waits = !asked.isServers() && !known.released() && number().outranks(known.top());
        return known.ended()
                || known.active().epoch().isAfter(after().epoch())
                || !waits && !number().allowedBy(known.top())
                || known.released() && known.top().equals(number());
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
