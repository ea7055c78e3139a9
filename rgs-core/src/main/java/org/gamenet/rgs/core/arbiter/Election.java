package org.gamenet.rgs.core.arbiter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;

/**
 * The arbiter of a game without a directory, as one member has it (P55 to P61, P67): the machine asks it what it would
 * ask a directory, and is answered by the same events. A grant is a quorum of votes, an activation a quorum of
 * acceptances. An entry of the list (P71) is a planned change.
 *
 * @param quorum of which rule
 * @param mine this member's own part; none before it knows an epoch
 * @param claim its own, if it has one
 * @param wanted members that the next planned change shall list; only in the epoch for which it was asked
 * @param told how the game stands, as others say
 */
public record Election(
        MemberId me,
        Quorum quorum,
        Optional<Electorate> mine,
        Optional<Candidacy> claim,
        Optional<Wanted> wanted,
        StatusReplies told) {

    /** A list that is asked for. */
    record Wanted(Epoch epoch, List<MemberId> members) {}

    /** A message to be sent, or an event for the machine. */
    public sealed interface Ruling {}

    /** To one. */
    public record Say(MemberId to, Ballot ballot) implements Ruling {}

    /** To the machine. */
    public record Tell(Event event) implements Ruling {}

    /** The next state, and the effects. */
    public record Turn(Election next, List<Ruling> rulings) {

        private Turn and(Turn more) {
            List<Ruling> all = new ArrayList<>(rulings);
            all.addAll(more.rulings);
            return new Turn(more.next, all);
        }
    }

    /** Of a member that knows nothing of its game yet. */
    public static Election of(MemberId me, Quorum quorum) {
        return new Election(me, quorum, Optional.empty(), Optional.empty(), Optional.empty(), StatusReplies.NONE);
    }

    /**
     * Back as another incarnation of the same session: it remembers what it voted for and accepted, and speaks for what
     * it was. If nobody lets it in it goes on from its own epoch (P66).
     */
    public Election as(MemberId again) {
        Optional<Electorate> kept = me.isOfSession(again) ? mine : Optional.empty();
        return new Election(again, quorum, kept, Optional.empty(), Optional.empty(), StatusReplies.NONE);
    }

    /** The last epoch that it knows to be on. */
    public Optional<Epoch> active() {
        return mine.map(m -> m.active().epoch());
    }

    /** Decided by that rule. */
    public Election by(Quorum rule) {
        return rule == quorum ? this : new Election(me, rule, mine, claim, wanted, told);
    }

    private Turn turn(Ruling... rulings) {
        return new Turn(this, List.of(rulings));
    }

    private Turn tell(Event event) {
        return turn(new Tell(event));
    }

    private Turn sayAll(Ballot ballot, Collection<MemberId> but) {
        List<Ruling> said = new ArrayList<>();
        for (MemberId to : electorate()) if (!to.isOfSession(me) && !but.contains(to)) said.add(new Say(to, ballot));
        return new Turn(this, said);
    }

    private List<MemberId> electorate() {
        return claim.map(c -> c.after().electorate())
                .orElseGet(() -> mine.map(m -> m.active().electorate()).orElse(List.of()));
    }

    /** Whether that session's word is of weight: it is of the electorate, or of the one that a claim is to follow. */
    public boolean mayVote(MemberId member) {
        return isAmong(member, electorate())
                || mine.filter(m -> isAmong(member, m.active().electorate())).isPresent();
    }

    private boolean isMet(List<MemberId> electorate, Collection<MemberId> agree, Sight sight) {
        return quorum.isMet(electorate, agree, notWaitedFor(sight.lost()));
    }

    /** Of the electorate those that nobody need wait for (P59), {@code lost} among them. */
    public Set<MemberId> notWaitedFor(Collection<MemberId> lost) {
        return active().map(on -> told.notWaitedFor(electorate(), on, lost)).orElseGet(() -> Set.copyOf(lost));
    }

    private static boolean isAmong(MemberId member, Collection<MemberId> electorate) {
        return electorate.stream().anyMatch(member::isOfSession);
    }

    // ---- what is known to be on

    /** An epoch is on: its ACK was seen. */
    public Election knowing(Reign reign) {
        if (mine.isEmpty()) return with(Electorate.in(reign));
        Electorate now = mine.get().knowing(reign);
        return now == mine.get() ? this : with(now).forgetting(now.active());
    }

    /** A claim that is to follow an earlier epoch has come too late, and so has a list for it. */
    private Election forgetting(Reign active) {
        Optional<Candidacy> kept = claim.filter(c -> c.after().epoch().equals(active.epoch()));
        Optional<Wanted> still = wanted.filter(w -> w.epoch().equals(active.epoch()));
        return new Election(me, quorum, mine, kept, still, told.answered());
    }

    // ---- what the machine asks for

    /** A claim, until it is granted or denied. */
    public Turn claim(Effect.Claim asked, Sight sight) {
        // A newcomer that does not know the electorate leaves the claim to others.
        if (mine.isEmpty()) return tell(new Event.Denied(asked.claimId(), Epoch.NONE, Event.DenialReason.NOT_ADMITTED));
        Electorate now = mine.get();
        Epoch number = new Epoch(asked.expected() + 1, asked.claimId());
        if (now.ended()) return tell(new Event.Denied(asked.claimId(), now.top(), Event.DenialReason.ENDED));
        if (claim.filter(c -> c.number().equals(number)).isPresent()) return askForVotes(sight);
        boolean held = asked.basis() == Basis.HELD;
        if (held && !now.active().authority().contains(me))
            return tell(new Event.Denied(asked.claimId(), now.top(), Event.DenialReason.NEVER));
        if (!number.allowedBy(now.top()))
            return tell(new Event.Denied(asked.claimId(), now.top(), Event.DenialReason.OVERTAKEN));
        Candidacy fresh = Candidacy.of(new Ballot.VoteWanted(now.active(), number, me, held), asked.authority());
        Electorate.Reply own = now.voteOfClaimant(fresh.asked());
        // The claimant gave this number up, and lacks its own vote for it.
        if (!(own.said() instanceof Ballot.Vote vote))
            return tell(new Event.Denied(asked.claimId(), now.top(), Event.DenialReason.OVERTAKEN));
        return with(own.next()).with(fresh.with(me, vote)).askForVotes(sight);
    }

    /** Also those that have voted: they are not to begin a claim of their own meanwhile. */
    private Turn askForVotes(Sight sight) {
        Candidacy c = claim.orElseThrow();
        return sayAll(c.asked(), Set.of()).and(count(sight));
    }

    /**
     * P56: another member suspects whoever serves. It has refused its vote until now, and is asked again if a claim
     * still waits for votes; the machine repeats its claim only later.
     */
    public Turn suspects(MemberId member, Sight sight) {
        boolean waits = claim.filter(c -> c.proposal().isEmpty()
                        && isAmong(member, c.after().electorate())
                        && !isAmong(member, c.votes().keySet())
                        && !isMet(c.after().electorate(), c.votes().keySet(), sight))
                .isPresent();
        return waits ? turn(new Say(member, claim.get().asked())) : turn();
    }

    /** Whether there are enough votes, or enough acceptances. */
    private Turn count(Sight sight) {
        Candidacy c = claim.orElseThrow();
        if (c.proposal().isPresent()) return countAcceptances(c, sight);
        if (!isMet(c.after().electorate(), c.votes().keySet(), sight)) return turn();
        Optional<Reign> begun = c.begunByOthers();
        if (begun.isPresent()) return with(c.proposing(begun.get())).askForAcceptance(sight);
        List<MemberId> asked = quorum.asked(c.after().electorate(), c.votes().keySet(), notWaitedFor(sight.lost()));
        return with(c.won()).tell(new Event.Granted(c.number().claimId(), c.number(), asked));
    }

    private Turn countAcceptances(Candidacy c, Sight sight) {
        if (!isMet(c.after().electorate(), c.accepts(), sight)) return turn();
        Reign on = c.proposal().orElseThrow();
        Election next = new Election(me, quorum, mine, Optional.empty(), wanted, told).knowing(on);
        if (!c.finishes()) return next.tell(new Event.Activated(on.epoch(), true, on.listing()));
        // The claimant's number is spent on that, and that reign's holder may be dead: the next one is free at once.
        Ballot.ElectorStatus finished = new Ballot.ElectorStatus(on, c.number(), true, false, false);
        return next.sayAll(new Ballot.StatusReply(finished), Set.of())
                .and(next.turn(
                        new Tell(new Event.Denied(c.number().claimId(), c.number(), Event.DenialReason.OVERTAKEN)),
                        new Tell(next.statusKnown(finished))));
    }

    /** Of an epoch that was granted, with these members; asked until it is answered. */
    public Turn activate(Effect.Activate asked, Sight sight) {
        if (mine.isEmpty()) return turn();
        Reign active = mine.get().active();
        if (active.epoch().equals(asked.epoch()))
            return tell(new Event.Activated(asked.epoch(), true, active.listing()));
        Optional<Candidacy> own = claim.filter(c -> c.number().equals(asked.epoch()));
        if (own.isEmpty()) return tell(new Event.Activated(asked.epoch(), false, active.listing()));
        if (own.get().proposal().isPresent()) return askForAcceptance(sight);
        Candidacy won = own.get();
        List<MemberId> listed = wanted.filter(w -> w.epoch().equals(won.after().epoch()))
                .map(Wanted::members)
                .orElse(won.after().electorate());
        Candidacy proposing = won.proposing(listed, asked.members(), quorum, notWaitedFor(sight.lost()));
        return with(proposing).askForAcceptance(sight);
    }

    private Turn askForAcceptance(Sight sight) {
        Candidacy c = claim.orElseThrow();
        Election now = this;
        if (!c.accepts().contains(me)) {
            Electorate.Reply own = mine.orElseThrow().accept(c.asksForAcceptance(me));
            if (own.said() instanceof Ballot.Acceptance) now = with(own.next()).with(c.with(me));
        }
        Candidacy asking = now.claim.orElseThrow();
        return now.sayAll(asking.asksForAcceptance(me), asking.accepts()).and(now.count(sight));
    }

    /** Others shall be listed: a planned change has it done. */
    public Turn enlist(Effect.Enlist asked) {
        Optional<Reign> active =
                mine.map(Electorate::active).filter(r -> r.epoch().equals(asked.epoch()));
        if (active.isEmpty()) return turn();
        boolean same = new TreeSet<>(active.get().electorate()).equals(new TreeSet<>(asked.members()));
        if (same)
            return tell(new Event.Listed(
                    asked.epoch(), active.get().listing().next(active.get().electorate())));
        Optional<Wanted> list = Optional.of(new Wanted(asked.epoch(), asked.members()));
        return new Election(me, quorum, mine, claim, list, told)
                .tell(new Event.ChangeAsked(active.get().authority()));
    }

    /** A number is given up: it may have been granted if its claim is there no more. */
    public Turn release(Epoch number) {
        return giveUp(new Ballot.GivenUp(
                number, claim.filter(c -> c.isNobodys(number)).isEmpty()));
    }

    private Turn giveUp(Ballot.GivenUp given) {
        Turn said = sayAll(given, Set.of());
        Optional<Candidacy> kept = claim.filter(c -> !c.number().equals(given.number()));
        return new Turn(new Election(me, quorum, mine.map(m -> m.givenUp(given)), kept, wanted, told), said.rulings());
    }

    /** The game ends with the active epoch: nobody knows which one that is while this member claims the next. */
    public Turn end(Epoch epoch) {
        if (claim.isPresent()) return turn();
        if (mine.isEmpty()) return tell(new Event.EndConfirmed());
        return with(mine.get().over(epoch))
                .sayAll(new Ballot.GameEnded(epoch), Set.of())
                .and(tell(new Event.EndConfirmed()));
    }

    /** How does the game stand: who serves has to hear it from a quorum. */
    public Turn askGameStatus(Sight sight) {
        if (mine.isEmpty()) return turn();
        Election asking = with(told.asked(me));
        return asking.sayAll(new Ballot.StatusRequest(), Set.of()).and(asking.certain(sight));
    }

    private Turn certain(Sight sight) {
        Electorate now = mine.orElseThrow();
        // Nobody else may be left to say it.
        if (now.waitsForTheDead(sight)) return tell(statusKnown(now.status(false)));
        boolean enough = sight.asks() && isMet(now.active().electorate(), told.since(), sight);
        return enough ? with(told.answered()).tell(statusKnown(now.status(!sight.suspects()))) : turn();
    }

    private Event statusKnown(Ballot.ElectorStatus known) {
        boolean own = known.active().authority().get(0).equals(me);
        Optional<MemberId> holder = mine.flatMap(m -> m.whoHas(known.top())).filter(id -> !id.isOfSession(me));
        return new Event.GameStatusKnown(
                known.top(), known.released(), known.active().epoch(), known.served(), known.ended(), holder, own);
    }

    // ---- what others say

    /** A member said this. */
    public Turn heard(MemberId from, Ballot ballot, Sight sight) {
        if (mine.isEmpty() && !(ballot instanceof Ballot.VoteWanted) && !(ballot instanceof Ballot.AcceptanceWanted))
            return turn();
        if (ballot instanceof Ballot.VoteWanted wanted) {
            Turn free = yieldTo(wanted);
            Electorate.Reply vote = free.next().known(wanted.after()).vote(wanted, sight);
            Turn replied = free.and(free.next().reply(from, vote));
            // That the other claim was given up is said once, and may have been lost.
            Optional<MemberId> other = vote.next().mayHaveGivenWay(wanted).filter(id -> !id.isOfSession(me));
            return other.map(id -> replied.and(replied.next().turn(new Say(id, new Ballot.StatusRequest()))))
                    .orElse(replied);
        }
        if (ballot instanceof Ballot.AcceptanceWanted wanted)
            return reply(from, known(wanted.after()).accept(wanted));
        if (ballot instanceof Ballot.Vote vote) return onVote(from, vote, sight);
        if (ballot instanceof Ballot.Acceptance acceptance) return onAcceptance(from, acceptance, sight);
        if (ballot instanceof Ballot.Refusal refusal) return onRefusal(from, refusal, sight);
        if (ballot instanceof Ballot.StatusRequest)
            return turn(new Say(from, new Ballot.StatusReply(mine.orElseThrow().status(sight.plays()))));
        if (ballot instanceof Ballot.StatusReply told) return onStatus(from, told.status(), sight);
        if (ballot instanceof Ballot.GivenUp given)
            return with(mine.orElseThrow().givenUp(given)).turn();
        if (ballot instanceof Ballot.GameEnded end)
            return with(mine.orElseThrow().over(end.epoch())).turn();
        return turn();
    }

    /**
     * P57: two claims of one number refuse each other, again and again. The outranked claim is given up before it is
     * granted, so that its voters are free.
     */
    private Turn yieldTo(Ballot.VoteWanted other) {
        Optional<Candidacy> outranked = claim.filter(c -> c.yieldsTo(other.number()));
        if (outranked.isEmpty()) return turn();
        Epoch own = outranked.get().number();
        Turn given = giveUp(new Ballot.GivenUp(own, false));
        return given.and(
                given.next().tell(new Event.Denied(own.claimId(), other.number(), Event.DenialReason.OVERTAKEN)));
    }

    private Electorate known(Reign after) {
        return mine.orElseGet(() -> Electorate.in(after));
    }

    private Turn reply(MemberId to, Electorate.Reply reply) {
        Election next = with(reply.next());
        return (mine.isEmpty() ? next : next.forgetting(reply.next().active())).turn(new Say(to, reply.said()));
    }

    private Turn onVote(MemberId from, Ballot.Vote vote, Sight sight) {
        if (claim.filter(c -> c.waitsFor(from, vote)).isEmpty()) return turn();
        return with(claim.get().with(from, vote)).count(sight);
    }

    private Turn onAcceptance(MemberId from, Ballot.Acceptance said, Sight sight) {
        if (claim.filter(c -> c.waitsFor(from, said)).isEmpty()) return turn();
        return with(claim.get().with(from)).count(sight);
    }

    private Turn onRefusal(MemberId from, Ballot.Refusal refusal, Sight sight) {
        Ballot.ElectorStatus known = refusal.status();
        Optional<Candidacy> refused = claim.filter(c -> c.number().equals(refusal.number()));
        Turn learned = learn(from, known, sight);
        if (refused.isEmpty()) return learned;
        if (refused.get().isOutdoneBy(known)) return learned.and(learned.next().withdraw(refused.get(), known));
        boolean isNews = !learned.next().told.equals(told);
        return isNews ? learned.and(learned.next().count(sight)) : learned;
    }

    private Turn withdraw(Candidacy refused, Ballot.ElectorStatus known) {
        Epoch number = refused.number();
        Epoch active = known.active().epoch();
        Epoch current = known.top().isAfter(active) ? known.top() : active;
        Election next = new Election(me, quorum, mine, Optional.empty(), wanted, told);
        Event.DenialReason why = known.ended() ? Event.DenialReason.ENDED : Event.DenialReason.OVERTAKEN;
        Turn denied = next.tell(new Event.Denied(number.claimId(), current, why));
        boolean activating = refused.proposal().isPresent() && !refused.finishes();
        return activating ? denied.and(next.tell(new Event.Activated(number, false, Listing.NOBODY))) : denied;
    }

    private Turn onStatus(MemberId from, Ballot.ElectorStatus known, Sight sight) {
        Turn learned = learn(from, known, sight);
        if (!learned.rulings().isEmpty() || !told.isAsked()) return learned;
        Election now = learned.next();
        return now.with(now.told.with(from)).certain(sight);
    }

    /** Only what is news is told: what somebody does not know yet speaks against no grant (P36). */
    private Turn learn(MemberId from, Ballot.ElectorStatus known, Sight sight) {
        Epoch active = known.active().epoch();
        Election now = knowing(known.active());
        now = now.with(now.mine.orElseThrow().learning(from, known));
        if (now.mayVote(from))
            now = now.with(now.told.with(from, active, now.active().orElseThrow()));
        if (known.ended()) now = now.with(now.mine.orElseThrow().over(active));
        boolean news =
                known.ended() || active.isAfter(sight.promise()) || known.top().isAfter(sight.promise());
        return news ? now.tell(now.statusKnown(known)) : now.turn();
    }

    private Election with(Electorate newer) {
        return new Election(me, quorum, Optional.of(newer), claim, wanted, told);
    }

    private Election with(StatusReplies newer) {
        return new Election(me, quorum, mine, claim, wanted, newer);
    }

    private Election with(Candidacy newer) {
        return new Election(me, quorum, mine, Optional.of(newer), wanted, told);
    }
}
