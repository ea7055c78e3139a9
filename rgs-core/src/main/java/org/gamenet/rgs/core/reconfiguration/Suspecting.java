package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.FAILED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.ASKED;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Frozen: does not hear the holder of {@code failed} any more; revocable as long as it has answered nobody. Looks for a
 * successor when it is its turn to negotiate, and claims when it is asked to serve (P30-P35). Its table names the room
 * of each reaction: {@link Negotiation}, {@link Claiming} and {@link LaterHolder}.
 *
 * @param failed the epoch that lost its holder: the one it plays in, or a later one that it promised
 * @param suspected that holder; where nobody advertised {@code failed}, the last one that did, or served
 * @param search how far it has come as negotiator
 * @param next the number after {@code failed}: its own claim for it, or the grant of it to somebody else
 * @param call an advertisement that waits for the arbiter's word
 */
record Suspecting(
        Membership membership,
        Epoch failed,
        MemberId suspected,
        FreezeContext freezing,
        Search search,
        NextNumber next,
        Optional<PendingCollect> call)
        implements FullMember {

    static final long OTHERS_FIRST_MILLIS = 2_000;

    Suspecting {
        if (membership.log().end().epoch().isAfter(failed))
            throw new AssertionError(
                    "frozen in " + failed + " with a log of " + membership.log().end());
    }

    static Suspecting of(
            Membership membership,
            Epoch failed,
            MemberId suspected,
            FreezeContext freezing,
            Optional<PendingCollect> call) {
        return new Suspecting(membership, failed, suspected, freezing, Search.NOT_BEGUN, NextNumber.OPEN, call);
    }

    /** The timers that run from the freeze on, through every attempt. */
    static List<Effect> frozenTimers(Membership membership) {
        return List.of(
                new Effect.StartTimer(Timer.GIVE_UP, membership.rules().giveUpAfterMillis()),
                new Effect.StartTimer(Timer.PACKAGE, PACKAGE_MILLIS),
                new Effect.StartTimer(Timer.LAST_RESORT, membership.rules().goOnWithFewerAfterMillis()));
    }

    /** Enters the state: tells everybody, and waits for its turn. */
    Step begin(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        effects.add(suspicion());
        // Said again and again: who serves a later epoch shows its ACK to whoever suspects, though it be out (P29).
        effects.add(new Effect.StartTimer(Timer.SUSPECT, REPEAT_MILLIS));
        if (succession().leadsNowhere())
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another")
                    .after(effects.toArray(Effect[]::new));
        // It gave a number up, and might give the next up again: it leaves that to others until it has resumed.
        if (freezing.unable())
            return Negotiation.letOthersGoFirst(this, effects, OTHERS_FIRST_MILLIS + membership.suspectMillis());
        if (freezing.pauseMillis() > 0) return Negotiation.letOthersGoFirst(this, effects, freezing.pauseMillis());
        return succession().backsUp()
                ? Claiming.startClaim(this, effects, freezing.hints())
                : Negotiation.awaitTurn(this, effects);
    }

    Succession succession() {
        return new Succession(membership, suspected, freezing);
    }

    private Effect suspicion() {
        return new Effect.Cast(new Message.Suspicion(failed, false, coordinates()));
    }

    /** As its own process has told it. */
    private boolean coordinates() {
        return freezing.hints().coordinators().contains(membership.id());
    }

    static final StateTable<Suspecting> TABLE = StateTable.of(Suspecting.class)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .heard(Message.EpochStart.class, HOLDER, ANY, "P42", Suspecting::resume)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P42", Suspecting::resume)
            .heard(Message.JoinDenied.class, ARBITER, ANY, "P25", Suspecting::onEvicted)
            .heardFrom(Message.Collect.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .ignores(Message.Collect.class, PLAYED, "it is frozen in that epoch")
            .heard(Message.Collect.class, NAMED, ANY, "P36", LaterHolder::askWhetherReal)
            .heard(Message.Suspicion.class, ANYBODY, FAILED, "P33", Suspecting::noteSuspicion)
            .heard(Message.Promote.class, ANYBODY, FAILED, "P33", Claiming::onPromote)
            .heard(Message.Promote.class, ANYBODY, ANY, "P33", Claiming::decline)
            .heard(Message.PromoteAnswer.class, ASKED, FAILED, "P33", Negotiation::onPromoteAnswer)
            .heard(Message.Released.class, PRIMARY, PLAYED, "P28", Suspecting::onGoodbye)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Suspecting::letWait)
            .heard(Message.Stale.class, ANYBODY, ABOVE_PROMISE, "P21", Suspecting::askGameStatus)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Suspecting::turnAway)
            .ignores("it is in the game", Message.InitialAck.class, Message.FrozenWait.class)
            .ignores("it does not serve", Asked.OF_SERVERS)
            .ignores("it is frozen, and asks nobody", Asked.OF_EQUALS)
            .ignores("it collects nothing, and has answered nobody", Message.CollectReply.class, Message.Nack.class)
            .on(Event.MemberGone.class, "P33", Suspecting::noteGone)
            .on(Event.MemberUnreachable.class, "P33", Suspecting::noteUnreachable)
            .on(Event.PackageTaken.class, "P36", Suspecting::onPackage)
            .on(Event.SpareSought.class, "P32", Negotiation::onSpare)
            .on(Event.Granted.class, "P6", Claiming::onGranted)
            .on(Event.Denied.class, "P6", Claiming::onDenied)
            .on(Event.GameStatusKnown.class, "P7", LaterHolder::onGameStatus)
            .on(Event.HolderAnswered.class, "P31", Suspecting::onHolderAnswered)
            .on(Event.Coordinates.class, "P33", Suspecting::noteCoordinating)
            .on(Event.LeaveAsked.class, "P28", Suspecting::goAtOnce)
            .ignores(
                    "it is frozen: only an answer to a ping of its own, or an ACK, lets it go on",
                    Event.HolderSuspected.class,
                    Event.HeartbeatSeen.class,
                    Event.PlacesTold.class)
            .ignores("it is frozen, and confirms nothing any more", Event.CopyHeld.class)
            .ignores("it does not serve", Asked.IN_SERVERS)
            .ignores("it holds no epoch", Event.Activated.class, Event.RestoreDone.class)
            .ignores("it is no spare", Event.Offered.class)
            .ignores("it is connected", Event.GroupJoined.class, Event.GroupFailed.class)
            .on(Timer.NEGOTIATE, "P33", Negotiation::onTurn)
            .on(Timer.NEXT_WAY, "P32", Negotiation::onNextWay)
            .on(Timer.CANDIDATE, "P33", Negotiation::onCandidateSilent)
            .on(Timer.CLAIM, "P6", Claiming::repeat)
            .on(Timer.SUSPECT, "P29", Suspecting::suspectAgain)
            .on(Timer.PACKAGE, "P36", Suspecting::onPackageLate)
            .on(Timer.LAST_RESORT, "P74", Suspecting::onLate)
            .on(Timer.CHECK, "P36", LaterHolder::obeyUnchecked)
            .on(Timer.AWAIT_HOLDER, "P6", LaterHolder::onHolderSilent)
            .on(Timer.GIVE_UP, "P35", Suspecting::askBeforeGivingUp)
            .on(Timer.CLOSE, "P35", Suspecting::giveUp)
            .build();

    @Override
    public boolean isFrom(Sender sender, MemberId from) {
        return sender == ASKED
                ? search.asking().filter(from::equals).isPresent()
                : FullMember.super.isFrom(sender, from);
    }

    @Override
    public Optional<MemberId> obeys() {
        return Optional.of(suspected);
    }

    @Override
    public StateTable<Suspecting> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        Step step = event instanceof Event.Heard heard ? onHeard(heard) : TABLE.on(this, event);
        return !next.isClaimed() || keepsClaim(step.state())
                ? step
                : step.and(new Effect.Release(new Epoch(failed.number() + 1, next.claimId())));
    }

    /**
     * Once one is heard that was out of reach, there may be enough: a member that waits because there were too few
     * waits no longer (P74).
     */
    private Step onHeard(Event.Heard heard) {
        SuspicionHints now = freezing.hints().reached(heard.from());
        if (now == freezing.hints()) return TABLE.on(this, heard);
        Step step = TABLE.on(with(freezing.with(now)), heard);
        return pauses() && step.state() instanceof Suspecting waits && waits.isIdle()
                ? Negotiation.awaitTurn(waits, new ArrayList<>(step.effects()))
                : step;
    }

    /** Whether it leaves the number to others because too few answered it. */
    private boolean pauses() {
        return freezing.pauseMillis() > 0 && isIdle();
    }

    private boolean isIdle() {
        return !freezing.unable() && !search.begun() && !next.isClaimed();
    }

    /**
     * Whether the claim goes on in the next state. In any other state the claim is given up: it may be granted yet, or
     * has been, and the answer is lost (P6, P7).
     */
    private boolean keepsClaim(MemberState then) {
        return then instanceof Collecting || then instanceof Suspecting s && s.next.claimId() == next.claimId();
    }

    private Step resume(MemberId from, Message.EpochStart news) {
        return hearAck(from, news, freezing, true);
    }

    private Step noteSuspicion(MemberId from, Message.Suspicion suspicion) {
        return Step.to(with(freezing.with(freezing.hints().heard(from, suspicion))));
    }

    /** A member that never serves has nobody wait for it: one that comes back may go on from what it kept (P75). */
    private Step letWait(MemberId newcomer) {
        return self().mayServe() ? tellToWait(newcomer) : stay();
    }

    private Step onGoodbye() {
        return Step.to(with(freezing.goodbye()));
    }

    private Step noteGone(Event.MemberGone gone) {
        return onGone(gone.member(), freezing.gone(gone.member()));
    }

    private Step noteUnreachable(Event.MemberUnreachable away) {
        return onGone(away.member(), freezing.unreachable(away.member()));
    }

    private Step onPackage(Event.PackageTaken taken) {
        return Step.to(with(freezing.packed(taken.packed())));
    }

    private Step suspectAgain() {
        return stay(suspicion(), new Effect.StartTimer(Timer.SUSPECT, REPEAT_MILLIS));
    }

    private Step onPackageLate() {
        return Step.to(with(freezing.withoutPackage()));
    }

    private Step onLate() {
        Suspecting later = with(freezing.later());
        return pauses() ? Negotiation.awaitTurn(later, new ArrayList<>()) : Step.to(later);
    }

    private Step askBeforeGivingUp() {
        return stay(new Effect.AskGameStatus(), new Effect.StartTimer(Timer.CLOSE, PACKAGE_MILLIS));
    }

    private Step giveUp() {
        return next.overtaken().isPresent() || freezing.goesOn()
                ? cutOff()
                : close(
                        Reason.NO_NEW_SERVER,
                        "no server took the game over in time; ways tried: "
                                + membership.rules().failover());
    }

    private Step onGone(MemberId member, FreezeContext newer) {
        int before = succession().turn();
        Suspecting now = with(newer);
        if (now.succession().leadsNowhere())
            return close(Reason.NO_NEW_SERVER, "the server is gone, and this game names no way to another");
        if (next.isClaimed() && Negotiation.isInVain(now))
            return Negotiation.waitForMore(now.with(next.withdrawn()), new ArrayList<>());
        if (search.asking().isPresent() && search.asking().get().equals(member))
            return Negotiation.askMember(now, new ArrayList<>());
        boolean known = freezing.hints().isUnreachable(member) && !newer.hints().isUnreachable(member);
        if (known && pauses()) return Negotiation.awaitTurn(now, new ArrayList<>());
        if (search.begun() || now.succession().isBackupFirst(failed)) return Step.to(now);
        // The backup that was to claim is lost as well.
        if (succession().isBackupFirst(failed) && !next.isClaimed())
            return Negotiation.awaitTurn(now, new ArrayList<>());
        return before > 0 && now.succession().turn() == 0
                ? Negotiation.negotiate(now, new ArrayList<>())
                : Step.to(now);
    }

    // ---- revoking

    /** The old server lives and hears me: the same epoch goes on, unless I am bound to a later one (P31). */
    private Step onHolderAnswered(Event.HolderAnswered answered) {
        return answered.holder().equals(suspected) ? thaw() : stay();
    }

    private Step thaw() {
        if (!promise().equals(epoch()) || !failed.equals(epoch())) return stay();
        List<Effect> effects = new ArrayList<>(
                List.of(new Effect.Cast(new Message.Suspicion(failed, true, coordinates())), new Effect.Thaw()));
        effects.add(new Effect.StopTimer(Timer.CHECK));
        Following again = new Following(
                membership, List.of(), freezing.hints().forgetSuspects(), call, Gap.NONE, freezing.copy());
        return again.wakes(effects);
    }

    // ---- what this member notes

    /** The transport says it of the promised epoch: it counts while that is the epoch that failed. */
    private Step noteCoordinating(Event.Coordinates told) {
        if (!failed.equals(promise())) return stay();
        return Step.to(with(freezing.with(freezing.hints().withCoordinating(membership.id(), told.does()))));
    }

    Suspecting with(FreezeContext newer) {
        return new Suspecting(membership, failed, suspected, newer, search, next, call);
    }

    Suspecting with(Search newer) {
        return new Suspecting(membership, failed, suspected, freezing, newer, next, call);
    }

    Suspecting with(NextNumber newer) {
        return new Suspecting(membership, failed, suspected, freezing, search, newer, call);
    }

    Suspecting with(Optional<PendingCollect> pending) {
        return new Suspecting(membership, failed, suspected, freezing, search, next, pending);
    }
}
