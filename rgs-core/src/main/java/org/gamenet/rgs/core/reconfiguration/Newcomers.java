package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The admission of newcomers by the primary (P26, P27): their entry is stamped, then the application packs the state of
 * that place, then both go out as {@code InitialAck}, until it is confirmed.
 */
final class Newcomers {

    private Newcomers() {}

    static Step onJoin(Serving at, Message.JoinRequest join) {
        Roster roster = at.log().roster();
        Member who = join.me();
        MemberId id = who.id();
        if (at.log().roster().has(id)) return again(at, id);
        if (at.log().roster().isOut(id)) return tellEvicted(at, id);
        if (!at.mayTakeTurn() || at.intent().isEnding())
            return Step.to(keep(at, join), new Effect.Send(id, new Message.FrozenWait(at.epoch())));
        Optional<Message.JoinDenied> no = Unseated.refusal(at.membership(), who).or(() -> Refusal.of(at, join));
        if (no.isPresent()) return at.stay(new Effect.Send(id, no.get()));
        boolean known = roster.findPeer(id.peer()).isPresent()
                || roster.findLapsed(id.peer()).isPresent();
        Optional<Member> older = roster.findPeer(id.peer());
        if (at.asksAll() && older.isPresent() && !at.isInTurn()) return AskingServer.replaces(at, join);
        if (!at.mayStamp()) return at.stay();
        Step clean = older.map(m -> AwaySeats.replaced(at.forget(m.id()), m)).orElse(at.stay());
        return letIn(
                (Serving) clean.state(),
                who,
                known,
                clean.and(new Effect.StopTimer(Timer.LAPSE)).effects());
    }

    /**
     * A newcomer that asks during a planned change need not ask again, if the arbiter answers before it is asked again:
     * by then whoever lives has repeated its request, and whoever has died is forgotten. No more of them than the game
     * has seats.
     */
    private static Serving keep(Serving at, Message.JoinRequest join) {
        Optional<Change> change = at.change().filter(c -> c.handover().isEmpty());
        if (change.isEmpty() || !at.mandate().holds() || at.intent().isEnding()) return at;
        List<Message.JoinRequest> waiting = new ArrayList<>(change.get().waiting());
        boolean waits = waiting.stream()
                .anyMatch(each -> each.me().id().equals(join.me().id()));
        if (waits || waiting.size() >= at.membership().rules().maxPlayers()) return at;
        waiting.add(join);
        return at.with(Optional.of(change.get().withWaiting(waiting)));
    }

    static Step onOpen(Serving at, Event.OpenAsked asked) {
        return Step.to(at.with(at.intent().open(asked.open())));
    }

    /** A newcomer that does not want its seat any more. */
    static Step letGo(Serving at, MemberId from) {
        return Step.to(forget(at, from));
    }

    /** Without the request of a newcomer that has gone. */
    static Serving forget(Serving at, MemberId gone) {
        return at.with(at.change()
                .map(change -> change.withWaiting(change.waiting().stream()
                        .filter(each -> !each.me().id().equals(gone))
                        .toList())));
    }

    /** After each event: a change that is over lets in whoever has asked meanwhile. */
    static Step afterChange(Serving before, Step step) {
        List<Message.JoinRequest> waiting = before.change().map(Change::waiting).orElse(List.of());
        if (waiting.isEmpty() || !(step.state() instanceof Serving now) || now.changes()) return step;
        Step in = step;
        for (Message.JoinRequest join : waiting)
            in = in.state()
                    .on(new Event.Heard(join.me().id(), join))
                    .after(in.effects().toArray(Effect[]::new));
        return in;
    }

    private static Step letIn(Serving at, Member who, boolean known, List<Effect> first) {
        Step stamped = at.stamp(new EntryBody.Joined(who, known), first);
        Newcomer waiting = Newcomer.waiting(stamped.state().log());
        Serving next = (Serving) stamped.state();
        Position place = next.log().end();
        Serving expecting =
                next.with(next.followers().withNewcomer(who.id(), waiting).withDelivered(who.id(), place));
        return ListUpkeep.enlist(expecting, stamped.effects()).and(new Effect.TakeInitialState(who.id(), place));
    }

    /** A repeated request: its InitialAck again, if ready; the state again, if it was never taken here (HA30). */
    private static Step again(Serving at, MemberId id) {
        Optional<Newcomer> waiting = at.followers().newcomer(id);
        // The game's code has not packed the state yet, as one that still loads: the newcomer shall not take that for
        // an empty group.
        if (waiting.isPresent())
            return at.stay(
                    waiting.get().ready()
                            ? initialAck(at.membership(), id, waiting.get())
                            : new Effect.Send(id, new Message.FrozenWait(at.epoch())));
        if (at.followers().hasAck(id)) return at.stay();
        return Step.to(
                at.with(at.followers().withNewcomer(id, Newcomer.waiting(at.log()))),
                new Effect.TakeInitialState(id, at.log().end()));
    }

    /**
     * A member whose exit is stable by now and not kept is told what that said, and comes again as another (P25, S7).
     */
    static Step tellEvicted(Serving at, MemberId id) {
        Roster roster = at.log().roster();
        Reason why = roster.findPeer(id.peer()).filter(m -> !m.id().equals(id)).isPresent()
                ? Reason.REPLACED
                : roster.findLapsed(id.peer())
                                .filter(m -> m.tokenHash() == Roster.VOID)
                                .isPresent()
                        ? Reason.KICKED
                        : Reason.CRASHED;
        return at.stay(
                new Effect.Send(id, new Message.JoinDenied(why, "this member is out of the game", Payload.EMPTY)));
    }

    /**
     * A newcomer that came in from another side of the game is bound to a number of that one (P65): this server is
     * above it by now, but the InitialAck that waits for it is of an epoch before. It comes in anew.
     */
    static Step onBound(Serving at, MemberId from, Message.Stale told) {
        boolean inVain = at.followers()
                .newcomer(from)
                .filter(one -> !one.at().end().epoch().allowedBy(told.promise()))
                .isPresent();
        return inVain
                ? Exits.onOverdue(at, new Event.MemberOverdue(from, "it is bound to a later epoch than it came in"))
                : at.stay();
    }

    static Step onInitialState(Serving at, Event.InitialStateTaken taken) {
        MemberId id = taken.newcomer();
        Optional<Newcomer> waiting = at.followers().newcomer(id);
        if (waiting.isEmpty() || waiting.get().ready()) return at.stay();
        Newcomer ready = new Newcomer(waiting.get().at(), true, taken.packed());
        return Step.to(
                at.with(at.followers().withNewcomer(id, ready)),
                initialAck(at.membership(), id, ready),
                new Effect.StartTimer(Timer.RESEND, FullMember.REPEAT_MILLIS));
    }

    static Effect initialAck(Membership membership, MemberId to, Newcomer ready) {
        return new Effect.Send(
                to, new Message.InitialAck(membership.promise(), ready.at(), membership.rules(), ready.state()));
    }
}
