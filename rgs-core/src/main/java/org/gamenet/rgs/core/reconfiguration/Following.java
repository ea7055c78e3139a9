package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/**
 * In the game, and hears its server: delivers frames as they come, without gaps (P22).
 *
 * @param ahead frames beyond a gap, ascending
 * @param hints of the others
 * @param call an advertisement that waits for the arbiter's word
 */
record Following(Part part, List<Frame> ahead, Hints hints, Optional<Call> call) implements FullMember {

    /** Frames kept beyond a gap; those beyond that are asked for again (P52). */
    static final int AHEAD_MAX = 1_024;

    @Override public Step on(Event event) {
        if (event instanceof Event.Heard heard) return onMessage(heard.from(), heard.message());
        if (event instanceof Event.HeartbeatSeen beat) return onHeartbeat(beat);
        if (event instanceof Event.HolderSuspected s && s.holder().equals(part.primary())) return freeze(s.why(), s.heardAt(), false);
        if (event instanceof Event.MemberGone g) return g.member().equals(part.primary()) ? stay() : Step.to(with(hints.withGone(g.member())));
        if (event instanceof Event.MemberUnreachable u)
            return u.member().equals(part.primary()) ? stay() : Step.to(with(hints.withUnreachable(u.member())));
        if (event instanceof Event.StandingKnown known) return onStanding(known);
        if (event instanceof Event.TimerFired fired) return onTimer(fired.timer());
        if (event instanceof Event.Granted late) return stay(new Effect.Release(late.epoch()));
        if (event instanceof Event.LeaveAsked) return Leaving.start(part);
        return stay();
    }

    private Step onMessage(MemberId from, Message message) {
        if (message instanceof Message.FrameNews news) return onFrame(from, news.frame());
        if (message instanceof Message.AckNews news) return hearAck(from, news, Freezing.at(0, false, hints), false);
        if (message instanceof Message.Advertise ad)
            return refuseCall(from, ad).orElseGet(() -> Step.to(new Following(part, ahead, hints, Optional.of(Call.of(ad))), FullMember.check()));
        if (message instanceof Message.Suspicion s && s.epoch().equals(epoch())) return Step.to(with(hints.heard(from, s)));
        if (message instanceof Message.Released r && r.epoch().equals(epoch()) && from.equals(part.primary()))
            return freeze("the server leaves", Double.NaN, true);
        if (message instanceof Message.Promote p)
            return stay(new Effect.Send(from, new Message.PromoteAnswer(p.failed(), false, "I hear the server")));
        if (message instanceof Message.InitialAck ack && from.equals(part.primary()) && ack.log().end().epoch().equals(epoch()))
            return stay(new Effect.Send(from, new Message.Confirmed(part.log().end())));
        if (message instanceof Message.JoinDenied out && from.equals(part.primary())) return putOut(out);
        if (message instanceof Message.Stale stale && stale.promise().isAfter(promise())) return stay(new Effect.AskStanding());
        return stay();
    }

    private Step onFrame(MemberId from, Frame frame) {
        if (isStale(frame.epoch())) return turnAway(from);
        if (!frame.epoch().equals(epoch()) || frame.body() instanceof FrameBody.Ack) return stay();
        if (frame.seq() <= part.log().end().seq()) return stay();
        return deliver(frame);
    }

    /** All that is now without a gap; asks for the rest once, as a gap opens, and then as time passes: what was asked for comes frame by frame. */
    private Step deliver(Frame newest) {
        List<Frame> waiting = new ArrayList<>(ahead);
        if (waiting.size() < AHEAD_MAX && !waiting.contains(newest)) waiting.add(newest);
        waiting.sort(Comparator.comparingLong(Frame::seq));
        List<Effect> effects = new ArrayList<>();
        List<Frame> delivered = new ArrayList<>();
        Log log = part.log();
        while (!waiting.isEmpty() && log.takes(waiting.get(0))) {
            Frame next = waiting.remove(0);
            log = log.with(next);
            delivered.add(next);
            effects.add(new Effect.Delivered(next, log));
        }
        if (!waiting.isEmpty() && ahead.isEmpty()) {
            effects.add(new Effect.Send(part.primary(), new Message.FramesWanted(log.end())));
            effects.add(new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
        }
        return afterDelivery(new Following(part.with(log), waiting, hints, call), delivered, effects);
    }

    private Step onHeartbeat(Event.HeartbeatSeen beat) {
        if (!beat.epoch().equals(epoch()) || !beat.from().equals(part.primary())) return stay();
        Position end = part.log().end();
        Position stable = end.isBefore(beat.stable()) ? end : beat.stable();
        Following next = new Following(part.with(part.log().stableUpTo(stable)), ahead, hints, call);
        return ahead.isEmpty() && end.isBefore(beat.last()) ? Step.to(next, new Effect.Send(beat.from(), new Message.FramesWanted(end))) : Step.to(next);
    }

    private Step onTimer(Timer timer) {
        if (timer == Timer.CHECK && call.isPresent()) return obey(call.get());
        if (timer == Timer.RESEND && !ahead.isEmpty())
            return stay(new Effect.Send(part.primary(), new Message.FramesWanted(part.log().end())), new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));
        return stay();
    }

    private Step onStanding(Event.StandingKnown known) {
        boolean real = call.isPresent() && known.current().equals(call.get().epoch());
        // I hear who serves, and so does the arbiter: whoever was granted the next number did not, and needs others than me (P74).
        boolean needless = known.served() && real && !call.get().holder().id().equals(part.primary());
        if (real && !needless) return obey(call.get());
        Following calmer = new Following(part, ahead, hints, Optional.empty());
        boolean movedOn = known.active().isAfter(epoch());
        return movedOn ? calmer.freeze("the game goes on elsewhere, in epoch " + known.active().number(), Double.NaN, false) : Step.to(calmer);
    }

    /** Answers a later holder although it may still hear the old one (P36). */
    private Step obey(Call wanted) {
        if (!wanted.epoch().allowedBy(promise()) || wanted.epoch().equals(epoch())) return Step.to(new Following(part, ahead, hints, Optional.empty()));
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Freeze("another server was granted epoch " + wanted.epoch().number())));
        effects.addAll(Suspecting.frozenTimers(part));
        effects.add(new Effect.TakePackage());
        return answer(wanted, Freezing.at(Double.NaN, false, hints), effects);
    }

    private Step freeze(String why, double heardAt, boolean serverLeaves) {
        List<Effect> effects = new ArrayList<>(List.of(new Effect.Note("server lost: " + why), new Effect.Freeze(why)));
        effects.addAll(Suspecting.frozenTimers(part));
        effects.add(new Effect.TakePackage());
        Freezing freezing = Freezing.at(heardAt, serverLeaves, hints);
        Suspecting next = Suspecting.of(part, epoch(), part.primary(), freezing, call);
        return next.begin(effects);
    }

    private Following with(Hints newer) {
        return new Following(part, ahead, newer, call);
    }

    @Override public Optional<MemberId> watches() {
        return Optional.of(part.primary());
    }

    @Override public boolean plays() {
        return true;
    }
}
