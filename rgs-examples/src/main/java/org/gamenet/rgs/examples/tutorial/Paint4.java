package org.gamenet.rgs.examples.tutorial;

import java.util.List;
import javax.swing.SwingUtilities;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.SessionEvent.Waiting;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.examples.tutorial.Arena.Floor;
import org.gamenet.rgs.examples.tutorial.Arena.Step;

/** Step 4: the game survives its host. */
public final class Paint4 implements StateHandler<Floor> {
    private final Session session;
    private final Arena arena = new Arena();
    private String caption = "looking for a game";

    Paint4(Session session) {
        this.session = session;
        session.on(Step.class, arena::step)
               .on(Floor.class, (server, floor) -> show(floor))
               .on(Left.class, (who, left) -> arena.leave(who))
               .on(Frozen.class, (server, frozen) -> caption = "the host is gone")
               .on(Waiting.class, (me, waiting) -> caption = waiting.why())
               .on(Resumed.class, (server, resumed) -> caption = "")
               .on(Closed.class, (me, closed) -> caption = closed.detail())
               .state(Floor.class, this);                                       // the one line that survives
    }

    @Override public Floor packageState() { return arena.floor(); }

    @Override public void restoreState(List<StatePackage<Floor>> packages) { arena.know(packages.get(0).state()); }

    void press(Step step) { session.sendToServer(step); }

    private void show(Floor floor) {
        caption = "";
        if (!session.isServer()) arena.know(floor);
    }

    /** False once the session is over. */
    boolean frame() {
        boolean goesOn = session.update();
        if (goesOn && session.isServer() && session.phase() == Session.Phase.PLAYING) {
            session.view().players().forEach(arena::enter);                     // also whoever joined while the old host died
            session.send(arena.floor(), Delivery.UNRELIABLE_SEQUENCED);
        }
        return goesOn;
    }

    Arena arena() { return arena; }

    String caption() { return caption; }

    static Rgs.Builder setUp() { return Rgs.game("paint").directory("localhost:7400").records(Step.class, Floor.class); }

    static GameSpec spec() { return GameSpec.clientServer("arena", 4); }

    public static void main(String[] args) {
        Rgs rgs = setUp().player(args[0]).start();
        Paint4 game = new Paint4(rgs.hostOrJoin(spec()));
        Window window = new Window(game.arena, game::press);
        SwingUtilities.invokeLater(() -> window.open("paint 4: " + args[0], () -> {
            game.frame();
            window.caption(game.caption);
        }));
    }
}
