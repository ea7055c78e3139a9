package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.FrameBody;

/** Said goodbye: goes with its exit, or after two seconds (P28). */
record Leaving(Part part) implements FullMember {

    private static final long GO_MILLIS = 2_000;

    static Step start(Part part) {
        return Step.to(new Leaving(part), new Effect.Send(part.primary(), new Message.LeaveRequest()),
                new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS), new Effect.StartTimer(Timer.GO, GO_MILLIS));
    }

    @Override public Step on(Event event) {
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.FrameNews news
                && news.frame().epoch().equals(epoch())
                && news.frame().body() instanceof FrameBody.Exited exit && exit.who().equals(part.id())) return go();
        if (event instanceof Event.Heard heard && heard.message() instanceof Message.AckNews news
                && news.ack().body() instanceof FrameBody.Ack ack && !ack.members().contains(part.id())) return go();
        if (event instanceof Event.TimerFired fired && fired.timer() == Timer.GOODBYE)
            return stay(new Effect.Send(part.primary(), new Message.LeaveRequest()), new Effect.StartTimer(Timer.GOODBYE, REPEAT_MILLIS));
        if (event instanceof Event.TimerFired fired && fired.timer() == Timer.GO) return go();
        if (event instanceof Event.HolderSuspected s && s.holder().equals(part.primary())) return go();
        return stay();
    }

    private Step go() {
        return Step.to(new Over(self(), promise()), new Effect.StopTimer(Timer.GOODBYE), new Effect.StopTimer(Timer.GO));
    }

    @Override public Optional<MemberId> watches() {
        return Optional.of(part.primary());
    }
}
