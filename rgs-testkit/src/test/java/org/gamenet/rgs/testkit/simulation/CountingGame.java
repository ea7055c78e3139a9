package org.gamenet.rgs.testkit.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.wire.Records;
import org.jspecify.annotations.Nullable;

/**
 * A game in which everybody counts: what is sent is numbered, so that whoever gets it knows what is missing and what
 * came twice.
 */
final class CountingGame implements StateHandler<CountingGame.World> {
    /** To the server, in order. */
    record Add(long number) {}

    /** To the server, in any order. */
    record Any(long number) {}

    /** To all. */
    record Tell(long number) {}

    /** To all, newest wins. */
    record Loose(long number) {}

    /** To all, totally ordered. */
    record Turn(long number) {}

    private static final long TORN = Long.MIN_VALUE;

    /** The server's state. */
    record World(long epoch, long version, List<Score> scores) {
        World {
            if (version < 0 && version > TORN / 2) throw new IllegalArgumentException("torn");
            scores = List.copyOf(scores);
        }

        /** The same, of which nobody can read what is written. */
        World torn() {
            return new World(epoch, TORN + version, scores);
        }

        /** As it is written: of a torn one a number that no world can have. */
        @Override
        public long version() {
            return version < TORN / 2 ? TORN - 1 - version : version;
        }

        long digest() {
            long digest = epoch * 31 + version;
            for (Score score : scores) digest = digest * 31 + score.digest();
            return digest;
        }
    }

    static final Records RECORDS = Records.of(Add.class, Any.class, Tell.class, Loose.class, Turn.class, World.class);
    private static final Runnable NOTHING_HELD = () -> {};
    static final World NOTHING = new World(0, 0, List.of());

    private final CountingProcess process;
    private final WorkerSession session;
    private final Witness witness;
    private final Mutant mutant;
    /** Its queues are so small that they may be full: what is not taken was not sent. */
    private final boolean narrow;

    final Callbacks callbacks;
    private final Dice dice;
    private final Map<Long, Score> scores = new TreeMap<>();
    private @Nullable Runnable held;
    private World known = NOTHING;
    private World older = NOTHING;
    private World first = NOTHING;
    private boolean swallows;
    private long version;
    private long frames;
    private boolean over;
    private boolean quiet;
    long adds;
    long anys;
    private long tells;
    /** Of the reliable messages that it said as the server, the world that is made next. */
    private final Map<Long, Place> asServer = new HashMap<>();

    private long looses;
    private long turns;
    /** Calls of restoreState that are going to throw. */
    int restoresThrow;
    /** Calls of packageState that are going to throw. */
    int packagesThrow;

    CountingGame(CountingProcess process, Mutant mutant, boolean narrow, Callbacks callbacks) {
        this.callbacks = callbacks;
        this.narrow = narrow;
        this.process = process;
        this.session = process.session;
        this.witness = process.witness;
        this.mutant = mutant;
        this.dice = new Dice(process.number * 77L + 5);
        session.on(SessionEvent.class, this::event);
        session.on(Add.class, this::add);
        session.on(Any.class, this::any);
        session.on(Tell.class, (from, m) -> witness.told(from, m.number()));
        session.on(Loose.class, (from, m) -> witness.loose(from, m.number()));
        session.on(Turn.class, this::turn);
        session.on(World.class, this::world);
        session.state(World.class, this);
        process.judge.letters.open(process);
    }

    boolean isOver() {
        return over;
    }

    World known() {
        return known;
    }

    /** Sends nothing more, so that all there is can arrive. */
    void quiet(boolean on) {
        quiet = on;
    }

    boolean isQuiet() {
        return quiet;
    }

    /** The place of a world. */
    record Place(long epoch, long version) {}

    /** Where the world stood that its server made next, if this message was a server's. */
    Optional<Place> saidAsServer(long tell) {
        return Optional.ofNullable(asServer.get(tell));
    }

    /** The place of the world that it makes next, if it serves. */
    Place nextWorld() {
        return new Place(session.view().epoch(), version + 1);
    }

    /** Reliable messages to all, so far. */
    long tells() {
        return tells;
    }

    /** Reliable messages of all kinds, so far. */
    long reliable() {
        return adds + anys + turns + tells;
    }

    /** How much it has sent so far. */
    Losses.Sent sent() {
        return new Losses.Sent(adds, anys, turns);
    }

    Score score(long peer) {
        return scores.getOrDefault(peer, Score.none(peer));
    }

    // ---- a frame

    void frame() {
        boolean more = true;
        witness.beforeUpdate();
        try {
            more = session.update();
        } catch (PlantedFault expected) {
            witness.note("update threw " + expected.getMessage());
        } catch (IllegalStateException fault) {
            if (callbacks.mayBeTorn(fault)) witness.unreadable();
            else witness.violates("rule 7", "update threw " + fault);
        } catch (RuntimeException | AssertionError fault) {
            witness.violates("rule 7", "update threw " + fault);
        }
        // It died in a callback: what else it would have done is not done.
        if (process.isDead()) return;
        if (session.phase() == Phase.CLOSED && !more) {
            over = true;
            return;
        }
        witness.afterUpdate();
        if (session.phase() == Phase.CLOSED || session.phase() == Phase.WAITING) return;
        frames++;
        try {
            if (!quiet && process.plays && witness.isIn()) play();
            if (!quiet && witness.isIn()) process.judge.letters.write(process);
            if (session.isServer() && frames % 3 == 0) session.send(state(), Delivery.UNRELIABLE_SEQUENCED);
        } catch (RgsException full) {
            if (!narrow) witness.violates("S15", "a slow game filled its queue: " + full);
        }
    }

