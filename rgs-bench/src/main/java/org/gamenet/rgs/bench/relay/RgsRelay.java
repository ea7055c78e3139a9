package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.RoleChanged;

/** RGS: a dedicated server and its players, each an {@link Rgs} of its own; everything {@code RELIABLE_ORDERED}. */
final class RgsRelay implements Relay {
    private static final long CONNECT_SECONDS = 60;
    private static final int OPEN_TIMES = 20;
    private static final long OPEN_EVERY_MILLIS = 50;

    /** Asks the server to show it. */
    record Ask(byte[] action) { }

    /** Shows it. */
    record Show(byte[] action) { }

    private final List<Rgs> processes = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<Session> players = new ArrayList<>();

    private RgsRelay() {}

    static Relay open(String directory, String game, int count, Screen screen) throws InterruptedException {
        RgsRelay relay = new RgsRelay();
        GameSpec spec = GameSpec.clientServer(game, count);
        CountDownLatch known = new CountDownLatch(count * count);
        Session server = relay.start(setUp(directory).start(), spec, true);
        shows(server);
        CountDownLatch serves = new CountDownLatch(1);
        server.on(RoleChanged.class, (who, e) -> serves.countDown());
        relay.begin(server, "server");
        relay.await(serves, "the server did not serve");
        relay.awaitOpen(game);
        for (int i = 0; i < count; i++) {
            int player = i;
            Session session = relay.start(setUp(directory).player("p" + i).start(), spec, false);
            shows(session);
            session.on(Show.class, (from, show) -> screen.shown(player, show.action())).on(Joined.class, (who, e) -> known.countDown());
            relay.begin(session, "player " + i);
            relay.players.add(session);
        }
        relay.await(known, "the players were not all in the game");
        return relay;
    }

    /** Who asks for a game while the directory does not list it as open founds another; here everybody is to be in one, so it is watched for a while. */
    private void awaitOpen(String game) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
        for (int times = 0; times < OPEN_TIMES; Thread.sleep(OPEN_EVERY_MILLIS)) {
            boolean open = processes.get(0).discover(Query.any().named(game)).join().stream().anyMatch(GameInfo::open);
            times = open ? times + 1 : 0;
            if (System.nanoTime() > deadline) throw new IllegalStateException("the game was not open after " + CONNECT_SECONDS + " s");
        }
    }

    private void await(CountDownLatch latch, String otherwise) throws InterruptedException {
        if (latch.await(CONNECT_SECONDS, TimeUnit.SECONDS)) return;
        String standing = sessions.stream().map(s -> s.self() + " " + s.phase() + " sees " + s.view().players().size()).collect(Collectors.joining(", "));
        close();
        throw new IllegalStateException(otherwise + " after " + CONNECT_SECONDS + " s: " + standing);
    }

    /** Whoever serves. */
    private static void shows(Session session) {
        session.on(Ask.class, (who, ask) -> session.send(new Show(ask.action()), Delivery.RELIABLE_ORDERED));
    }

    private static Rgs.Builder setUp(String directory) { return Rgs.game("relay").directory(directory).bind("127.0.0.1:0").records(Ask.class, Show.class); }

    private Session start(Rgs rgs, GameSpec spec, boolean serves) {
        processes.add(rgs);
        Session session = serves ? rgs.register(spec) : rgs.hostOrJoin(spec);
        sessions.add(session);
        return session.on(Closed.class, (who, e) -> System.err.println("a session closed: " + e.why() + ", " + e.detail()));
    }

    private void begin(Session session, String name) {
        ExecutorService thread = AppThread.named(name);
        threads.add(thread);
        session.updateOn(thread);
    }

    @Override public void act(int player, byte[] action) { players.get(player).sendToServer(new Ask(action), Delivery.RELIABLE_ORDERED); }

    @Override public void close() {
        processes.forEach(Rgs::shutdown);
        threads.forEach(ExecutorService::shutdownNow);
    }
}
