package org.gamenet.rgs.examples.tutorial;

import javax.swing.SwingUtilities;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.examples.tutorial.Arena.Floor;
import org.gamenet.rgs.examples.tutorial.Arena.Step;

/** Step 3: the first one hosts, the others join. When the host dies, so does the game. */
public final class Paint3 {
    private final Session session;
    private final Arena arena = new Arena();
    private String caption = "looking for a game";

    Paint3(Session session) {
        this.session = session;
        session.on(Step.class, arena::step)
               .on(Floor.class, (server, floor) -> show(floor))
               .on(Left.class, (who, left) -> arena.leave(who))
               .on(Closed.class, (me, closed) -> caption = closed.detail());    // says why, and what would help
    }

    void press(Step step) { session.sendToServer(step); }

    private void show(Floor floor) {
        caption = "";
        if (!session.isServer()) arena.know(floor);                             // what I serve is newer than what I sent
    }

    void frame() {
        session.update();
        if (!session.isServer()) return;
        session.view().players().forEach(arena::enter);
        session.send(arena.floor(), Delivery.UNRELIABLE_SEQUENCED);
    }

    Arena arena() { return arena; }

    String caption() { return caption; }

    static Rgs.Builder setUp() { return Rgs.game("paint").directory("localhost:7400").records(Step.class, Floor.class); }

    static GameSpec spec() { return GameSpec.clientServer("arena", 4).noFailover(); }

    public static void main(String[] args) {
        Rgs rgs = setUp().player(args[0]).start();
        Paint3 game = new Paint3(rgs.hostOrJoin(spec()));
        Window window = new Window(game.arena, game::press);
        SwingUtilities.invokeLater(() -> window.open("paint 3: " + args[0], () -> {
            game.frame();
            window.caption(game.caption);
        }));
    }
}
