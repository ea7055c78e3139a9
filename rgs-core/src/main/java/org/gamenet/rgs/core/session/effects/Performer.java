package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.jspecify.annotations.Nullable;

/** Does what a step wants done: a door for each family of effects. Worker's thread only. */
public record Performer(
        MemberEffects members,
        ArbiterEffects arbiter,
        TransportEffects transport,
        GameEffects game,
        TimerEffects timers,
        ObserverEffects observers)
        implements EffectPerformer {

    /** One effect of a step; {@code now}: when the step came, in nanoseconds. */
    public void perform(Effect effect, long now) {
        game.at(now);
        timers.at(now);
        effect.by(this);
    }

    /** All effects of that step are done. */
    public void performed(Step step, @Nullable MemberState before) {
        game.reload(step, before);
    }
}
