package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.session.base.Timers;

/** Performs effects on the machine's timers. Worker's thread. */
public final class TimerEffects implements EffectPerformer.Timers {
    private final Timers timers;
    /** When the step came that is performed; nanoseconds. */
    private long now;

    public TimerEffects(Timers timers) {
        this.timers = timers;
    }

    void at(long stepAt) {
        now = stepAt;
    }

    @Override
    public void startTimer(Effect.StartTimer start) {
        timers.start(start.timer(), now + start.millis() * 1_000_000);
    }

    @Override
    public void stopTimer(Effect.StopTimer stop) {
        timers.stop(stop.timer());
    }
}
