package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The primary of equals that order by permission: it asks like anybody for what it has to stamp, joins, exits and the
 * end, and begins the next epoch where somebody is lost, whose permit nobody can have any more (P70).
 */
final class AskingServer {

    private AskingServer() {}

    /** Whether this is to be stamped, and it is not its turn. */
    static boolean needsTurn(Serving at, Event event) {
        if (!at.asksAll() || !at.mayTakeTurn()) return false;
        if (event instanceof Event.Heard heard) {
            if (heard.message() instanceof Message.JoinRequest join) return comesIn(at, join);
            return heard.message() instanceof Message.LeaveRequest
                    && at.membership().log().roster().has(heard.from());
        }
        return event instanceof Event.OrderAsked
                || event instanceof Event.KickAsked
                || event instanceof Event.ChangeAsked
                || event instanceof Event.EndConfirmed && at.intent().isEnding();
    }

    /**
     * It waits for its turn; but where the members decide the list changes by a planned change (P61), for which nobody
     * can have the permit of one that is lost. A server that ends its game begins no epoch any more: the arbiter would
     * deny it.
     */
    static Step await(Serving at, Event event) {
        Roster roster = at.membership().log().roster();
        boolean lost = at.enlistment().pendingExits().keySet().stream().anyMatch(roster::has);
        if (!lost || !(event instanceof Event.ChangeAsked asked)) return at.goOn(at.await(event));
        return at.intent().isEnding() ? at.stay() : succeed(at, asked.above());
    }

    /**
     * A newcomer that is in, was out, or is refused, is told so at once; the older self of a peer has to be lost first.
     */
    private static boolean comesIn(Serving at, Message.JoinRequest join) {
        Roster roster = at.membership().log().roster();
        MemberId id = join.me().id();
        return !roster.has(id)
                && !roster.isOut(id)
                && !at.intent().isEnding()
                && Refusal.of(at, join).isEmpty()
                && roster.findPeer(id.peer()).isEmpty();
    }

    /** Messages that it sent before it wanted to go are stamped first; where it may not act nobody waits for that. */
    static boolean hasToSay(Serving at) {
        return at.asksAll() && at.mandate().holds() && at.membership().accord().says();
    }

    /** Entries of its own that all have are let go. */
    static Step settled(Step stamped) {
        return new Step(((Serving) stamped.state()).settle(), stamped.effects());
    }

    /** After each event: who is off the arbiter's list is out by the next epoch, if there is to be one. */
    static Step after(Step step) {
        if (!(step.state() instanceof Serving at) || !at.asksAll() || !at.mayTakeTurn()) return step;
        if (at.intent().leaving() && !hasToSay(at))
            return Departing.start(at.membership(), Optional.empty())
                    .after(step.effects().toArray(Effect[]::new));
        Roster roster = at.membership().log().roster();
        boolean due = at.enlistment().due().keySet().stream().anyMatch(roster::has);
        if (due && !at.intent().isEnding())
            return succeed(at, 0).after(step.effects().toArray(Effect[]::new));
        boolean late = at.followers().away().containsValue(0);
        Optional<Event> next = late ? Optional.of(new Event.TimerFired(Timer.AWAY)) : unasked(at);
        return next.map(event -> at.goOn(at.await(event)).after(step.effects().toArray(Effect[]::new)))
                .orElse(step);
    }

    /**
     * The oldest event that waits for a turn, if the server has not asked for one: it could not when that came (P28).
     */
    private static Optional<Event> unasked(Serving at) {
        Accord accord = at.membership().accord();
        boolean asks = at.isInTurn() || accord.right().wish().isPresent();
        return asks ? Optional.empty() : accord.queue().stream().findFirst();
    }

