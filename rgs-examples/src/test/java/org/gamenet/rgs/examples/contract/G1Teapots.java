package org.gamenet.rgs.examples.contract;

import java.time.Duration;
import java.util.*;
import org.gamenet.rgs.*;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.*;

/**
 * The contract's second program: client and server with each way to a new server, found by discover, register and join.
 */
final class G1Teapots implements StateHandler<G1Teapots.World> {
    record Teapot(float x, float y, float vx, float vy, int score) {}

    record Steer(float ax, float ay) {}

    record World(Map<Peer, Teapot> pots) {}

    final Session session;
    final Map<Peer, Teapot> pots = new TreeMap<>();

    G1Teapots(Session session) {
        this.session = session;
        session.on(Steer.class, this::push)
                .on(World.class, (server, w) -> show(w))
                .on(Joined.class, (who, e) -> pots.putIfAbsent(who, new Teapot(0, 0, 0, 0, 0)))
                .on(Left.class, (who, e) -> pots.remove(who))
                .on(Resumed.class, this::resumed)
                .on(Closed.class, (me, e) -> Window.message("game over: " + e.detail()))
                .state(World.class, this);
    }

    public static void main(String[] args) throws Exception {
        Rgs.Builder setUp = Rgs.game("teapots").directory("localhost:7400").records(Steer.class, World.class);
        if (args.length == 0) {
            try (Rgs rgs = setUp.start()) {
                for (; ; ) new G1Teapots(rgs.standBy()).serve();
            }
        } else {
            try (Rgs rgs = setUp.player(args[0]).start()) {
                List<GameInfo> games = rgs.discover(Query.any()).join();
                new G1Teapots(
                                games.isEmpty()
                                        ? rgs.register(GameSpec.clientServer("kitchen", 8)
                                                .failover(Failover.HOT_BACKUP, Failover.SPARE_SERVER)
                                                .suspectAfter(Duration.ofMillis(800)))
                                        : rgs.join(games.get(0)))
                        .play();
            }
        }
    }

    void play() {
        while (session.update() && !Window.closed()) {
            session.sendToServer(new Steer(Window.axisX(), Window.axisY()), Delivery.UNRELIABLE_SEQUENCED);
            if (session.isServer()) step();
            Window.draw(pots, session.phase() == Phase.PLAYING ? session.stats().toString() : session.phase() + " ...");
        }
    }

    void serve() throws InterruptedException {
        while (session.update()) {
            if (session.isServer()) step();
            Thread.sleep(16);
        }
    }

    void push(Peer who, Steer s) {
        pots.computeIfPresent(who, (k, t) -> new Teapot(t.x(), t.y(), t.vx() + s.ax(), t.vy() + s.ay(), t.score()));
    }

    void step() {
        if (session.phase() != Phase.PLAYING) return;
        pots.replaceAll((k, t) -> new Teapot(t.x() + t.vx() / 60, t.y() + t.vy() / 60, t.vx(), t.vy(), t.score()));
        session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    void show(World w) {
        if (!session.isServer()) {
            pots.clear();
            pots.putAll(w.pots());
        }
    }

    void resumed(Peer server, Resumed r) {
        Window.message(server.name()
                + " serves: %d ms outage, %d ms of play lost"
                        .formatted(r.outage().total().toMillis(), r.stateAge().toMillis()));
    }

    @Override
    public World packageState() {
        return new World(pots);
    }

    @Override
    public void restoreState(List<StatePackage<World>> packages) {
        pots.clear();
        pots.putAll(packages.get(0).state().pots());
    }

    /** Stands for a window. */
    static final class Window {
        static boolean closed() {
            return true;
        }

        static float axisX() {
            return 0;
        }

        static float axisY() {
            return 0;
        }

        static void draw(Map<Peer, Teapot> pots, String caption) {}

        static void message(String text) {}
    }
}
