package org.gamenet.rgs.examples.quickstart;

import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;

/**
 * A machine that serves when another fails: stands by for a game of {@link SurviveCrash} that has lost its server, serves it to its end,
 * stands by again. Needs no player, no window, and no argument.
 */
public final class DedicatedServer {
    /** A takeover waits for the next update, so a spare looks often: every 16 ms at least. */
    private static final long PAUSE_MILLIS = 10;

    private DedicatedServer() {}

    /** Runs until it is ended from outside. */
    public static void main(String[] args) throws InterruptedException {
        try (Rgs rgs = SurviveCrash.setUp().start()) {
            while (true) {
                System.out.println("standing by");
                serve(rgs.standBy());
            }
        }
    }

    private static void serve(Session session) throws InterruptedException {
        SurviveCrash game = new SurviveCrash(session);                      // the same rules, whoever runs them
        for (int turn = 0; session.update(); turn++) {                      // false once that game is over
            if (turn % 50 == 0) game.tell();
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