    private void play() {
        switch (dice.below(20)) {
            case 0, 1 -> {
                session.sendToServer(new Add(adds + 1), Delivery.RELIABLE_ORDERED);
                adds++;
            }
            case 2 -> {
                session.sendToServer(new Any(anys + 1), Delivery.RELIABLE_UNORDERED);
                anys++;
            }
            case 3 -> {
                session.send(new Tell(tells + 1), Delivery.RELIABLE_ORDERED);
                tells++;
                if (session.isServer()) asServer.put(tells, nextWorld());
            }
            case 4 -> session.send(new Loose(++looses), Delivery.UNRELIABLE_SEQUENCED);
            case 5 -> {
                session.send(new Turn(turns + 1), Delivery.TOTAL_ORDER);
                turns++;
            }
            default -> {}
        }
    }

    private World state() {
        World state = new World(session.view().epoch(), ++version, new ArrayList<>(scores.values()));
        witness.made(state, session.gameTime());
        return state;
    }

    // ---- what comes

    private void event(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Resumed) {
            swallows = false;
            callbacks.counts();
        }
        process.judge.letters.event(process, event);
        witness.event(
                about,
                mutant == Mutant.AGE_UNTOLD && event instanceof SessionEvent.Resumed r
                        ? new SessionEvent.Resumed(r.view(), r.outage(), Duration.ZERO, r.uncertain())
                        : event);
        if (event instanceof SessionEvent.Resumed && mutant == Mutant.REQUESTS_TWICE && adds > 2) {
            session.sendToServer(new Add(adds), Delivery.RELIABLE_ORDERED);
        }
        if (event instanceof SessionEvent.Resumed && mutant == Mutant.TURNS_LOST && process.plays) turns++;
        if (event instanceof SessionEvent.Resumed && mutant == Mutant.REQUESTS_LOST && process.plays) adds++;
    }

    private void turn(Peer from, Turn turn) {
        if (mutant == Mutant.TURNS_SWAPPED && process.number == 2 && held == null && turn.number() == 2) {
            held = () -> witness.turn(from, turn.number());
            return;
        }
        if (mutant == Mutant.REPLAY_LOST && swallows) {
            swallows = false;
            return;
        }
        witness.turn(from, turn.number());
        if (mutant == Mutant.REPLAY_TWICE && session.phase() == Phase.FROZEN) witness.turn(from, turn.number());
        if (held == null) return;
        held.run();
        held = NOTHING_HELD;
    }

    private void add(Peer from, Add add) {
        witness.request(from);
        Score score = score(from.id());
        if (add.number() <= score.ordered())
            witness.violates("S9", from + "'s ordered request " + add.number() + " came after " + score.ordered());
        else if (add.number() > score.ordered() + 1) witness.gap(from, score.ordered(), add.number());
        scores.put(from.id(), score.withOrdered(add.number()));
    }

    private void any(Peer from, Any any) {
        witness.request(from);
        Score score = score(from.id());
        if (score.has(any.number()))
            witness.violates("S9", from + "'s request " + any.number() + " came twice: " + score);
        scores.put(from.id(), score.withAny(any.number()));
    }

    private void world(Peer from, World world) {
        witness.world(from, world);
        older = known;
        known = world;
        if (first.version() == 0) first = world;
        if (!session.isServer()) take(world);
    }

    private void take(World world) {
        scores.clear();
        for (Score score : world.scores()) scores.put(score.peer(), score);
    }

    // ---- state

    @Override
    public World packageState() {
        if (packagesThrow > 0) {
            packagesThrow--;
            throw new PlantedFault("packageState");
        }
        World packed = session.isServer()
                ? state()
                : callbacks.tears() ? known.torn() : mutant == Mutant.PACKAGE_BEHIND_ITS_MARKS ? older : known;
        callbacks.packs();
        return packed;
    }

    @Override
    public void restoreState(List<StatePackage<World>> packages) {
        if (restoresThrow > 0) {
            restoresThrow--;
            witness.restoresInVain(packages);
            throw new PlantedFault("restoreState");
        }
        List<StatePackage<World>> shown = packages;
        if (mutant == Mutant.STALE_BASE) {
            shown = new ArrayList<>(packages);
            Collections.reverse(shown);
        }
        boolean fromCopy = session.phase() == Phase.FROZEN
                && packages.size() == 1
                && packages.get(0).fromServer();
        if (mutant == Mutant.STALE_COPY && fromCopy && first.version() > 0)
            shown = List.of(new StatePackage<>(
                    packages.get(0).from(), true, packages.get(0).takenAt(), first));
        swallows = session.phase() == Phase.FROZEN;
        witness.restored(shown);
        known = packages.get(0).state();
        older = known;
        take(known);
        version = Math.max(version, known.version() + 1_000);
        if (callbacks.restores()) witness.restoring.done();
        else witness.fails(packages);
        if (mutant == Mutant.SCORES_RESET && packages.size() > 1) scores.clear();
        if (mutant == Mutant.PLAYERS_VANISH && packages.size() > 1 && !scores.isEmpty())
            scores.remove(scores.keySet().iterator().next());
    }
}
