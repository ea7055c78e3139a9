package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A planned change that hands the game over to a backup (P46): the server has stopped, its backup takes the last copy,
 * then the arbiter is asked.
 *
 * @param last the state with which the application stopped, once the backup holds it: from then on the arbiter decides
 */
record HandingOver(Optional<PackedState> last) {

    /** So long the game stands still for a backup that does not take the last copy. */
    static final long STANDSTILL_MILLIS = 500;

    static final long FIRST_RESEND_MILLIS = 20;
    private static final HandingOver STOPPED = new HandingOver(Optional.empty());

    // ---- the old server

    /** Stops at the end of its log. The next state that its application packs is the last copy. */
    static Step begin(Serving serving, Event.HandoverAsked asked) {
        Membership membership = serving.membership();
        if (!serving.mayStamp() || serving.intent().isEnding())
            return serving.stay(refused(asked, "the server changes something else, or stands still"));
        if (asked.to().equals(membership.id()) || !membership.isInAuthority(asked.to()))
            return serving.stay(refused(asked, "it is not the backup"));
        long drawn = Mix.of(membership.self().chance(), asked.to().incarnation().nonce());
        long claimId = Mix.of(
                drawn, Mix.of(serving.epoch().number(), membership.log().end().seq()));
        Change stopped =
                new Change(List.of(asked.to(), membership.id()), claimId, Optional.empty(), Optional.of(STOPPED));
        return Step.to(
                serving.with(Optional.of(stopped)),
                new Effect.StopServing(asked.to()),
                new Effect.StartTimer(Timer.HANDOVER, STANDSTILL_MILLIS));
    }

    private static Effect refused(Event.HandoverAsked asked, String why) {
        return new Effect.Refuse(PeerRequest.HANDOVER, asked.to().peer(), why);
    }

