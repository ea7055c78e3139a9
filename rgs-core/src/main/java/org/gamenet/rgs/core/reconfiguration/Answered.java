package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Frozen, and has promised a holder its epoch: waits for the ACK (P36, P42).
 *
 * @param holder of the epoch promised
 * @param round of its collect
 * @param basis of its claim: a holder that holds the state needs no package
 * @param call a later holder's advertisement that waits for the arbiter's word
 */
record Answered(Part part, Member holder, int round, Basis basis, Freezing freezing, Optional<Call> call) implements FullMember {

    private static final long ACK_WANTED_MILLIS = 300;

    @Override public Step on(Event event) {
        if (event instanceof Event.Heard heard) return with(freezing.with(freezing.hints().reached(heard.from()))).onMessage(heard.from(), heard.message());
        if (event instanceof Event.PackageTaken taken) return with(freezing.packed(taken.packed())).replyIfNew(freezing);
        if (event instanceof Event.TimerFired fired) return onTimer(fired.timer());
        if (event instanceof Event.StandingKnown known) return onStanding(known);
        if (event instanceof Event.HolderSuspected s && s.holder().equals(holder.id())) return suspect("the new server is lost: " + s.why());
        if (event instanceof Event.MemberGone gone) return Step.to(with(freezing.gone(gone.member())));
        if (event instanceof Event.MemberUnreachable away) return Step.to(with(freezing.unreachable(away.member())));
        if (event instanceof Event.Granted late) return stay(new Effect.Release(late.epoch()));
        if (event instanceof Event.LeaveAsked)
            return Step.to(new Over(self(), promise()), new Effect.Cast(new Message.LeaveRequest()));
        return stay();
    }

    private Step onMessage(MemberId from, Message message) {
        if (message instanceof Message.AckNews news) return hearAck(from, news, freezing, true);
        if (message instanceof Message.JoinDenied out) return putOut(out);
        if (message instanceof Message.Advertise ad) return onAdvertise(from, ad);
        if (message instanceof Message.Nack nack && nack.epoch().equals(promise()))
            return nack.round() > round ? new Answered(part, holder, nack.round(), basis, freezing, call).reply(List.of()) : stay();
        if (message instanceof Message.Released r && r.epoch().equals(promise()) && from.equals(holder.id()))
            return suspect("the new server gave epoch " + promise().number() + " up");
        if (message instanceof Message.Released r && r.epoch().equals(epoch()) && from.equals(part.primary()))
            return with(freezing.goodbye()).reply(List.of());
        if (message instanceof Message.FrameNews news && isStale(news.frame().epoch())) return turnAway(from);
        if (message instanceof Message.JoinRequest) return stay(new Effect.Send(from, new Message.FrozenWait(promise())));
        if (message instanceof Message.Suspicion s) return Step.to(with(freezing.with(freezing.hints().heard(from, s))));
        if (message instanceof Message.Promote p)
            return stay(new Effect.Send(from, new Message.PromoteAnswer(p.failed(), false, "I have answered epoch " + promise().number())));
        return stay();
    }

    private Step onAdvertise(MemberId from, Message.Advertise ad) {
        if (ad.epoch().equals(promise())) {
            if (ad.round() > round) return new Answered(part, ad.holder(), ad.round(), basis, freezing, call).reply(List.of());
            return ad.heard().contains(part.id()) ? stay() : reply(List.of());
        }
        return refuseCall(from, ad)
                .orElseGet(() -> Step.to(new Answered(part, holder, round, basis, freezing, Optional.of(Call.of(ad))), FullMember.check()));
    }

    private Step onTimer(Timer timer) {
        return switch (timer) {
            case CALLBACK -> with(freezing.withoutPackage()).replyIfNew(freezing);
            case CHECK -> call.map(c -> answer(c, freezing, List.of())).orElse(stay());
            case RESEND -> stay(new Effect.Send(holder.id(), new Message.FramesWanted(part.log().end())),
                    new Effect.StartTimer(Timer.RESEND, ACK_WANTED_MILLIS));
            case LAST_RESORT -> Step.to(with(freezing.later()));
            case GIVE_UP -> stay(new Effect.AskStanding(), new Effect.StartTimer(Timer.GO, PACKAGE_MILLIS));
            case GO -> freezing.goesOn() ? cutOff() : close(Reason.NO_NEW_SERVER, "no server took the game over in time");
            default -> stay();
        };
    }

    private Step onStanding(Event.StandingKnown known) {
        if (known.ended()) return close(Reason.ENDED, "the game has ended");
        if (call.isEmpty()) return Step.to(with(freezing.told(known)));
        if (known.current().equals(call.get().epoch())) return answer(call.get(), freezing, List.of());
        return Step.to(new Answered(part, holder, round, basis, freezing.told(known), Optional.empty()));
    }

    private Step replyIfNew(Freezing before) {
        return before.packageDone() || basis == Basis.HELD ? stay() : reply(List.of());
    }

    /** Answers the holder, if nothing more is to be waited for. */
    Step reply(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        if (freezing.packageDone() || basis == Basis.HELD) {
            effects.add(new Effect.Send(holder.id(), new Message.Answer(promise(), round, true, part.log(), part.rules(), freezing.heardAt(),
                    freezing.serverLeaves(), freezing.packed())));
            effects.add(new Effect.StartTimer(Timer.RESEND, ACK_WANTED_MILLIS));
        }
        return Step.to(this, effects);
    }

    /** The holder that I answered is lost: its number is burnt, the search begins anew (HA6, HA7). */
    private Step suspect(String why) {
        Freezing again = freezing.with(freezing.hints().forgetSuspects());
        return Suspecting.of(part, promise(), holder.id(), again, call).begin(List.of(new Effect.StopTimer(Timer.RESEND), new Effect.Note(why)));
    }

    private Answered with(Freezing newer) {
        return new Answered(part, holder, round, basis, newer, call);
    }

    @Override public Optional<MemberId> watches() {
        return Optional.of(holder.id());
    }

    @Override public Epoch epoch() {
        return part.log().end().epoch();
    }
}
