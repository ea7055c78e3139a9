package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.HIGHER;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;

/**
 * Holds a granted epoch, and gathers what the members answer, round after round (P36-P39). A backup has its application
 * restore its copy meanwhile: that is what it goes on from, whatever they answer (P40).
 *
 * @param hurries whether it goes on as soon as enough have answered, and waits for nobody else
 * @param restored result of a copy that is restored meanwhile, once that is over
 */
record Gathering(
        PendingEpoch held,
        int round,
        CollectedReplies gathered,
        FreezeContext freezing,
        boolean hurries,
        Optional<Event.RestoreDone> restored)
        implements Collecting {

    private static final long COLLECT_REBUILD_MILLIS = 2_000;
    private static final long COLLECT_HELD_MILLIS = 150;

    Gathering(PendingEpoch held, int round, CollectedReplies gathered, FreezeContext freezing) {
        this(held, round, gathered, freezing, false, Optional.empty());
    }

    static final StateTable<Gathering> TABLE = StateTable.of(Gathering.class)
            .heard(Message.CollectReply.class, ANYBODY, PLAYED, "P37", Gathering::onAnswer)
            .heard(Message.Stale.class, ANYBODY, HIGHER, "P21", Gathering::askGameStatus)
            .heard(Message.Collect.class, NAMED, HIGHER, "P21", Gathering::askGameStatus)
            .heard(Message.EpochStart.class, NAMED, HIGHER, "P21", Gathering::askGameStatus)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Gathering::tellToWait)
            .heard(Message.Suspicion.class, ANYBODY, ANY, "P36", Gathering::callOne)
            .ignores(
                    "it holds an epoch, and obeys nobody",
                    Message.InitialAck.class,
                    Message.FrozenWait.class,
                    Message.JoinDenied.class,
                    Message.Released.class,
                    Message.Promote.class,
                    Message.PromoteAnswer.class,
                    Message.Nack.class)
            .ignores("its epoch is not on yet", Asked.OF_SERVERS)
            .ignores("its epoch is not on yet", Asked.OF_EQUALS)
            .ignores("its epoch is not on yet", Message.EntryNews.class)
            .on(Event.MemberGone.class, "P37", Gathering::onGone)
            .on(Event.MemberUnreachable.class, "P37", Gathering::onUnreachable)
            .on(Event.PackageTaken.class, "P37", Gathering::onPackage)
            .on(Event.RestoreDone.class, "P40", Gathering::onRestored)
            .ignores("nothing is activated yet", Event.Activated.class)
            .on(Event.GroupJoined.class, "P36", Gathering::onConnected)
            .on(Event.GroupFailed.class, "P7", Gathering::onGroupFailed)
            .on(Event.GameStatusKnown.class, "P7", Gathering::onGameStatus)
            .on(Event.Granted.class, "P7", Gathering::giveBack)
            .on(Event.LeaveAsked.class, "P28", Gathering::leave)
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
            .on(Timer.RESTORE, "P40", Gathering::onTooSlow)
            .on(Timer.PACKAGE, "P37", Gathering::onPackageLate)
            .on(Timer.COLLECT, "P37", Gathering::deadline)
            .on(Timer.ADVERTISE, "P36", Gathering::collectAgain)
            .on(Timer.LAST_RESORT, "P74", Gathering::onLate)
            .on(Timer.GIVE_UP, "P35", Gathering::closeFrozenTooLong)
            .on(Timer.CLOSE, "P35", Gathering::closeFrozenTooLong)
            .build();

    @Override
    public StateTable<Gathering> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(this, event);
    }

    static Step asSpare(
            LocalMember self,
            GameRules rules,
            Event.Granted granted,
            Epoch failed,
            CollectedReplies nobody,
            boolean connected,
            boolean late) {
        FreezeContext freezing =
                FreezeContext.at(Double.NaN, false, SuspicionHints.NONE).withoutPackage();
        PendingEpoch held =
                new PendingEpoch(self, rules, Optional.empty(), granted.epoch(), failed, Basis.REBUILD, connected);
        return new Gathering(held, 1, nobody, late ? freezing.later() : freezing)
                .begin()
                .and(new Effect.StartTimer(Timer.GIVE_UP, rules.giveUpAfterMillis()));
    }

    static Step asPlayer(Membership membership, Event.Granted granted, FreezeContext freezing) {
        // Each of equals has the whole state, as far as its log goes: nothing is to be put together (P40).
        if (membership.rules().peers())
            return inGame(
                    membership, granted, Basis.HELD, freezing.withoutPackage().holding(Optional.empty()));
        return inGame(membership, granted, Basis.REBUILD, freezing);
    }

    /** The server of the last active epoch, which claims the next one itself: it still has everything (P9, P21). */
    static Step asHeld(Membership membership, Event.Granted granted, FreezeContext freezing) {
        return inGame(membership, granted, Basis.HELD, freezing.withoutPackage());
    }

    /** Left behind, and nobody is there to let it in again: it goes on with what it has kept (P75). */
    static Step asReturner(Membership kept, Event.Granted granted, boolean late) {
        FreezeContext freezing = FreezeContext.at(Double.NaN, false, SuspicionHints.NONE);
        return asPlayer(kept, granted, late ? freezing.later() : freezing).and(new Effect.TakeKept());
    }

    private static Step inGame(Membership membership, Event.Granted granted, Basis basis, FreezeContext freezing) {
        PendingEpoch held = new PendingEpoch(
                membership.self(),
                membership.rules(),
                Optional.of(membership.promising(granted.epoch())),
                granted.epoch(),
                membership.promise(),
                basis,
                true);
        // Where fewer may go on (P74) whoever was out of reach before the grant is waited for once more: it may have
        // voted, and have more of the old epoch (P60).
        SuspicionHints hints = freezing.late() ? freezing.hints().allReached() : freezing.hints();
        CollectedReplies nobody = CollectedReplies.of(membership.log().roster().members(), granted, hints);
        return new Gathering(held, 1, nobody, freezing).withOwnAnswer().begin();
    }

    /**
     * Its own log is one of the answers (P37, HG19), and says who is to be waited for before its own package is there.
     */
    private Gathering withOwnAnswer() {
        if (held.membership().isEmpty()) return this;
        if (held.basis() == Basis.REBUILD && !freezing.packageDone())
            return with(gathered.with(self().id(), held.membership().get().log()));
        Message.CollectReply own = new Message.CollectReply(
                epoch(),
                round,
                true,
                held.membership().get().log(),
                held.rules(),
                freezing.heardAt(),
                freezing.serverLeaves(),
                freezing.best());
        return with(gathered.with(self().id(), own, round));
    }

    private Step begin() {
        List<Effect> effects =
                new ArrayList<>(List.of(new Effect.Note("claim epoch " + epoch().number() + " granted")));
        effects.add(new Effect.StartTimer(
                Timer.COLLECT, held.basis() == Basis.HELD ? COLLECT_HELD_MILLIS : COLLECT_REBUILD_MILLIS));
        effects.add(new Effect.Cast(collect()));
        effects.add(new Effect.StartTimer(Timer.ADVERTISE, FIRST_REPEAT_MILLIS));
        if (restoresMeanwhile()) effects.addAll(restoring(heldCopy()));
        return settle(effects);
    }

    private boolean restoresMeanwhile() {
        return held.basis() == Basis.HELD && !heldCopy().isEmpty();
    }

    private static List<Effect> restoring(List<Effect.Contribution> packages) {
        return List.of(new Effect.Restore(packages), new Effect.StartTimer(Timer.RESTORE, Restoring.RESTORE_MILLIS));
    }

    /** Of a copy: what an earlier recovery had restored, and gave up, may be told now and is nothing to this one. */
    private Step onRestored(Event.RestoreDone done) {
        if (!isRestoring()) return Step.to(this);
        return done.done() ? Step.to(with(Optional.of(done))) : notRestored(done.why());
    }

    private Step onTooSlow() {
        return isRestoring() ? restoresTooLong() : Step.to(this);
    }

    /** Members that have answered hear it without a common group, which can wait. */
    private Step onGroupFailed(Event.GroupFailed failure) {
        return gathered.logs().isEmpty() ? giveUp("cannot connect: " + failure.detail(), true) : Step.to(this);
    }

    private Step onAnswer(MemberId from, Message.CollectReply answer) {
        return with(gathered.with(from, answer, round)).settle(new ArrayList<>());
    }

    /** A member that looks for a server has not heard the call, perhaps because nobody here knew where it listens. */
    private Step callOne(MemberId from, Message.Suspicion suspicion) {
        boolean looks = !suspicion.revoked() && gathered.lacks(from);
        return looks ? Step.to(this, new Effect.Send(from, collect())) : Step.to(this);
    }

    private Step onPackage(Event.PackageTaken taken) {
        return onPackage(freezing.packed(taken.packed()));
    }

    private Step onPackageLate() {
        return onPackage(freezing.withoutPackage());
    }

    private Step onPackage(FreezeContext newer) {
        Gathering now = with(newer);
        return freezing.packageDone() ? Step.to(now) : now.withOwnAnswer().settle(new ArrayList<>());
    }

    private Step onGone(Event.MemberGone gone) {
        return lose(gone.member(), gathered.without(gone.member()), freezing.gone(gone.member()));
    }

    private Step onUnreachable(Event.MemberUnreachable away) {
        return lose(away.member(), gathered.outOfReach(away.member()), freezing.unreachable(away.member()));
    }

    /** A REBUILD begins anew without the dead one (P37). */
    private Step lose(MemberId member, CollectedReplies rest, FreezeContext newer) {
        boolean counted = gathered.awaited(self().id()).contains(member)
                && !gathered.absent().isLost(member);
        Gathering now = with(rest).with(newer);
        if (!counted || held.basis() == Basis.HELD) return now.settle(new ArrayList<>());
        Gathering next = new Gathering(held, round + 1, rest.nextRound(), newer).withOwnAnswer();
        List<Effect> effects = new ArrayList<>(List.of(
                new Effect.Note("a member is lost: round " + next.round),
                new Effect.Cast(new Message.Nack(epoch(), next.round))));
        return next.settle(effects);
    }

    /** Goes on to the restoring if everybody has answered who can. */
    private Step settle(List<Effect> effects) {
        if (isEnough() && (hurries || gathered.isComplete(self().id())) && !awaitsWitness()) return restore(effects);
        boolean outnumbered = !freezing.late() && gathered.isOutnumbered(self().id());
        return outnumbered
                ? outnumbered("half of those listed are out of reach").after(effects.toArray(Effect[]::new))
                : Step.to(this, effects);
    }

    private boolean isEnough() {
        return gathered.isMajority(self().id())
                || freezing.late() && !gathered.logs().isEmpty();
    }

    /** P73: the old server is not waited for, but where nobody else can be the witness it may still answer. */
    private boolean awaitsWitness() {
        return held.basis() == Basis.REBUILD && !mayGoOnWithout() && gathered.mayHaveWitnessYet();
    }

    /**
     * The time is over. After its moment a HELD one goes on with as many as there must be, or waits for these up to the
     * time of a REBUILD: that some are gone a dial tells later than that (P37).
     */
    private Step deadline() {
        if (isEnough()) return restore(new ArrayList<>());
        if (held.basis() == Basis.REBUILD || hurries) return outnumbered("too few of those listed answered");
        return Step.to(
                new Gathering(held, round, gathered, freezing, true, restored),
                new Effect.StartTimer(Timer.COLLECT, COLLECT_REBUILD_MILLIS - COLLECT_HELD_MILLIS));
    }

    private Step outnumbered(String why) {
        return with(freezing.withTooFew()).giveUp(why, true);
    }

    private Step restore(List<Effect> effects) {
        Optional<Log> end = gathered.end();
        if (end.isEmpty())
            return giveUp("no answer covers the entries that are not stable", true)
                    .after(effects.toArray(Effect[]::new));
        boolean behind = held.membership().isPresent()
                && !gathered.isPrefix(held.membership().get().log(), end.get());
        boolean out = held.membership().isPresent()
                && !held.isReturner()
                && !end.get().roster().has(self().id());
        if (behind || out)
            return leftBehind("my own history is not part of what the others hold")
                    .after(effects.toArray(Effect[]::new));
        List<Effect.Contribution> packages =
                held.basis() == Basis.HELD ? heldCopy() : gathered.packages(self().me(), end.get());
        boolean witnessed = held.basis() == Basis.HELD || gathered.hasWitness(packages, List.of());
        if (!witnessed && !mayGoOnWithout())
            return outnumbered("nobody listed has shown a package that is contained in what can be restored")
                    .after(effects.toArray(Effect[]::new));
        if (held.membership().isEmpty() && !gathered.isAnybodyLeft(end.get(), packages.isEmpty()))
            return giveUp("nobody is left in the game", true).after(effects.toArray(Effect[]::new));
        effects.add(new Effect.Note("packages " + packages.size() + "/"
                + gathered.awaited(self().id()).size()));
        boolean lastResort = !gathered.isMajority(self().id()) || !witnessed && !packages.isEmpty();
        if (lastResort)
            effects.add(new Effect.Note(
                    "goes on with fewer than half, or with nobody that the arbiter lists: something may be lost"));
        RestorePlan plan = RestorePlan.of(end.get(), packages, lastResort);
        if (packages.isEmpty()) return new Activating(held, round, gathered, freezing, plan).activate(effects);
        Restoring next = new Restoring(held, round, gathered, freezing, plan);
        if (restored.isPresent()) return next.onRestored(restored.get()).after(effects.toArray(Effect[]::new));
        if (!restoresMeanwhile()) effects.addAll(restoring(packages));
        return Step.to(next, effects);
    }

    /** The copy that a backup goes on from; a former server has all of it in its application (P40). */
    private List<Effect.Contribution> heldCopy() {
        boolean served =
                held.membership().filter(p -> p.log().isPrimary(self().id())).isPresent();
        return served
                ? List.of()
                : freezing.copy().stream()
                        .map(c -> new Effect.Contribution(self().me(), c))
                        .toList();
    }

    @Override
    public Optional<PackedState> base() {
        return restoresMeanwhile() ? freezing.copy() : Optional.empty();
    }

    @Override
    public boolean hasRestored() {
        return false;
    }

    @Override
    public boolean isRestoring() {
        return restoresMeanwhile() && restored.isEmpty();
    }

    @Override
    public Gathering with(PendingEpoch newer) {
        return new Gathering(newer, round, gathered, freezing, hurries, restored);
    }

    @Override
    public Gathering with(FreezeContext newer) {
        return new Gathering(held, round, gathered, newer, hurries, restored);
    }

    private Gathering with(CollectedReplies newer) {
        return new Gathering(held, round, newer, freezing, hurries, restored);
    }

    private Gathering with(Optional<Event.RestoreDone> done) {
        return new Gathering(held, round, gathered, freezing, hurries, done);
    }
}
