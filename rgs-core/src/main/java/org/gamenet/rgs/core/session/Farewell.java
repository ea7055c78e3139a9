package org.gamenet.rgs.core.session;

import java.util.concurrent.atomic.AtomicBoolean;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.jspecify.annotations.Nullable;

/** The application leaves: what it owes then, a server's last package and the word that it is gone. Any thread. */
final class Farewell {
    private final Mailbox mailbox;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean owesPackage = new AtomicBoolean();
    private final AtomicBoolean owesGoodbye = new AtomicBoolean();
    /**
     * The thread that hands out what was there and packs the last package, for as long: to the game's code within, the
     * session still is open.
     */
    private volatile @Nullable Thread packs;

    Farewell(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    /** The application leaves now; {@code serves}: with a last package to be made. False if it has left already. */
    synchronized boolean begin(boolean serves) {
        if (begun.get()) return false;
        // In this order: an update that sees it begun is to see what is owed, too.
        owesPackage.set(serves);
        begun.set(true);
        return true;
    }

    boolean hasBegun() {
        return begun.get();
    }

    /** Whether the session is closed to the code that asks. */
    boolean isOver() {
        return begun.get() && packs != Thread.currentThread();
    }

    /**
     * Whether the application is handed what comes next. A server is handed what was there when it left, for its last
     * state lacks what it was not told; but not if it left within a handler. Game thread, in update.
     */
    boolean hears() {
        if (!begun.get()) return true;
        if (!owesPackage.get() || owesGoodbye.get()) return false;
        packs = Thread.currentThread();
        return true;
    }

    /** Whether it needs no update any more. */
    boolean wantsNothing() {
        return begun.get() && !owesPackage.get();
    }

    /** The word that it is gone comes with {@link #settle}: a callback of the application runs now. */
    void owe() {
        owesGoodbye.set(true);
    }

    /** Does what is owed. Game thread. */
    void settle(@Nullable StateKeeper<?> keeper) {
        if (!begun.get()) return;
        try {
            if (keeper != null && owesPackage.compareAndSet(true, false)) {
                packs = Thread.currentThread();
                keeper.packLast();
            }
        } finally {
            packs = null;
            if (owesGoodbye.compareAndSet(true, false)) sayGoodbye();
        }
    }

    void sayGoodbye() {
        mailbox.offer(new WorkerInput.Left());
    }
}
