package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.HIGHER;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;

/** Holds a granted epoch, and waits for its application to restore what was gathered (P40). */
record Restoring(PendingEpoch held, int round, CollectedReplies gathered, FreezeContext freezing, RestorePlan plan)
        implements Collecting {

    static final long RESTORE_MILLIS = 2_000;

    static final StateTable<Restoring> TABLE = StateTable.of(Restoring.class)
            .heard(Message.Stale.class, ANYBODY, HIGHER, "P21", Restoring::askGameStatus)
            .heard(Message.Collect.class, NAMED, HIGHER, "P21", Restoring::askGameStatus)
            .heard(Message.EpochStart.class, NAMED, HIGHER, "P21", Restoring::askGameStatus)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Restoring::tellToWait)
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
            .on(Event.MemberGone.class, "P40", Restoring::onGone)
            .on(Event.MemberUnreachable.class, "P40", Restoring::onUnreachable)
            .on(Event.PackageTaken.class, "P37", Restoring::onPackage)
            .on(Event.RestoreDone.class, "P40", Restoring::onRestored)
            .ignores("nothing is activated yet", Event.Activated.class)
            .on(Event.GroupJoined.class, "P36", Restoring::onConnected)
            .ignores("its members hear it without a common group", Event.GroupFailed.class)
            .on(Event.GameStatusKnown.class, "P7", Restoring::onGameStatus)
            .on(Event.Granted.class, "P7", Restoring::giveBack)
            .on(Event.LeaveAsked.class, "P28", Restoring::leave)
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
            .on(Timer.RESTORE, "P40", Restoring::onTooSlow)
            .on(Timer.ADVERTISE, "P36", Restoring::collectAgain)
            .on(Timer.LAST_RESORT, "P74", Restoring::onLate)
            .on(Timer.GIVE_UP, "P35", Restoring::closeFrozenTooLong)
            .on(Timer.CLOSE, "P35", Restoring::closeFrozenTooLong)
            .build();

    @Override
    public StateTable<Restoring> table() {
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

    Step onRestored(Event.RestoreDone done) {
        if (!done.done()) return notRestored(done.why());
        // A copy that is held contains all that was called stable: nobody has to vouch for it (P23).
        List<Effect.Contribution> readable = plan.readable(done.unreadable());
        boolean witnessed =
                held.basis() == Basis.HELD ? !readable.isEmpty() : gathered.hasWitness(readable, done.unreadable());
        boolean mayWithout = held.basis() == Basis.HELD ? freezing.late() : mayGoOnWithout();
        if (!witnessed && !mayWithout)
            return with(plan.restored(readable, false, done.millis())).notWitnessed();
        // The state that it has restored is what it knows from here on, also if another member takes the game over
        // (P73).
        Optional<PackedState> base = readable.stream().findFirst().map(Effect.Contribution::packed);
        FreezeContext now = base.isPresent() ? freezing.packed(base) : freezing;
        return new Activating(held, round, gathered, now, plan.restored(readable, witnessed, done.millis()))
                .activate(List.of());
    }

    private Step onTooSlow() {
        return restoresTooLong();
    }

    @Override
    public boolean isRestoring() {
        return true;
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
    public Restoring with(PendingEpoch newer) {
        return new Restoring(newer, round, gathered, freezing, plan);
    }

    @Override
    public Restoring with(FreezeContext newer) {
        return new Restoring(held, round, gathered, newer, plan);
    }

    private Restoring with(RestorePlan newer) {
        return new Restoring(held, round, gathered, freezing, newer);
    }
}
