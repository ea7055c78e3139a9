package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.HIGHER;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;

/** Holds a granted epoch whose state is restored, and asks the arbiter to make it the active one (P40). */
record Activating(PendingEpoch held, int round, CollectedReplies gathered, FreezeContext freezing, RestorePlan plan)
        implements Collecting {

    static final StateTable<Activating> TABLE = StateTable.of(Activating.class)
            .heard(Message.Stale.class, ANYBODY, HIGHER, "P21", Activating::askGameStatus)
            .heard(Message.Collect.class, NAMED, HIGHER, "P21", Activating::askGameStatus)
            .heard(Message.EpochStart.class, NAMED, HIGHER, "P21", Activating::askGameStatus)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Activating::tellToWait)
            .ignores(
                    "it holds an epoch, and obeys nobody",
                    Message.InitialAck.class,
                    Message.FrozenWait.class,
                    Message.JoinDenied.class,
                    Message.Released.class,
                    Message.Promote.class,
                    Message.PromoteAnswer.class,
                    Message.Nack.class)
            .ignores("who is in the new epoch is settled: this one hears of it by the ACK", Message.Suspicion.class)
            .ignores("its epoch is not on yet", Asked.OF_SERVERS)
            .ignores("its epoch is not on yet", Asked.OF_EQUALS)
            .ignores("its epoch is not on yet", Message.EntryNews.class)
            .ignores("its gathering is over", Message.CollectReply.class)
            .on(Event.MemberGone.class, "P40", Activating::onGone)
            .on(Event.MemberUnreachable.class, "P40", Activating::onUnreachable)
            .on(Event.PackageTaken.class, "P37", Activating::onPackage)
            .on(Event.Activated.class, "P40", Activating::onActivated)
            .ignores("its restoring is over", Event.RestoreDone.class)
            .on(Event.GroupJoined.class, "P36", Activating::onConnected)
            .ignores("its members hear it without a common group", Event.GroupFailed.class)
            .on(Event.GameStatusKnown.class, "P7", Activating::onGameStatus)
            .on(Event.Granted.class, "P7", Activating::giveBack)
            .on(Event.LeaveAsked.class, "P28", Activating::leave)
            .ignores(
                    "it serves as soon as it may: there is nobody to suspect",
                    Event.HolderSuspected.class,
                    Event.HolderAnswered.class,
                    Event.HeartbeatSeen.class,
                    Event.PlacesTold.class)
            .ignores("it holds an epoch: its copy is the one that it had when it froze", Event.CopyHeld.class)
            .ignores("its epoch is not on yet", Asked.IN_SERVERS)
            .ignores(
                    "its claim is granted",
                    Event.Coordinates.class,
                    Event.Denied.class,
                    Event.SpareSought.class,
                    Event.Offered.class)
            .on(Timer.ACTIVATE, "P29", Activating::activateAgain)
            .on(Timer.PACKAGE, "P36", Activating::onPackageLate)
            .on(Timer.ADVERTISE, "P36", Activating::collectAgain)
            .on(Timer.LAST_RESORT, "P74", Activating::onLate)
            .on(Timer.GIVE_UP, "P35", Activating::closeFrozenTooLong)
            .on(Timer.CLOSE, "P35", Activating::closeFrozenTooLong)
            .build();

    @Override
    public StateTable<Activating> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    private Step onGone(Event.MemberGone gone) {
        return Step.to(with(plan.losing(gone.member())));
    }

    private Step onUnreachable(Event.MemberUnreachable away) {
        return Step.to(with(plan.missing(away.member())));
    }

    private Step onPackage(Event.PackageTaken taken) {
        return Step.to(with(freezing.packed(taken.packed())));
    }

    private Step onPackageLate() {
        return Step.to(with(freezing.withoutPackage()));
    }

    private Step activateAgain() {
        return activate(List.of());
    }

    Step activate(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        effects.add(new Effect.Activate(epoch(), ack().members()));
        effects.add(new Effect.StartTimer(Timer.ACTIVATE, FullMember.REPEAT_MILLIS));
        return Step.to(this, effects);
    }

    private EntryBody.Ack ack() {
        if (plan.handed().isPresent())
            return (EntryBody.Ack) plan.handed().get().ack().body();
        return AwaySeats.keeping(
                gathered.ack(self().me(), plan.end(), plan.packages(), plan.lastResort(), plan.rebuildMillis()),
                held.rules(),
                plan.end().roster());
    }

    private Step onActivated(Event.Activated activated) {
        if (!activated.epoch().equals(epoch())) return Step.to(this);
        if (activated.active()) return serve(activated.listing());
        // The old server of a handover may still hold that epoch (P46).
        return giveUp(
                "epoch " + epoch().number() + " was overtaken", plan.handed().isEmpty());
    }

    private Step serve(Listing listing) {
        List<Effect> effects = new ArrayList<>();
        LogEntry ack = new LogEntry(new Position(epoch(), 0), ack().listing(listing.members()));
        List<LogEntry> entries = gathered.entries();
        Log before = held.membership().map(Membership::log).orElseGet(plan::end);
        if (held.membership().isEmpty() || held.isReturner()) effects.add(new Effect.TakeOver(before, held.rules()));
        Log.Catchup.Reached reached = (Log.Catchup.Reached) before.catchUp(ack, entries);
        Log log = reached.log().withKept(entries, ack);
        effects.add(new Effect.Note("ACK of epoch " + epoch().number()));
        plan.again(before, entries).ifPresent(effects::add);
        effects.add(new Effect.Resume(reached.path(), log));
        Membership mine = held.membership()
                .map(membership -> membership.begin(log))
                .orElseGet(() -> new Membership(self(), held.rules(), epoch(), log));
        Map<MemberId, Position> from = new TreeMap<>();
        gathered.logs().forEach((id, l) -> from.put(id, l.end()));
        return Serving.afterAck(mine, ack, from, gathered.unadmitted(), plan.lost(), listing, effects);
    }

    @Override
    public Optional<PackedState> base() {
        return plan.base();
    }

    @Override
    public boolean isUnnoticed() {
        return plan.isUnnoticed();
    }

    @Override
    public Activating with(PendingEpoch newer) {
        return new Activating(newer, round, gathered, freezing, plan);
    }

    @Override
    public Activating with(FreezeContext newer) {
        return new Activating(held, round, gathered, newer, plan);
    }

    private Activating with(RestorePlan newer) {
        return new Activating(held, round, gathered, freezing, newer);
    }
}
