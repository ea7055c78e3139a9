package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PROMISED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;

/**
 * A newcomer: connected, asks for a seat until it has its {@code InitialAck} (P26).
 *
 * @param promise kept from before, if it was in the game already; else the epoch that was active when it found the game
 *     (P2)
 * @param call an advertisement that waits for the arbiter's word
 * @param back the log that it keeps, if it was left behind and comes back by itself
 */
public record Joining(
        LocalMember self, GameRules rules, Epoch promise, Optional<PendingCollect> call, Optional<Returning> back)
        implements Outsider {

    private static final long FIRST_REPEAT_MILLIS = 20;
    private static final long LATE_REPEAT_MILLIS = 500;

    /**
     * A first visit. A server that was replaced and has not heard of it yet may be there too: what the directory says
     * is the fence against it.
     */
    static Step start(LocalMember self, GameRules rules, Epoch active) {
        return begin(new Joining(self, rules, active, Optional.empty(), Optional.empty()));
    }

    /** Back after having been left behind, with a new incarnation. */
    static Step again(LocalMember self, GameRules rules, Epoch promise, Log kept) {
        return begin(new Joining(self, rules, promise, Optional.empty(), Optional.of(Returning.with(kept, false))))
                .and(new Effect.StartTimer(Timer.LAST_RESORT, rules.goOnWithFewerAfterMillis()));
    }

    /**
     * It was granted a number and gave it up: asks on, as before.
     *
     * @param othersFirstMillis for how long, and D, it leaves the next number to others (P40); 0: no longer than always
     */
    static Step goOn(
            LocalMember self,
            GameRules rules,
            Epoch promise,
            Returning back,
            List<Effect> first,
            long othersFirstMillis) {
        Joining asks = new Joining(self, rules, promise, Optional.empty(), Optional.of(back));
        Effect patience = othersFirstMillis == 0
                ? asks.patience()
                : new Effect.StartTimer(Timer.NO_GAME, othersFirstMillis + rules.suspectAfterMillis());
        return Step.to(asks, first).and(new Effect.StartTimer(Timer.ASK, FIRST_REPEAT_MILLIS), patience);
    }

    private static Step begin(Joining state) {
        return Step.to(
                state,
                new Effect.Cast(state.request()),
                new Effect.StartTimer(Timer.ASK, FIRST_REPEAT_MILLIS),
                state.patience(),
                new Effect.StartTimer(Timer.GIVE_UP, state.rules.giveUpAfterMillis()));
    }

    private Message.JoinRequest request() {
        return new Message.JoinRequest(self.me(), self.schema(), self.version(), self.token());
    }

    /**
     * Time for which a member waits to be let in. When it is over a member that comes back asks the arbiter, and goes
     * on; for a newcomer the game is over.
     */
    private Effect patience() {
        long suspect = rules.suspectAfterMillis();
        return new Effect.StartTimer(
                Timer.NO_GAME, back.isPresent() ? Math.max(1_000, 2 * suspect) : Math.max(3_000, 5 * suspect));
    }

    static final StateTable<Joining> TABLE = StateTable.of(Joining.class)
            .heard(Message.InitialAck.class, ARBITER, ANY, "P26", Joining::admit)
            .heard(Message.FrozenWait.class, ANYBODY, ANY, "P26", Joining::waitOn)
            .heard(Message.JoinDenied.class, ARBITER, ANY, "P26", Joining::onTurnedDown)
            .ignores(Message.Collect.class, STALE, "it has promised more")
            .heard(Message.Collect.class, NAMED, PROMISED, "P36", Joining::answerAgain)
            .heard(Message.Collect.class, NAMED, ANY, "P36", Joining::askWhetherReal)
            .heard(Message.Promote.class, ANYBODY, ANY, "P33", Joining::decline)
            .on(Event.GameStatusKnown.class, "P36", Joining::onGameStatus)
            .on(Event.Granted.class, "P75", Joining::onGranted)
            .on(Event.Denied.class, "P75", Joining::onDenied)
            .on(Event.GroupFailed.class, "P26", Joining::onGroupFailed)
            .on(Event.LeaveAsked.class, "P28", Joining::leave)
            .on(Timer.ASK, "P29", Joining::askAgain)
            .on(Timer.NO_GAME, "P26", Joining::onNobody)
            .on(Timer.LAST_RESORT, "P75", Joining::onLate)
            .on(Timer.GIVE_UP, "P26", Joining::giveUp)
            .on(Timer.CHECK, "P36", Joining::answerUnchecked)
            .ignoresTheRest("it is not in the game yet")
            .build();

    @Override
    public StateTable<Joining> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        Step step = TABLE.on(this, event);
        Epoch claimed = claimed(this);
        boolean kept =
                step.state() instanceof Collecting || claimed(step.state()).equals(claimed);
        return claimed.equals(Epoch.NONE) || kept ? step : step.and(new Effect.Release(claimed));
    }

    /**
     * The epoch that it claims in this state, {@link Epoch#NONE} if none. A claim that does not go on in the next state
     * is given up: it may be granted yet, or has been, and the answer is lost (P6, P7).
     */
    private static Epoch claimed(MemberState state) {
        return state instanceof Joining j ? j.back.map(Returning::claimed).orElse(Epoch.NONE) : Epoch.NONE;
    }

    private Step waitOn() {
        return back.filter(Returning::late).isPresent() ? Step.to(this) : Step.to(heard(), patience());
    }

    private Step onTurnedDown(Message.JoinDenied denied) {
        if (denied.reason() == Reason.CRASHED)
            return Step.to(
                    new GameOver(self, promise),
                    new Effect.Rejoin(
                            promise,
                            "put out before it was let in",
                            back.map(Returning::kept).orElse(Log.EMPTY)));
        return fail(denied.reason(), denied.detail(), denied.shapes());
    }

    private Step answerAgain(Message.Collect ad) {
        return ad.heard().contains(self.id()) ? Step.to(this) : answer(PendingCollect.of(ad));
    }

    /** It has nothing to serve with, and the negotiator need not wait to hear that. */
    private Step decline(MemberId from, Message.Promote promote) {
        return Step.to(
                this, new Effect.Send(from, new Message.PromoteAnswer(promote.failed(), false, "I wait for my seat")));
    }

    private Step askWhetherReal(Message.Collect ad) {
        return Step.to(calledBy(Optional.of(PendingCollect.of(ad))), FullMember.check())
                .and(patience());
    }

    private Step onGroupFailed(Event.GroupFailed failure) {
        return fail(failure.reason(), failure.detail(), Payload.EMPTY);
    }

    private Step leave() {
        return Step.to(new GameOver(self, promise), new Effect.Cast(new Message.LeaveRequest()));
    }

    private Step admit(MemberId from, Message.InitialAck ack) {
        Epoch epoch = ack.log().end().epoch();
        if (!ack.promise().allowedBy(promise) || !epoch.allowedBy(promise))
            return Step.to(this, new Effect.CountStale(), new Effect.Send(from, new Message.Stale(promise)));
        if (!ack.log().roster().has(self.id()) || ack.log().authority().isEmpty()) return Step.to(this);
        Membership membership = new Membership(self, ack.rules(), epoch, ack.log());
        return Step.to(
                new Following(membership, List.of(), SuspicionHints.NONE, Optional.empty()),
                new Effect.StopTimer(Timer.CHECK),
                new Effect.Admitted(ack.log(), ack.rules(), ack.state()),
                new Effect.Send(from, new Message.Confirmed(ack.log().end())));
    }

    private Step askAgain() {
        return Step.to(this, new Effect.Cast(request()), new Effect.StartTimer(Timer.ASK, FullMember.REPEAT_MILLIS));
    }

    private Step onNobody() {
        return back.map(this::askWhetherServed).orElseGet(this::over);
    }

    /** From now on fewer will do, whoever else waits with it (P74): the arbiter weighs whether it is time. */
    private Step onLate() {
        Joining later = with(back.map(Returning::later));
        return later.back
                .filter(one -> one.claimed().equals(Epoch.NONE))
                .map(later::askWhetherServed)
                .orElse(Step.to(later));
    }

    private Step answerUnchecked() {
        return call.map(this::answer).orElse(Step.to(this));
    }

    private Joining heard() {
        return new Joining(self, rules, promise, call, back.map(Returning::heard));
    }

    private Step over() {
        return fail(
                        Reason.NO_GAME,
                        "nobody in the group answers: the game is over; discover another, or register one",
                        Payload.EMPTY)
                .after(new Effect.Cast(new Message.LeaveRequest()));
    }

    /**
     * That nobody answers me says nothing of the game: I may be cut off still. A member that had a seat goes on until
     * it has to give up.
     */
    private Step askWhetherServed(Returning one) {
        return Step.to(with(Optional.of(one.unanswered())), new Effect.AskGameStatus(), patience());
    }

    /**
     * Told to wait, for too long: frozen, or an application that serves and never calls update. My seat, if I have one,
     * is for others (P26).
     */
    private Step giveUp() {
        String detail = back.isPresent()
                ? "the game goes on but did not take me back in time"
                : "the game has kept me waiting for " + rules.giveUpAfterMillis()
                        + " ms: it is frozen, or whoever serves it does not call update(),"
                        + " which packs the state for me; join again, or discover another";
        return fail(Reason.NOT_ADMITTED, detail, Payload.EMPTY).after(new Effect.Cast(new Message.LeaveRequest()));
    }

    private Step onGameStatus(Event.GameStatusKnown known) {
        if (known.ended()) return fail(Reason.ENDED, "the game has ended", Payload.EMPTY);
        if (call.isEmpty()) return known.served() ? Step.to(heard()) : onSilence(known);
        return call.get().isGranted(known) ? answer(call.get()) : Step.to(calledBy(Optional.empty()));
    }

    /**
     * Nobody answers, and nobody serves as the arbiter knows. A member that has the game's state, and may serve, goes
     * on with that.
     */
    private Step onSilence(Event.GameStatusKnown known) {
        Optional<Returning> able = back.filter(one -> one.silent() && one.mayServe(self, rules));
        if (able.isEmpty()) return Step.to(this);
        long id = Mix.of(
                self.chance(), Mix.of(known.current().number(), known.current().claimId()));
        Returning claiming = able.get().claiming(new Epoch(known.current().number() + 1, id));
        return Step.to(
                with(Optional.of(claiming)),
                new Effect.Claim(known.current().number(), List.of(self.id()), Basis.REBUILD, List.of(self.id()), id));
    }

    private Step onGranted(Event.Granted granted) {
        Optional<Returning> mine = back.filter(one ->
                one.claimed().claimId() == granted.claimId() && granted.epoch().isAfter(promise));
        if (mine.isEmpty()) return Step.to(this, new Effect.Release(granted.epoch()));
        return TABLE.backFrom(
                Gathering.TABLE,
                Gathering.asReturner(
                        new Membership(self, rules, promise, mine.get().kept()),
                        granted,
                        mine.get().late()));
    }

    /**
     * A denial is final; the next silence claims anew, and soon where fewer will do: the arbiter's time may run yet.
     */
    private Step onDenied(Event.Denied denied) {
        if (denied.claimId() != claimed(this).claimId()) return Step.to(this);
        if (denied.why() == Event.DenialReason.ENDED) return fail(Reason.ENDED, "the game has ended", Payload.EMPTY);
        Step asks = Step.to(with(back.map(one -> one.claiming(Epoch.NONE))));
        return back.filter(Returning::late).isPresent()
                ? asks.and(new Effect.StartTimer(Timer.NO_GAME, LATE_REPEAT_MILLIS))
                : asks;
    }

    /** It may be in the roster already: it says that it has no state, and promises like everybody else (HG23). */
    private Step answer(PendingCollect wanted) {
        if (!wanted.epoch().allowedBy(promise)) return Step.to(calledBy(Optional.empty()));
        Joining bound =
                new Joining(self, rules, wanted.epoch(), Optional.empty(), back.map(one -> one.claiming(Epoch.NONE)));
        return Step.to(
                bound,
                new Effect.StopTimer(Timer.CHECK),
                new Effect.Send(
                        wanted.holder().id(),
                        new Message.CollectReply(
                                wanted.epoch(), wanted.round(), false, Log.EMPTY, rules, 0, false, Optional.empty())));
    }

    private Step fail(Reason reason, String detail, Payload shapes) {
        boolean cutOff = back.isPresent()
                && (reason == Reason.NO_GAME
                        || reason == Reason.FULL
                        || reason == Reason.NOT_ADMITTED
                        || reason == Reason.NETWORK);
        return Step.to(new GameOver(self, promise), new Effect.Close(cutOff ? Reason.CUT_OFF : reason, detail, shapes));
    }

    private Joining calledBy(Optional<PendingCollect> pending) {
        return new Joining(self, rules, promise, pending, back);
    }

    private Joining with(Optional<Returning> newer) {
        return new Joining(self, rules, promise, call, newer);
    }
}
