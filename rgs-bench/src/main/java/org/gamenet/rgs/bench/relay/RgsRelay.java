package org.gamenet.rgs.bench.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.RoleChanged;

/** RGS: a dedicated server and its players, each an {@link Rgs} of its own. */
final class RgsRelay implements Relay {
    private static final long CONNECT_SECONDS = 60;
    private static final int OPEN_TIMES = 20;
    private static final long OPEN_EVERY_MILLIS = 50;

    /** Asks the server to show it. */
    record Ask(byte[] action) {}

    /** Shows it. */
    record Show(byte[] action) {}

    private final Setting setting;
    private final GameSpec spec;
    private final boolean inPlace;

    /** @param inPlace whether handlers run on the thread that brings the message, not on one of the application */
    RgsRelay(Setting setting, boolean inPlace) {
        this.setting = setting;
        this.inPlace = inPlace;
        spec = GameSpec.clientServer(setting.game(), setting.players());
    }

    @Override
    public Relay.Server serve(Game game) throws Exception {
        return new Serving(game);
    }

    @Override
    public Relay.Players join(String address, Screen screen) throws Exception {
        return new Playing(screen);
    }

    private Rgs.Builder setUp() {
        return Rgs.game("relay")
                .directory(setting.directory())
                .bind("127.0.0.1:0")
                .records(Ask.class, Show.class);
    }

    /** The resources of one process. */
    private class Ends implements AutoCloseable {
        final List<Rgs> processes = new ArrayList<>();
        final List<Session> sessions = new ArrayList<>();
        private final List<ExecutorService> threads = new ArrayList<>();

        Session start(Rgs rgs, boolean serves) {
            processes.add(rgs);
            Session session = serves ? rgs.register(spec) : rgs.hostOrJoin(spec);
            sessions.add(session);
            return session.on(
                    Closed.class, (who, e) -> System.err.println("a session closed: " + e.why() + ", " + e.detail()));
        }

        void begin(Session session, String name) {
            session.updateOn(inPlace ? Runnable::run : thread(name));
        }

        private Executor thread(String name) {
            ExecutorService thread = AppThread.named(name);
            threads.add(thread);
            return thread;
        }

        void await(CountDownLatch latch, String otherwise) throws InterruptedException {
            if (latch.await(CONNECT_SECONDS, TimeUnit.SECONDS)) return;
            String standing = sessions.stream()
                    .map(s -> s.self() + " " + s.phase() + " sees "
                            + s.view().players().size())
                    .collect(Collectors.joining(", "));
            close();
            throw new IllegalStateException(otherwise + " after " + CONNECT_SECONDS + " s: " + standing);
        }

        @Override
        public void close() {
            processes.forEach(Rgs::shutdown);
            threads.forEach(ExecutorService::shutdownNow);
        }
    }

    private final class Serving extends Ends implements Relay.Server {
        private final Session session;

        Serving(Game game) throws InterruptedException {
            session = start(setUp().start(), true);
            session.on(Ask.class, (who, ask) -> game.heard(this, ask.action()));
            CountDownLatch serves = new CountDownLatch(1);
            session.on(RoleChanged.class, (who, e) -> serves.countDown());
            begin(session, "server");
            await(serves, "the server did not serve");
            awaitOpen();
        }

        /**
         * A player that asks for a game while the directory does not list it as open founds another; all are to be in
         * one, so it is watched for a while.
         */
        private void awaitOpen() throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
            for (int times = 0; times < OPEN_TIMES; Thread.sleep(OPEN_EVERY_MILLIS)) {
                boolean open = processes.get(0).discover(Query.any().named(setting.game())).join().stream()
                        .anyMatch(GameInfo::open);
                times = open ? times + 1 : 0;
                if (System.nanoTime() > deadline)
                    throw new IllegalStateException("the game was not open after " + CONNECT_SECONDS + " s");
            }
        }

        @Override
        public String address() {
            return setting.directory();
        }

        @Override
        public boolean toAll(byte[] action) {
            try {
                session.send(new Show(action), setting.delivery());
                return true;
            } catch (RgsException refused) {
                if (refused.reason() != Reason.QUEUE_FULL) throw refused;
                return false;
            }
        }
    }

    private final class Playing extends Ends implements Relay.Players {

        Playing(Screen screen) throws InterruptedException {
            int count = setting.players();
            CountDownLatch known = new CountDownLatch(count * count);
            for (int i = 0; i < count; i++) {
                int player = i;
                Session session = start(setUp().player("p" + i).start(), false);
                session.on(Show.class, (from, show) -> screen.shown(player, show.action()))
                        .on(Joined.class, (who, e) -> known.countDown());
                begin(session, "player " + i);
            }
            await(known, "the players were not all in the game");
        }

        @Override
        public void act(int player, byte[] action) {
            sessions.get(player).sendToServer(new Ask(action), setting.delivery());
        }
    }
}
