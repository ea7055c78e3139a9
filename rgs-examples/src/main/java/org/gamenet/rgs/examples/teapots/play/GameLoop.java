package org.gamenet.rgs.examples.teapots.play;

import org.gamenet.rgs.Session;
import org.gamenet.rgs.examples.teapots.screen.Screen;

/** The loop of a process: hear, play, draw, until the session is over or the screen is closed. */
public final class GameLoop {
    /** Half a tick: what arrives waits no longer, and a takeover loses no whole frame. */
    private static final long PAUSE_MILLIS = 8;

    private GameLoop() {}

    /** Returns when it is over; an interrupt ends it as well. The calling thread becomes the game thread. */
    public static void run(DuelSession duel, Screen screen) throws InterruptedException {
        Session session = duel.session();
        while (!screen.closed() && duel.frame(System.nanoTime())) {
            screen.draw(duel.world(), session.self(), caption(session));
            Thread.sleep(PAUSE_MILLIS);
        }
        session.leave();
    }

    private static String caption(Session session) {
        return session.phase() == Session.Phase.PLAYING ? "" : session.phase() + " ...";
    }
}
