package org.gamenet.rgs.examples.tutorial;

import org.gamenet.rgs.Rgs;

/** A machine that serves when another fails: it stands by, serves a game that has lost its host to its end, and stands by again. */
public final class PaintSpare {
    /** A takeover waits for the next frame. */
    private static final long PAUSE_MILLIS = 10;

    private PaintSpare() {}

    public static void main(String[] args) throws InterruptedException {
        try (Rgs rgs = Paint4.setUp().start()) {
            while (true) {
                System.out.println("standing by");
                Paint4 game = new Paint4(rgs.standBy());                        // the same rules, whoever runs them
                while (game.frame()) Thread.sleep(PAUSE_MILLIS);
            }
        }
    }
}
