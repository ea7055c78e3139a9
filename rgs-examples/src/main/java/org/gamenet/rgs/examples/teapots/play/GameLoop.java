package org.gamenet.rgs.examples.teapots.play;

/** The loop of a process without a window: hear, play, until the session is over. */
public final class GameLoop {
    /** Half a tick: what arrives waits no longer, and a takeover loses no whole frame. */
    private static final long PAUSE_MILLIS = 8;

    private GameLoop() {}

    /** Returns when it is over; an interrupt ends it as well. The calling thread becomes the game thread. */
    public static void run(DuelSession duel) throws InterruptedException {
        while (duel.frame(System.nanoTime())) Thread.sleep(PAUSE_MILLIS);
        duel.session().leave();
    }
}
