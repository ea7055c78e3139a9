package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.FrameBody;

/**
 * Served, and goes: has released its epoch and answers whoever collects with its own package, the whole state (P28).
 *
 * @param promise raised by its answer
 * @param packed the last package; empty until it is there
 * @param call the holder that it has answered
 */
record Departing(Part part, Optional<PackedState> packed, Optional<Call> call) implements FullMember {

    private static final long GO_MILLIS = 2_000;

    static Step start(Part part) {
        if (Search.ways(part.rules().failover()).isEmpty())
            return Step.to(new Over(part.self(), part.promise()), new Effect.Release(part.log().end().epoch()),
                    new Effect.Cast(new Message.Released(part.log().end().epoch())));
        return Step.to(new Departing(part, Optional.empty(), Optional.empty()),
                new Effect.TakePackage(),
                new Effect.Release(part.log().end().epoch()),
                new Effect.Cast(new Message.Released(part.log().end().epoch())),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS),
                new Effect.StartTimer(Timer.GO, GO_MILLIS));
    }

    @Override public Step on(Event event) {
        if (event instanceof Event.PackageTaken taken) return onPackage(taken.packed());
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.Advertise ad) return onAdvertise(heard.from(), ad);
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.Nack nack && nack.epoch().equals(promise()))
            return call.map(c -> bind(part, new Call(c.epoch(), nack.round(), c.basis(), c.holder()))).orElse(stay());
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
        return bind(part.promising(ad.epoch()), Call.of(ad));
    }

    private Step bind(Part bound, Call wanted) {
        Departing next = new Departing(bound, packed, Optional.of(wanted));
        return Step.to(next, next.answer(wanted));
    }

    /** A fresher one counts, though an older was handed over already. */
    private Step onPackage(Optional<PackedState> taken) {
        Departing next = new Departing(part, taken, call);
        return call.map(c -> Step.to(next, next.answer(c))).orElse(Step.to(next));
    }

    private Effect answer(Call to) {
        double heardAt = packed.map(PackedState::takenAt).orElse(Double.NaN);
        return new Effect.Send(to.holder().id(), new Message.Answer(to.epoch(), to.round(), true, part.log(), part.rules(), heardAt, true, packed));
    }

    private Step go() {
        return Step.to(new Over(self(), promise()), new Effect.StopTimer(Timer.GOODBYE), new Effect.StopTimer(Timer.GO));
    }
}
