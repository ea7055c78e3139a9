package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A planned change under way: the primary has stopped at the end of its log (P45).
 *
 * @param above the number that the next one is above, if that is not the present one (P65)
 * @param granted the next epoch, once the arbiter has granted it
 * @param handover how far it has come, if it hands the game over
 * @param waiting newcomers that have asked for a seat since the arbiter was last asked
 */
record Change(
        List<MemberId> authority,
        long claimId,
        long above,
        Optional<Epoch> granted,
        Optional<HandingOver> handover,
        List<Message.JoinRequest> waiting) {

    Change {
        waiting = List.copyOf(waiting);
    }

    Change(List<MemberId> authority, long claimId, Optional<Epoch> granted, Optional<HandingOver> handover) {
        this(authority, claimId, 0, granted, handover, List.of());
    }

    /** Of the authority alone: the same member serves. */
    static Change to(List<MemberId> authority, long claimId, long above) {
        long id = above == 0 ? claimId : Mix.of(claimId, above);
        return new Change(authority, id, above, Optional.empty(), Optional.empty(), List.of());
    }

    /** The number that its claim is to follow. */
    long expected(Epoch now) {
        return Math.max(now.number(), above);
    }

    Change granted(Epoch next) {
        return new Change(authority, claimId, above, Optional.of(next), handover, waiting);
    }

    Change handing(HandingOver further) {
        return new Change(authority, claimId, above, granted, Optional.of(further), waiting);
    }

    Change withWaiting(List<Message.JoinRequest> newer) {
        return new Change(authority, claimId, above, granted, handover, newer);
    }

    /** Whether the successor does not hold the last copy yet: nothing is claimed. */
    boolean isForCopy() {
        return handover.filter(h -> h.last().isEmpty()).isPresent();
    }

    /** Whether it waits for this one to hold the last copy. */
    boolean isForCopy(MemberId successor) {
        return isForCopy() && authority.get(0).equals(successor);
    }

    /** The question that is asked until it is answered. */
    Effect repeated(Membership membership) {
        return granted.<Effect>map(next ->
                        new Effect.Activate(next, membership.log().roster().ids()))
                .orElseGet(() -> claim(membership));
    }

    /** The claim for the next number, always the same until it is answered (P6). */
    Effect claim(Membership membership) {
        return new Effect.Claim(
                expected(membership.log().end().epoch()), authority, Basis.HELD, List.of(membership.id()), claimId);
    }

    /**
     * The ACK of the next epoch, of the same members (P45, P46).
     *
     * @param handed the member whose package the next primary goes on from, if that is another
     */
    LogEntry ack(Log before, Event.Activated activated, Optional<PackedState> handed) {
        EntryBody.Ack body = EntryBody.Ack.of(
                before.end(),
                authority,
                Optional.empty(),
                before.roster().ids(),
                handed.map(state -> List.of(authority.get(0))).orElse(List.of()),
                List.of(),
                handed.map(PackedState::marks).orElse(Map.of()),
                true,
                Double.NaN,
                Double.NaN,
                0,
                false);
        return new LogEntry(
                new Position(activated.epoch(), 0),
                body.listing(activated.listing().members()));
    }

    // ---- the primary's part in it

    static Step onChange(Serving at, Event.ChangeAsked asked) {
        List<MemberId> authority = asked.authority();
        if (!at.mayStamp()
                || authority.isEmpty()
                || !authority.get(0).equals(at.membership().id())) return at.stay();
        Position end = at.log().end();
        long claimId = Mix.of(at.self().chance(), Mix.of(end.epoch().number(), end.seq()));
        Change wanted = to(authority, claimId, asked.above());
        return Step.to(
                at.with(Optional.of(wanted)),
                wanted.claim(at.membership()),
                new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS));
    }

    static Step onGranted(Serving at, Event.Granted granted) {
        Optional<Change> change = at.change();
        if (change.isEmpty() || granted.claimId() != change.get().claimId) return EpochDispute.onGranted(at, granted);
        if (at.asksAll() && !at.isInTurn()) return AskingServer.gather(at, granted);
        return Step.to(
                at.with(Optional.of(change.get().granted(granted.epoch()))),
                new Effect.Activate(granted.epoch(), at.log().roster().ids()),
                new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS));
    }

    static Step onDenied(Serving at, Event.Denied denied) {
        Optional<Change> change = at.change();
        if (change.isEmpty() || denied.claimId() != change.get().claimId) return at.stay();
        if (denied.why() == Event.DenialReason.NOT_NOW) return at.stay();
        if (denied.why() == Event.DenialReason.ENDED)
            return GameEnding.onOver(at.with(Optional.empty())).after(HandingOver.refused(change.get()));
        // It asks again until it is told that it was overtaken.
        if (at.asksAll() && !at.isInTurn() && !denied.current().isAfter(at.epoch())) return at.stay();
        Serving back = at.with(Optional.empty());
        Step over = denied.current().isAfter(at.epoch())
                ? overtaken(back)
                : changed(Exits.flush(back, List.of(back.stopAsking())));
        return over.after(HandingOver.refused(change.get()));
    }

    static Step onActivated(Serving at, Event.Activated activated) {
        Optional<Change> change = at.change();
        if (change.isEmpty()
                || change.get().granted.filter(activated.epoch()::equals).isEmpty()) return at.stay();
        if (!activated.active()) return overtaken(at.with(Optional.empty())).after(HandingOver.refused(change.get()));
        if (!at.mandate().mayAct()) return at.stay();
        if (change.get().handover.isPresent()) return HandingOver.over(at, change.get(), activated);
        return change.get().begin(at, activated);
    }

    /** The same primary goes on in the next epoch. */
    private Step begin(Serving at, Event.Activated activated) {
        LogEntry ack = ack(at.log(), activated, Optional.empty());
        Serving now = at.inEpoch(ack, activated.listing());
        List<Effect> effects = new ArrayList<>(List.of(now.stopAsking()));
        // The arbiter has just confirmed this epoch, whatever later one it had heard of.
        if (at.mandate().disputed()) effects.add(new Effect.Thaw());
        effects.add(new Effect.Delivered(ack, now.log()));
        for (MemberId id : at.membership().others())
            effects.add(Supply.showAck(now, id, at.followers().delivered(id).orElse(Position.NONE)));
        effects.add(new Effect.StartTimer(Timer.RESEND, HandingOver.FIRST_RESEND_MILLIS));
        return changed(Exits.flush(now, effects));
    }

    /** It came too late. A server that wanted to go does not take the game up again: it answers the others. */
    private static Step overtaken(Serving back) {
        return back.intent().leaving()
                ? Departing.start(back.membership(), Optional.empty())
                : EpochDispute.doubt(back);
    }

    /** It is over; a server that wanted to go goes now, by permission in the turn that has what it had to say. */
    static Step changed(Step done) {
        return done.state() instanceof Serving now && now.intent().leaving() && !AskingServer.hasToSay(now)
                ? Departing.start(now.membership(), Optional.empty())
                        .after(done.effects().toArray(Effect[]::new))
                : done;
    }
}
