package org.gamenet.rgs.examples.teapots.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.gamenet.rgs.examples.teapots.world.Body;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.Steer;

/**
 * Where one's own teapot will be when the server has heard of what its player is doing just now. Dead reckoning from a
 * velocity would answer a key only after the way to the server and back; this goes ahead by the world's own rules
 * instead.
 */
final class Foresight {
    private static final double AHEAD_MAX_SECONDS = 0.5;
    private static final int HELD_MAX = 256;

    private record Held(double since, Steer steer) {}

    private final Deque<Held> past = new ArrayDeque<>();

    /** The keys that are held from that time on. */
    void held(double now, Steer steer) {
        if (!past.isEmpty() && past.getLast().steer().equals(steer)) return;
        past.addLast(new Held(now, steer));
        while (past.size() > HELD_MAX) past.removeFirst();
    }

    /**
     * The body at {@code now} plus the way to the server.
     *
     * @param was the body in the newest world
     * @param takenAt when it was so
     * @param wayMillis how long a command takes to the server
     */
    Body ahead(Body was, double takenAt, double now, double wayMillis) {
        double way = Double.isNaN(wayMillis) ? 0 : Math.min(wayMillis / 1_000, AHEAD_MAX_SECONDS / 2);
        double span = Math.max(0, Math.min(now - takenAt + way, AHEAD_MAX_SECONDS));
        int ticks = (int) Math.floor(span / Rules.TICK);
        double heard = takenAt - way;
        Body body = was;
        for (int i = 0; i < ticks; i++) body = body.moved(at(heard + i * Rules.TICK));
        // The part of a tick that is left: without it the teapot would stutter at any frame rate but that of the ticks.
        double rest = span - ticks * Rules.TICK;
        return new Body(
                body.x() + body.vx() * rest,
                body.z() + body.vz() * rest,
                body.heading() + body.spin() * rest,
                body.vx(),
                body.vz(),
                body.spin());
    }

    private Steer at(double time) {
        for (Iterator<Held> newest = past.descendingIterator(); newest.hasNext(); ) {
            Held held = newest.next();
            if (held.since() <= time) return held.steer();
        }
        return Steer.NONE;
    }
}
