package org.gamenet.rgs.core.session.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Clock;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.wire.Records;

/**
 * A small game played in memory, by real sessions in a time of their own: its server dies, a spare takes over, that
 * dies too, a player takes over; in every second play a player serves, hands over to its backup, and that one dies
 * under the next. Loads and compiles what a process would otherwise meet for the first time while a real game stands
 * still, which costs a cold JVM some hundred milliseconds. Touches nothing but the processor, and logs nothing.
 */
public final class Rehearsal {
    private static final int PLAYERS = 3;
    private static final int SCENES = 12;
    private static final int ROUNDS_MOST = 2_000;
    private static final long SHORTLY_NANOS = 1_000_000;
    private static final long LATE_NANOS = 150_000_000;
    private static final int STATE_BYTES = 4_096;
    private static final GameRules TAKEN_OVER = rules(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER);
    private static final GameRules BACKED_UP = rules(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER);
    private static final Records RECORDS = Records.of(Act.class, Scene.class);

    private final InMemoryGroup stage = new InMemoryGroup();
    private final List<Actor> actors = new ArrayList<>();
    private final Supplier<? extends DirectoryPort> lines;
    private final BooleanSupplier goesOn;
    private long drawn;

    record Act(int number) {}

    record Scene(long number, byte[] body) {}

    private Rehearsal(Function<Clock, Supplier<? extends DirectoryPort>> directory, BooleanSupplier goesOn) {
        this.lines = directory.apply(stage);
        this.goesOn = goesOn;
    }

    /**
     * Plays it so often, those that were played before counted. Any thread.
     *
     * @param before how often it was played before
     * @param directory opens lines to a directory in memory that lives in this time
     * @param goesOn asked every millisecond or so; may rest; with {@code false} the rehearsal is over
     * @return how often it was played to its end, those before counted
     */
    public static int run(
            int before,
            int plays,
            Function<Clock, Supplier<? extends DirectoryPort>> directory,
            BooleanSupplier goesOn) {
        int played = before;
        while (played < plays && goesOn.getAsBoolean()) {
            Rehearsal one = new Rehearsal(directory, goesOn);
            if (played % 2 == 0) one.playBackedUp();
            else one.play();
            if (!goesOn.getAsBoolean()) break;
            played++;
        }
        return played;
    }

    private static GameRules rules(Failover... ways) {
        return new GameRules("rehearsal", PLAYERS, List.of(ways), 1_000, 30_000, 50, Map.of());
    }

    private void play() {
        Actor server = new Actor("", new SearchGoal.Register(TAKEN_OVER));
        if (!until(() -> server.plays())) return;
        for (int i = 1; i <= PLAYERS; i++) joins(server, i);
        Actor spare = new Actor("", new SearchGoal.StandBy());
        if (!until(() -> actors.stream().allMatch(actor -> actor == spare || actor.plays() && actor.sees(PLAYERS))))
            return;
        playScenes();
        if (!dies(server) || !until(() -> goesOnWith(spare)) || !dies(spare)) return;
        until(() -> actors.stream().anyMatch(this::goesOnWith));
    }

    private void playBackedUp() {
        Actor founder = new Actor("player 1", new SearchGoal.Register(BACKED_UP));
        if (!until(() -> founder.plays())) return;
        for (int i = 2; i <= PLAYERS; i++) joins(founder, i);
        if (!until(() -> actors.stream().allMatch(actor -> actor.plays() && actor.sees(PLAYERS)) && isBackedUp()))
            return;
        playScenes();
        Actor next = actors.stream()
                .filter(actor -> actor.session.role() == ServerRole.BACKUP)
                .findFirst()
                .orElseThrow();
        founder.session.handover(next.session.self());
        if (!until(() -> goesOnWith(next) && isBackedUp())) return;
        playScenes();
        if (dies(next)) until(() -> actors.stream().anyMatch(this::goesOnWith));
    }

    private boolean isBackedUp() {
        return actors.stream().anyMatch(actor -> actor.session.role() == ServerRole.ACTIVE_BACKED_UP);
    }

    private void joins(Actor server, int player) {
        new Actor("player " + player, new SearchGoal.Join(server.session.game().id(), "rehearsal"));
    }

    private void playScenes() {
        for (int i = 0; i < SCENES; i++) {
            actors.forEach(Actor::speak);
            round();
        }
    }

    /**
     * Its sockets close first; its line to the directory only after a while, so that what is repeated gets its turn.
     */
    private boolean dies(Actor server) {
        actors.remove(server);
        server.end.die();
        long until = stage.nanoTime() + LATE_NANOS;
        boolean on = until(() -> stage.nanoTime() >= until);
        server.line.close();
        return on;
    }

    private boolean goesOnWith(Actor server) {
        return server.session.role().isActive()
                && actors.stream()
                        .allMatch(actor ->
                                actor.plays() && actor.session.view().server().equals(server.session.self()));
    }

    /** False if the rehearsal is to end. */
    private boolean until(BooleanSupplier there) {
        for (int i = 0; i < ROUNDS_MOST; i++) {
            if (there.getAsBoolean()) return true;
            if (!goesOn.getAsBoolean()) return false;
            round();
        }
        throw new AssertionError("a rehearsal came to nothing: "
                + actors.stream().map(actor -> actor.session.phase()).toList());
    }

    /** Messages under way arrive; if there are none, time passes until somebody has something to do. */
    private void round() {
        stage.deliver();
        int done = 0;
        long next = Long.MAX_VALUE;
        for (Actor actor : actors) {
            done += actor.act();
            next = Math.min(
                    next,
                    actor.session.worker().nextAt() - actor.session.worker().now());
        }
        stage.pass(done > 0 ? SHORTLY_NANOS : Math.max(SHORTLY_NANOS, next));
    }

    private final class Actor implements StateHandler<Scene> {
        private final InMemoryGroup.End end = stage.enter();
        private final DirectoryPort line = lines.get();
        private final WorkerSession session;
        private long scenes;
        private int acts;

        Actor(String player, SearchGoal goal) {
            SessionPorts ports = new SessionPorts(
                    stage,
                    () -> Mix.of(++drawn, PLAYERS),
                    end,
                    line,
                    List.of(),
                    false,
                    SessionPorts.WarmUp.NONE,
                    false,
                    false);
            session = new WorkerSession(new SessionSetup("rehearsal", player, RECORDS, Map.of()), ports, goal);
            session.on(Record.class, (peer, item) -> {});
            session.state(Scene.class, this);
            actors.add(this);
            session.worker().begin();
        }

        boolean plays() {
            return session.phase() == Phase.PLAYING;
        }

        boolean sees(int players) {
            return session.view().players().size() == players;
        }

        int act() {
            int done = session.worker().dutyCycle();
            session.update();
            return done + session.worker().dutyCycle();
        }

        void speak() {
            if (plays() && session.role().isActive()) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
            else if (plays()) session.sendToServer(new Act(++acts), Delivery.RELIABLE_ORDERED);
        }

        @Override
        public Scene packageState() {
            return new Scene(++scenes, new byte[STATE_BYTES]);
        }

        @Override
        public void restoreState(List<StatePackage<Scene>> packages) {
            scenes = packages.get(0).state().number();
        }
    }
}
