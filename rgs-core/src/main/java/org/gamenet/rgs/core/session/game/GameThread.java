package org.gamenet.rgs.core.session.game;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One thread at a time is the game's: two at once are a mistake of the game, told where it is made. */
public final class GameThread {
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private volatile @Nullable Thread last;

    /** Enters update or recv. */
    public void enter(String what) {
        Thread me = Thread.currentThread();
        Thread other = inside.compareAndExchange(null, me);
        if (other == null) {
            last = me;
            return;
        }
        if (other == me) throw new IllegalStateException(what + " called from within a handler: return from it first");
        throw new IllegalStateException(what + " called on " + me.getName() + " while " + other.getName()
                + " is in update or recv: let one thread be the game thread");
    }

    public void exit() {
        inside.set(null);
    }

    /** Whether this is called from within update or recv. */
    public boolean isInside() {
        return inside.get() == Thread.currentThread();
    }

    /** Whether this thread is the game's: the one that was in update or recv last. */
    public boolean isMine() {
        return last == Thread.currentThread();
    }

    /** For calls that are allowed from a handler, too. */
    public void check(String what) {
        Thread other = inside.get();
        if (other != null && other != Thread.currentThread()) {
            throw new IllegalStateException(
                    what + " called on " + Thread.currentThread().getName() + " while " + other.getName()
                            + " is in update or recv: let one thread be the game thread");
        }
    }
}
