package org.gamenet.rgs.examples.tutorial;

import javax.swing.SwingUtilities;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.examples.tutorial.Arena.Floor;
import org.gamenet.rgs.examples.tutorial.Arena.Step;

/** Step 2: wishes go to whoever serves, and the floor comes back. Still one player, who is its own server. */
public final class Paint2 {
    private final Session session;
    private final Arena arena = new Arena();

    Paint2(Session session) {
        this.session = session;
        session.on(Step.class, arena::step)                                     // reaches the server and nobody else
               .on(Floor.class, (server, floor) -> arena.know(floor))           // reaches everybody
               .on(Left.class, (who, left) -> arena.leave(who));                // everybody does this for itself
    }

    void press(Step step) { session.sendToServer(step); }

    void frame() {
        session.update();                                                       // all handlers run in here
        if (!session.isServer()) return;
        session.view().players().forEach(arena::enter);                         // whoever is in the game is on the floor
        session.send(arena.floor(), Delivery.UNRELIABLE_SEQUENCED);
    }

    Arena arena() { return arena; }

    static Rgs.Builder setUp() { return Rgs.game("paint").records(Step.class, Floor.class); }

    static GameSpec spec() { return GameSpec.clientServer("arena", 4); }

    public static void main(String[] args) {
        Rgs rgs = setUp().player("me").start();
        Paint2 game = new Paint2(rgs.register(spec()));
        SwingUtilities.invokeLater(() -> new Window(game.arena, game::press).open("paint 2", game::frame));
    }
}
