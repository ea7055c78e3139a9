package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.game.GameSide;
import org.jspecify.annotations.Nullable;

/**
 * One thread's turn as the session's single writer, and what of it the application is to be told: updates are posted
 * between two inputs, never from within a step of the machine.
 */
final class Turn implements Beat {
    private final GameSide side;
    private volatile @Nullable Thread of;
    /** Something waits for the application; for the thread whose turn it is. */
    private boolean waits;

    Turn(GameSide side) {
        this.side = side;
    }

    /** This thread's turn begins. */
    void begin() {
        Thread other = of;
        if (other != null)
            throw new AssertionError("two writers: " + Thread.currentThread().getName() + " and " + other.getName());
        of = Thread.currentThread();
    }

    void end() {
        of = null;
    }

    /** Whether it is this thread's. */
    boolean isMine() {
        return of == Thread.currentThread();
    }

    /** Something waits for the application. Any thread. */
    void waits() {
        if (isMine()) waits = true;
        else side.waits(false);
    }

    /** An update that the application's executor did not take is tried again. */
    @Override
    public int tick(long now) {
        if (now >= side.postsAgainAt()) waits();
        return 0;
    }

    @Override
    public long nextAt(long now) {
        return side.postsAgainAt();
    }

    /**
     * Has posted what is to be posted; {@code here}: also if that may run handlers right here. True if nothing is left.
     * For the thread whose turn it is.
     */
    boolean tell(boolean here) {
        while (waits && (here || !side.mayHandleHere())) {
            waits = false;
            side.waits(here);
        }
        return !waits;
    }
}
