package org.gamenet.rgs.core.session.effects;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.game.ThisMember;

/**
 * Performs the effects that only an observer of the process sees: the log of failovers, the counters. Worker's thread.
 */
public final class ObserverEffects implements EffectPerformer.Observers {
    private final ThisMember my;
    private final FailoverLog failovers;
    private final Counters counters;

    public ObserverEffects(ThisMember my, FailoverLog failovers, Counters counters) {
        this.my = my;
        this.failovers = failovers;
        this.counters = counters;
    }

    @Override
    public void note(Effect.Note note) {
        failovers.say(my.seat().self(), note.text());
    }

    @Override
    public void countStale(Effect.CountStale stale) {
        counters.stale();
    }
}
