package org.gamenet.rgs.core.session.base;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Beats in their order, as one; none of them does anything unless {@code runs} when their turn comes. */
public record Beats(BooleanSupplier runs, List<Beat> inOrder) implements Beat {

    @Override
    public int tick(long now) {
        if (!runs.getAsBoolean()) return 0;
        int done = 0;
        for (Beat beat : inOrder) done += beat.tick(now);
        return done;
    }

    @Override
    public long nextAt(long now) {
        long next = Long.MAX_VALUE;
        if (runs.getAsBoolean()) for (Beat beat : inOrder) next = Math.min(next, beat.nextAt(now));
        return next;
    }
}
