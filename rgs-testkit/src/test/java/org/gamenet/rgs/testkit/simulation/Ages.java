package org.gamenet.rgs.testkit.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.ordering.EntryBody;

/** How much of what a player was shown is gone, by the history and by when servers made their states. */
final class Ages {
    /**
     * Seconds: from one state of the game to the next, three frames, and one frame. The session knows what it put into
     * the queue, or was given to send; the application what came out of there, and that may be one state more or less,
     * and a frame later. No clock is in it: a state's time is what its server stamped it with, here and there.
     */
    private static final double STATE_AND_FRAME = 0.064;

    private final History history;
    private final Map<Long, Double> made = new HashMap<>();
    private final Map<Long, CountingGame.World> bases = new HashMap<>();

    Ages(History history) {
        this.history = history;
    }

    static long key(CountingGame.World world) {
        return world.epoch() * 1_000_000_007L + world.version();
    }

    void made(CountingGame.World world, double at) {
        made.putIfAbsent(key(world), at);
    }

    /** Notes the world with which an epoch began. */
    void base(long epoch, CountingGame.World world) {
        bases.putIfAbsent(epoch, world);
    }

    /** This player's score in the state that an epoch began with; empty if nobody knows that state. */
    Optional<Score> base(long epoch, long peer) {
        return Optional.ofNullable(bases.get(epoch))
                .map(world -> world.scores().stream()
                        .filter(score -> score.peer() == peer)
                        .findFirst()
                        .orElseGet(() -> Score.none(peer)));
    }

    /**
     * A state that somebody was shown, made then; counted from this epoch on.
     *
     * @param alone when the last of those was made that the application made for itself alone, for its session had been
     *     left behind: it may count them, or not
     */
    record Shown(long epoch, double at, double alone) {
        Shown(long epoch, double at) {
            this(epoch, at, at);
        }

        Shown orAlone(Shown made) {
            return made.epoch == epoch ? new Shown(epoch, at, Math.max(alone, made.at)) : this;
        }
    }

    /**
     * The world that was shown in this epoch. It may bear an earlier one: its server's application, in a callback for
     * long, made it before it was told of the next.
     */
    Optional<Shown> shown(CountingGame.World world, long epoch) {
        return time(world).map(at -> new Shown(epoch, at));
    }

    /**
     * The part of it that is left, now that this epoch has begun: news are told once. Empty where nobody knows what the
     * epoch began with.
     */
    Optional<Shown> left(Shown before, long epoch) {
        return base(epoch).map(at -> new Shown(epoch, Math.min(at, before.at)));
    }

    /**
     * When that was made which the epoch began with, as its server's application had it; empty if nobody knows. A
     * planned change begins with all that there is.
     */
    private Optional<Double> base(long epoch) {
        EntryBody.Ack ack = history.ack(epoch);
        if (ack != null && ack.planned()) return Optional.of(Double.POSITIVE_INFINITY);
        return Optional.ofNullable(bases.get(epoch)).flatMap(this::time);
    }

    /** The fault in the time at which an ACK says its base was made, if any: all are told by it what is gone. */
    Optional<String> judge(long epoch, EntryBody.Ack ack) {
        double says = ack.baseAt();
        if (Double.isNaN(says)) return Optional.empty();
        return base(epoch)
                .filter(at -> isMore(at, says) || isMore(says, at))
                .map(at -> "epoch " + epoch + " began with what was made at " + at + ", and says " + says);
    }

    /** Before anything was made; empty if nobody knows. */
    private Optional<Double> time(CountingGame.World world) {
        return world.version() == 0 ? Optional.of(0.0) : Optional.ofNullable(made.get(key(world)));
    }

    /**
     * Seconds of what was shown up to this state that the epoch knows nothing of; empty if it cannot be told. Each
     * epoch since may have begun with less than the one before it: the earliest of their bases counts.
     */
    Optional<Double> lost(Shown shown, long epoch) {
        Set<Long> known = new HashSet<>(history.lineOf(shown.epoch).keySet());
        double earliest = Double.POSITIVE_INFINITY;
        for (long each : history.lineOf(epoch).descendingKeySet()) {
            if (known.contains(each)) break;
            Optional<Double> from = base(each);
            if (from.isEmpty()) return Optional.empty();
            earliest = Math.min(earliest, from.get());
        }
        if (earliest == Double.POSITIVE_INFINITY) return Optional.of(0.0);
        return Optional.of(Math.max(0, shown.at - earliest));
    }

    /** The fault in the words that a player is told, if any. */
    Optional<String> judge(Shown shown, long epoch, Duration told) {
        return lost(shown, epoch).flatMap(lost -> {
            String where = "; shown what was made at " + shown.at + ", in epoch " + shown.epoch;
            double says = told.toNanos() / 1e9;
            if (isMore(lost, says)) return Optional.of("set back by " + lost + " s, told " + told + where);
            if (isMore(says, lost + shown.alone - shown.at))
                return Optional.of("set back by " + lost + " s only, told " + told + where);
            return Optional.empty();
        });
    }

    /** By more than may be, to the nanosecond. */
    private static boolean isMore(double one, double other) {
        return one - other > STATE_AND_FRAME + 1e-9;
    }
}
