package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.Records;

/** Three players, the first of whom serves, and a directory: everything real but network and time. */
final class SmallGame {
    record Turn(long number) {}

    record Shout(String text) {}

    record World(long version, List<Long> turns) {}

    static final Records RECORDS = Records.of(Turn.class, Shout.class, World.class);
    private static final long FRAME = 16 * VirtualTime.MILLI;

    final Simulation simulation;
    final List<Table> tables = new ArrayList<>();
    final List<byte[]> heard = new ArrayList<>();

    SmallGame(long seed, int heardMost) {
        simulation = new Simulation(seed, false, false);
        simulation.network.onHeard(frame -> {
            // A frame that a script has cut short itself is none to begin from.
            if (heard.size() < heardMost && frame.length >= FrameHeader.BYTES) heard.add(frame.clone());
        });
        Table founder = sit(new SearchGoal.Register(
                new GameRules("small", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 5_000, 50, Map.of())));
        require("a founder", () -> founder.session.phase() == Phase.PLAYING);
        String id = founder.session.game().id();
        sit(new SearchGoal.Join(id, ""));
        sit(new SearchGoal.Join(id, ""));
        require(
                "three players",
                () -> tables.stream()
                        .allMatch(t -> t.session.phase() == Phase.PLAYING
                                && t.session.view().players().size() == 3));
    }

    private Table sit(SearchGoal goal) {
        Table table = new Table(simulation, "p" + tables.size(), goal);
        tables.add(table);
        table.begin();
        return table;
    }

    void pass(long millis) {
        long deadline = simulation.time.now() + millis * VirtualTime.MILLI;
        while (simulation.time.step(deadline)) continue;
    }

    boolean until(BooleanSupplier condition, long millis) {
        long deadline = simulation.time.now() + millis * VirtualTime.MILLI;
        while (!condition.getAsBoolean()) if (!simulation.time.step(deadline)) return condition.getAsBoolean();
        return true;
    }

    private void require(String what, BooleanSupplier condition) {
        if (!until(condition, 5_000)) throw new IllegalStateException("a fair network did not bring " + what);
    }

    /** One process and its application. */
    static final class Table extends SimulatedProcess implements StateHandler<World> {
        final Map<Long, List<Long>> turns = new HashMap<>();
        private long sent;
        private World world = new World(0, List.of());
        SessionEvent.Closed.Why closed;
        String why = "";

        Table(Simulation simulation, String name, SearchGoal goal) {
            super(simulation, name, new SessionSetup("small", name, RECORDS, Map.of()), goal);
            session.on(
                    Turn.class,
                    (from, turn) -> turns.computeIfAbsent(from.id(), id -> new ArrayList<>())
                            .add(turn.number()));
            session.on(Shout.class, (from, shout) -> {});
            session.on(World.class, (from, next) -> world = next);
            session.on(SessionEvent.Closed.class, this::over);
            session.state(World.class, this);
        }

        private void over(Peer about, SessionEvent.Closed event) {
            closed = event.why();
            why = event.detail();
        }

        @Override
        public void begin() {
            super.begin();
            simulation.time.after(FRAME, this::frame);
        }

        private void frame() {
            if (isDead()) return;
            if (!isStopped()) session.update();
            if (closed == null) simulation.time.after(FRAME, this::frame);
        }

        boolean plays() {
            return !isDead() && session.phase() == Phase.PLAYING;
        }

        void turn() {
            if (!plays()) return;
            try {
                session.send(new Turn(++sent), Delivery.TOTAL_ORDER);
            } catch (RgsException full) {
                sent--; // a queue that a hostile member keeps from emptying says so
            }
        }

        void shout(Delivery how) {
            if (!plays()) return;
            try {
                session.send(new Shout("hello"), how);
                if (session.isServer())
                    session.send(new World(world.version() + 1, List.of(sent)), Delivery.UNRELIABLE_SEQUENCED);
            } catch (RgsException full) {
                // as above
            }
        }

        @Override
        public World packageState() {
            return world;
        }

        @Override
        public void restoreState(List<StatePackage<World>> packages) {
            world = packages.get(0).state();
        }
    }
}
