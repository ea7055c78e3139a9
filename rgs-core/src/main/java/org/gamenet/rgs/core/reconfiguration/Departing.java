package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.FrameBody;

/**
 * Served, and goes: has released its epoch and answers whoever collects with its own package, the whole state (P28).
 *
 * @param promise raised by its answer
 * @param packed the last package; empty until it is there
 */
record Departing(Part part, Optional<PackedState> packed) implements FullMember {

    private static final long GO_MILLIS = 2_000;

    static Step start(Part part) {
        return Step.to(new Departing(part, Optional.empty()),
                new Effect.TakePackage(),
                new Effect.Release(part.log().end().epoch()),
                new Effect.Cast(new Message.Released(part.log().end().epoch())),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.GO, GO_MILLIS));
    }

    @Override public Step on(Event event) {
        if (event instanceof Event.PackageTaken taken) return Step.to(new Departing(part, taken.packed()));
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.Advertise ad) return onAdvertise(heard.from(), ad);
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.Nack nack && nack.epoch().equals(promise()))
            return stay(answer(heard.from(), nack.epoch(), nack.round()));
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.AckNews news
                && news.ack().body() instanceof FrameBody.Ack && !isStale(news.ack().epoch())
                && news.ack().epoch().isAfter(epoch())) return go();
        if (event instanceof Event.TimerFired fired && fired.timer() == Timer.GOODBYE)
            return stay(new Effect.Cast(new Message.Released(epoch())), new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS));
        if (event instanceof Event.TimerFired fired && fired.timer() == Timer.GO) return go();
        return stay();
    }

    /** It has released: whoever advertises a later epoch is believed, for nothing of the old one is served any more. */
    private Step onAdvertise(MemberId from, Message.Advertise ad) {
        if (isStale(ad.epoch())) return turnAway(from);
        if (ad.epoch().equals(epoch()) || ad.heard().contains(part.id())) return stay();
        Departing bound = new Departing(part.promising(ad.epoch()), packed);
        return Step.to(bound, bound.answer(from, ad.epoch(), ad.round()));
    }

    private Effect answer(MemberId holder, Epoch promised, int round) {
        double heardAt = packed.map(PackedState::takenAt).orElse(Double.NaN);
        return new Effect.Send(holder, new Message.Answer(promised, round, true, part.log(), part.rules(), heardAt, true, packed));
    }

    private Step go() {
        return Step.to(new Over(self(), promise()), new Effect.StopTimer(Timer.GOODBYE), new Effect.StopTimer(Timer.GO));
    }
}
