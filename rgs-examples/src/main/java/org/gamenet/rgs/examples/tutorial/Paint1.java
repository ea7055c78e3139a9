package org.gamenet.rgs.examples.tutorial;

import javax.swing.SwingUtilities;
import org.gamenet.rgs.Peer;

/** Step 1: a window, and one who paints in it. */
public final class Paint1 {
    private Paint1() {}

    public static void main(String[] args) {
        SwingUtilities.invokeLater(() -> {
            Arena arena = new Arena();
            Peer me = Peer.of(1, "me");
            arena.enter(me);
            new Window(arena, step -> arena.step(me, step)).open("paint 1", () -> {});
        });
    }
}
