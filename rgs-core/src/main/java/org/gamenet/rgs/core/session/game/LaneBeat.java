package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.session.base.Beat;

/** Lets time pass for the lanes of the game, ten times in a D. Worker's thread only. */
public final class LaneBeat implements Beat {
    private final CurrentGame game;
    private long nextAt;

    public LaneBeat(CurrentGame game) {
        this.game = game;
    }

    @Override
    public int tick(long now) {
        Lanes running = game.lanes();
        if (running == null || now < nextAt) return 0;
        running.tick(now);
        nextAt = now + game.timing().suspectNanos() / 10;
        return 0;
    }

    @Override
    public long nextAt(long now) {
        return game.lanes() == null ? Long.MAX_VALUE : nextAt;
    }
}
