package org.gamenet.rgs.examples.teapots.play;

/** The loop of a process without a window: hear, play, until the session is over. */
public final class GameLoop {
    /** Half a tick: what arrives waits no longer, and a takeover loses no whole frame. */
    private static final long PAUSE_MILLIS = 8;

    private GameLoop() {}

    /** Returns when it is over; an interrupt ends it as well. The calling thread becomes the game thread. */
<<<<<<< HEAD
    public static void run(DuelSession duel) throws InterruptedException {
        while (duel.frame(System.nanoTime())) Thread.sleep(PAUSE_MILLIS);
        duel.session().leave();
=======
    public static void run(DuelSession duel, Screen screen) throws InterruptedException {
        Session session = duel.session();
        while (!screen.closed() && duel.frame(System.nanoTime())) {
            screen.draw(duel.world(), session.self(), caption(session));
            session.drawn();
            Thread.sleep(PAUSE_MILLIS);
        }
        session.leave();
    }

    private static String caption(Session session) {
        return session.phase() == Session.Phase.PLAYING ? "" : session.phase() + " ...";
>>>>>>> 5d27245 (session: data age at five points, from a player's action to another's screen)
    }
}
