package org.gamenet.rgs.core.reconfiguration;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.ABOVE_PROMISE;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.ANY;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.PROMISED;
import static org.gamenet.rgs.core.reconfiguration.EpochIs.STALE;
import static org.gamenet.rgs.core.reconfiguration.Sender.ANYBODY;
import static org.gamenet.rgs.core.reconfiguration.Sender.ARBITER;
import static org.gamenet.rgs.core.reconfiguration.Sender.HOLDER;
import static org.gamenet.rgs.core.reconfiguration.Sender.NAMED;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Frozen, and has promised a holder its epoch: waits for the ACK (P36, P42).
 *
 * @param holder of the epoch promised
 * @param round of its collect
 * @param basis from what the holder makes the state, as it advertises: one that has it needs no package
 * @param call a later holder's advertisement that waits for the arbiter's word
 */
record Promised(
        Membership membership,
        Member holder,
        int round,
        Basis basis,
        FreezeContext freezing,
        Optional<PendingCollect> call)
        implements FullMember {

    private static final long ACK_WANTED_MILLIS = 300;

    Promised {
        if (!membership.promise().isAfter(membership.log().end().epoch()))
            throw new AssertionError("promised " + membership.promise() + " with a log of "
                    + membership.log().end());
    }

    static final StateTable<Promised> TABLE = StateTable.of(Promised.class)
            .heardFrom(Message.EpochStart.class, ANYBODY, STALE, "P2", Promised::turnAway)
            .heard(Message.EpochStart.class, HOLDER, ANY, "P42", Promised::resume)
            .heard(Message.EpochStart.class, ARBITER, ABOVE_PROMISE, "P42", Promised::resume)
            .heard(Message.JoinDenied.class, ARBITER, ANY, "P25", Promised::onEvicted)
            .heard(Message.Collect.class, HOLDER, PROMISED, "P36", Promised::onSameCollect)
            .ignores(Message.Collect.class, PROMISED, "it has answered another for that epoch")
            .heardFrom(Message.Collect.class, ANYBODY, STALE, "P2", Promised::turnAway)
            .ignores(Message.Collect.class, PLAYED, "it is frozen in that epoch")
            .heard(Message.Collect.class, NAMED, ANY, "P36", Promised::askWhetherReal)
            .heard(Message.Nack.class, HOLDER, PROMISED, "P37", Promised::onNack)
            .heard(Message.Released.class, HOLDER, PROMISED, "P7", Promised::onHolderGaveUp)
            .heard(Message.Released.class, PRIMARY, PLAYED, "P28", Promised::onGoodbye)
            .heardFrom(Message.EntryNews.class, ANYBODY, STALE, "P2", Promised::turnAway)
            .heardFrom(Message.JoinRequest.class, NAMED, ANY, "P26", Promised::tellToWait)
            .heard(Message.Suspicion.class, ANYBODY, ANY, "P33", Promised::noteSuspicion)
            .heard(Message.Promote.class, ANYBODY, ANY, "P33", Promised::decline)
            .ignores("it is in the game", Message.InitialAck.class, Message.FrozenWait.class)
            .ignores("it does not serve", Asked.OF_SERVERS)
            .ignores("it has answered a holder, and stamps nothing", Asked.OF_EQUALS)
            .ignores(
                    "it asks nobody to serve, and collects nothing",
                    Message.PromoteAnswer.class,
                    Message.CollectReply.class)
            .ignores("it has answered the holder, and obeys nobody else without an advertisement", Message.Stale.class)
            .on(Event.PackageTaken.class, "P36", Promised::onPackage)
            .on(Event.GameStatusKnown.class, "P36", Promised::onGameStatus)
            .on(Event.HolderSuspected.class, "P30", Promised::onSuspected)
            .on(Event.MemberGone.class, "P33", Promised::noteGone)
            .on(Event.MemberUnreachable.class, "P33", Promised::noteUnreachable)
            .on(Event.Granted.class, "P7", Promised::giveBack)
            .on(Event.Coordinates.class, "P33", Promised::noteCoordinating)
            .on(Event.LeaveAsked.class, "P28", Promised::goAtOnce)
            .ignores(
                    "it is bound: there is no way back to the old server",
                    Event.HolderAnswered.class,
                    Event.HeartbeatSeen.class,
                    Event.PlacesTold.class)
            .ignores("it is frozen, and confirms nothing any more", Event.CopyHeld.class)
            .ignores("it does not serve", Asked.IN_SERVERS)
            .ignores("it claims nothing", Event.Denied.class, Event.Activated.class)
            .ignores("it looks for no server", Event.SpareSought.class, Event.RestoreDone.class)
            .ignores("it is no spare", Event.Offered.class)
            .ignores("it is connected", Event.GroupJoined.class, Event.GroupFailed.class)
            .on(Timer.PACKAGE, "P36", Promised::answerWithoutPackage)
            .on(Timer.CHECK, "P36", Promised::answerUnchecked)
            .on(Timer.AWAIT_ACK, "P29", Promised::askForAck)
            .on(Timer.LAST_RESORT, "P74", Promised::onLate)
            .on(Timer.GIVE_UP, "P35", Promised::askBeforeGivingUp)
            .on(Timer.CLOSE, "P35", Promised::giveUp)
            .build();

    @Override
    public StateTable<Promised> table() {
        return TABLE;
    }

    @Override
    public Step on(Event event) {
        return TABLE.on(
                event instanceof Event.Heard heard
                        ? with(freezing.with(freezing.hints().reached(heard.from())))
                        : this,
                event);
    }

    @Override
    public Optional<MemberId> obeys() {
        return watches();
    }

    private Step resume(MemberId from, Message.EpochStart news) {
        return hearAck(from, news, freezing, true);
    }

    private Step onNack(Message.Nack nack) {
        return nack.round() > round
                ? new Promised(membership, holder, nack.round(), basis, freezing, call).reply(List.of())
                : stay();
    }

    private Step onHolderGaveUp() {
        return suspect("the new server gave epoch " + promise().number() + " up");
    }

    private Step onGoodbye() {
        return with(freezing.goodbye()).reply(List.of());
    }

    private Step noteSuspicion(MemberId from, Message.Suspicion suspicion) {
        return Step.to(with(freezing.with(freezing.hints().heard(from, suspicion))));
    }

    private Step noteGone(Event.MemberGone gone) {
        return Step.to(with(freezing.gone(gone.member())));
    }

    private Step noteUnreachable(Event.MemberUnreachable away) {
        return Step.to(with(freezing.unreachable(away.member())));
    }

    private Step noteCoordinating(Event.Coordinates told) {
        return Step.to(with(freezing.with(freezing.hints().withCoordinating(membership.id(), told.does()))));
    }

    private Step decline(MemberId from, Message.Promote promote) {
        return stay(new Effect.Send(
                from,
                new Message.PromoteAnswer(
                        promote.failed(),
                        false,
                        "I have answered epoch " + promise().number())));
    }

    private Step onSameCollect(Message.Collect ad) {
        if (ad.round() > round)
            return new Promised(membership, ad.holder(), ad.round(), basis, freezing, call).reply(List.of());
        return ad.heard().contains(membership.id()) ? stay() : reply(List.of());
    }

    private Step askWhetherReal(Message.Collect ad) {
        return Step.to(
                new Promised(membership, holder, round, basis, freezing, Optional.of(PendingCollect.of(ad))),
                FullMember.check());
    }

    private Step onSuspected(Event.HolderSuspected suspected) {
        return suspected.holder().equals(holder.id()) ? suspect("the new server is lost: " + suspected.why()) : stay();
    }

    private Step onPackage(Event.PackageTaken taken) {
        return with(freezing.packed(taken.packed())).replyIfNew(freezing);
    }

    private Step answerWithoutPackage() {
        return with(freezing.withoutPackage()).replyIfNew(freezing);
    }

    private Step answerUnchecked() {
        return call.map(c -> answer(c, freezing, List.of())).orElse(stay());
    }

    private Step askForAck() {
        return stay(
                new Effect.Send(
                        holder.id(), new Message.EntriesWanted(membership.log().end())),
                new Effect.StartTimer(Timer.AWAIT_ACK, ACK_WANTED_MILLIS));
    }

    private Step onLate() {
        return Step.to(with(freezing.later()));
    }

    private Step askBeforeGivingUp() {
        return stay(new Effect.AskGameStatus(), new Effect.StartTimer(Timer.CLOSE, PACKAGE_MILLIS));
    }

    private Step giveUp() {
        return freezing.goesOn() ? cutOff() : close(Reason.NO_NEW_SERVER, "no server took the game over in time");
    }

    private Step onGameStatus(Event.GameStatusKnown known) {
        if (known.ended()) return close(Reason.ENDED, "the game has ended");
        if (call.isEmpty()) return Step.to(with(freezing.told(known)));
        if (call.get().isGranted(known)) return answer(call.get(), freezing, List.of());
        return Step.to(new Promised(membership, holder, round, basis, freezing.told(known), Optional.empty()));
    }

    private Step replyIfNew(FreezeContext before) {
        return before.packageDone() || basis == Basis.HELD ? stay() : reply(List.of());
    }

    /** Answers the holder, if nothing more is to be waited for. */
    Step reply(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        if (freezing.packageDone() || basis == Basis.HELD) {
            effects.add(new Effect.Send(
                    holder.id(),
                    new Message.CollectReply(
                            promise(),
                            round,
                            true,
                            membership.log(),
                            membership.rules(),
                            freezing.heardAt(),
                            freezing.serverLeaves(),
                            basis == Basis.HELD ? Optional.empty() : freezing.best())));
            effects.add(new Effect.StartTimer(Timer.AWAIT_ACK, ACK_WANTED_MILLIS));
        }
        return Step.to(this, effects);
    }

    /** The holder that I answered is lost: its number is burnt, the search begins anew (HA6, HA7). */
    private Step suspect(String why) {
        FreezeContext again = freezing.with(freezing.hints().forgetSuspects());
        return Suspecting.of(membership, promise(), holder.id(), again, call).begin(List.of(new Effect.Note(why)));
    }

    private Promised with(FreezeContext newer) {
        return new Promised(membership, holder, round, basis, newer, call);
    }

    @Override
    public Optional<MemberId> watches() {
        return Optional.of(holder.id());
    }
}