    /** Claims the number after its own. */
    private static Step succeed(Serving at, long above) {
        Position end = at.membership().log().end();
        long claimId = Mix.of(at.self().chance(), Mix.of(end.epoch().number(), end.seq()));
        Change claims = Change.to(List.of(at.membership().id()), claimId, above);
        return Step.to(
                at.with(Optional.of(claims)),
                new Effect.Note("a peer is lost: its permit is replaced by the next epoch"),
                claims.claim(at.membership()),
                new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS));
    }

    /**
     * Its own successor: it asks everybody how far they have come, for any of them may have stamped. An end that was
     * asked for meanwhile is the next epoch's: the arbiter ends the active one alone (P46.3).
     */
    static Step gather(Serving at, Event.Granted granted) {
        if (at.intent().leaving()) return Departing.start(at.membership(), Optional.of(granted.epoch()));
        Membership membership = at.intent()
                .ending()
                .map(why -> keeping(at, new Event.EndAsked(why)).membership())
                .orElse(at.membership());
        SuspicionHints hints = SuspicionHints.NONE;
        for (Map.Entry<MemberId, Enlistment.Lost> lost :
                at.enlistment().pendingExits().entrySet())
            hints = lost.getValue().dead() ? hints.withGone(lost.getKey()) : hints.withUnreachable(lost.getKey());
        List<Effect> effects = new ArrayList<>();
        if (at.mandate().holds()) effects.add(new Effect.Freeze("a peer is lost"));
        effects.addAll(Suspecting.frozenTimers(membership));
        return Gathering.asHeld(membership, granted, FreezeContext.at(Double.NaN, false, hints))
                .after(effects.toArray(Effect[]::new));
    }

    /**
     * Nobody can have the permit of the older self of a peer: the newer one comes in in the first turn of the next
     * epoch.
     */
    static Step replaces(Serving at, Message.JoinRequest join) {
        Event asked = new Event.Heard(join.me().id(), join);
        return at.mayTakeTurn() ? succeed(keeping(at, asked), 0) : Step.to(at);
    }

    /** For its next turn, in this epoch or the next one. */
    static Serving keeping(Serving at, Event asked) {
        Accord accord = at.membership().accord();
        return accord.queue().contains(asked) ? at : at.with(at.membership().with(accord.waitingFor(asked)));
    }

    /** A member has delivered more than this one: if it still has when nothing came meanwhile, it is asked for it. */
    static Step lags(Serving at, MemberId from) {
        Accord accord = at.membership().accord();
        long end = at.membership().log().end().seq();
        if (accord.behind() != end) return Step.to(at.with(at.membership().with(accord.behindAt(end))));
        return Step.to(
                at,
                new Effect.Send(
                        from, new Message.ShownWanted(at.membership().log().end())));
    }

    // ---- two that do not reach each other (P25)

    /** The other one is asked too; after D of both saying so the younger is put out. */
    static Step onUnanswered(Serving at, MemberId from, Message.Unanswered told) {
        // Complaints that waited while the primary's network was cut are heard all at once.
        if (!at.asksAll() || !at.mandate().holds()) return Step.to(at);
        Roster roster = at.membership().log().roster();
        Accord accord = at.membership().accord();
        List<Effect> effects = new ArrayList<>();
        long most = at.membership().suspectMillis() / FullMember.REPEAT_MILLIS;
        for (MemberId silent : told.by()) {
            if (!roster.has(silent)
                    || silent.equals(from)
                    || silent.equals(at.membership().id())) continue;
            accord = accord.quarrelling(from, silent);
            if (told.stamp() > 0)
                effects.add(new Effect.Send(silent, new Message.Sought(at.epoch(), from, told.stamp())));
            if (accord.quarrelled(from, silent) < most) continue;
            MemberId younger = at.membership().rankOf(from).orElse(0)
                            > at.membership().rankOf(silent).orElse(0)
                    ? from
                    : silent;
            accord = accord.settled(younger);
            effects.add(new Effect.Note("two peers do not reach each other: the younger is put out"));
            effects.add(new Effect.Send(
                    younger,
                    new Message.JoinDenied(
                            Reason.CRASHED, "it and another peer did not reach each other", Payload.EMPTY)));
        }
        return Step.to(at.with(at.membership().with(accord)), effects);
    }
}
