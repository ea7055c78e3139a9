package org.gamenet.rgs.core.session.base;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Beats in their order, as one; none of them does anything unless {@code runs} when their turn comes. */
public final class Beats implements Beat {
    private final BooleanSupplier runs;
    private final Beat[] inOrder;

    public Beats(BooleanSupplier runs, List<Beat> inOrder) {
        this.runs = runs;
        this.inOrder = inOrder.toArray(Beat[]::new);
    }

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