    /** The backup holds all that there is: it may be named. */
    static Step ready(Serving serving, Event.HandoverReady told) {
        Optional<Change> stopped = serving.change()
                .filter(c -> c.isForCopy(told.to())
                        && told.last().place().equals(serving.log().end()));
        if (stopped.isEmpty()) return serving.stay();
        Change claims = stopped.get().handing(new HandingOver(Optional.of(told.last())));
        return Step.to(
                serving.with(Optional.of(claims)),
                claims.claim(serving.membership()),
                new Effect.StopTimer(Timer.HANDOVER),
                new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS));
    }

    /** The backup has not taken the last copy in time. */
    static Step late(Serving serving) {
        return serving.change().filter(Change::isForCopy).isPresent()
                ? serveOn(serving, "it did not take the last copy in " + STANDSTILL_MILLIS + " ms")
                : serving.stay();
    }

    /** The game goes on where it stopped, at the same server. */
    static Step serveOn(Serving serving, String why) {
        Serving on = serving.with(Optional.empty());
        return Change.changed(Exits.flush(
                on, List.of(refusal(serving.change().orElseThrow(), why), new Effect.StopTimer(Timer.HANDOVER))));
    }

    /** The arbiter has not granted it, or not confirmed it: ahead of all else that follows from that. */
    static Effect[] refused(Change change) {
        return change.handover().isEmpty()
                ? new Effect[0]
                : new Effect[] {refusal(change, "the arbiter has not granted it")};
    }

    private static Effect refusal(Change change, String why) {
        return new Effect.ServeOn(change.authority().get(0), why);
    }

    /** Stamps the ACK of the next epoch, and nothing behind it: from here on it follows. */
    static Step over(Serving serving, Change change, Event.Activated activated) {
        Membership membership = serving.membership();
        PackedState stopped = change.handover().flatMap(HandingOver::last).orElseThrow();
        LogEntry ack = change.ack(membership.log(), activated, Optional.of(stopped));
        Log log = membership.log().with(ack);
        List<Effect> effects = new ArrayList<>();
        if (serving.mandate().disputed()) effects.add(new Effect.Thaw());
        effects.add(new Effect.Resume(List.of(ack), log));
        for (MemberId id : membership.others())
            effects.add(showing(
                    membership.log(), ack, id, serving.followers().delivered(id).orElse(Position.NONE)));
        effects.add(new Effect.StartTimer(Timer.RESEND, FIRST_RESEND_MILLIS));
        if (serving.intent().isEnding())
            effects.add(new Effect.Refuse(PeerRequest.END, 0, "the game was handed over before it could be ended"));
        Following follows = new Following(
                membership.with(log), List.of(), SuspicionHints.NONE, Optional.empty(), Gap.NONE, Optional.of(stopped));
        return Step.to(
                new HandedOver(follows, ack, membership.log(), serving.intent().leaving()), effects);
    }

    /** To one that has come to this place. */
    static Effect showing(Log before, LogEntry ack, MemberId to, Position from) {
        List<LogEntry> missing =
                before.after(from).stream().filter(f -> !f.equals(ack)).toList();
        return new Effect.Send(to, new Message.EpochStart(ack, missing));
    }

    // ---- the new one

    /**
     * Named by an ACK that is not its own: it restores the state at which the old server stopped, and asks the arbiter
     * whether the epoch is on. A member without that state gives the epoch back.
     */
    static Step take(FullMember named, LogEntry ack, FreezeContext freezing, boolean frozen) {
        Membership membership = named.membership();
        EntryBody.Ack body = (EntryBody.Ack) ack.body();
        Optional<PackedState> copy = freezing.copy()
                .filter(c -> c.place().equals(body.end())
                        && body.end().equals(membership.log().end()));
        if (copy.isEmpty())
            return named.stay(
                    new Effect.KnowActive(ack),
                    new Effect.Release(ack.epoch()),
                    new Effect.Cast(new Message.Released(ack.epoch())));
        PendingEpoch held = new PendingEpoch(
                membership.self(),
                membership.rules(),
                Optional.of(membership.promising(ack.epoch())),
                ack.epoch(),
                membership.log().end().epoch(),
                Basis.HELD,
                true);
        CollectedReplies mine = CollectedReplies.of(
                        membership.log().roster().members(),
                        new Event.Granted(
                                0, ack.epoch(), body.listed(), membership.log().authority()),
                        freezing.hints())
                .with(membership.id(), membership.log());
        List<Effect.Contribution> packages =
                List.of(new Effect.Contribution(membership.self().me(), copy.get()));
        RestorePlan plan = RestorePlan.of(membership.log(), packages, false).handed(new Handed(ack, frozen));
        return Step.to(
                new Restoring(held, 1, mine, freezing.withoutPackage(), plan),
                new Effect.StopTimer(Timer.CHECK),
                new Effect.StopTimer(Timer.FETCH),
                new Effect.KnowActive(ack),
                new Effect.Restore(packages),
                new Effect.StartTimer(Timer.RESTORE, Restoring.RESTORE_MILLIS));
    }

    /**
     * The old server becomes the backup, with the state at which it stopped: what was ordered since does not vanish
     * before it holds another (P22).
     */
    static Followers backedUp(Membership membership, LogEntry ack) {
        Followers followers = Followers.NONE;
        for (MemberId id : membership.log().authority())
            if (!id.equals(membership.id()))
                followers = followers.withCopy(id, Optional.of(((EntryBody.Ack) ack.body()).end()));
        return followers;
    }

    /**
     * An epoch that was handed over.
     *
     * @param ack as the old server has stamped it
     * @param frozen whether the application was told that the game stands still
     */
    record Handed(LogEntry ack, boolean frozen) {

        /** It cannot serve: its application, which has noticed nothing, is told that the game stands still. */
        static List<Effect> standsStill(Membership membership) {
            List<Effect> effects = new ArrayList<>(List.of(new Effect.Freeze("the game was handed over in vain")));
            effects.addAll(Suspecting.frozenTimers(membership));
            return effects;
        }
    }
}
