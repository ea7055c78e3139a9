package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All gamepads that are plugged in, as one: the stick that is moved furthest drives, A throws what space throws, X what
 * X throws. The thread that draws.
 */
final class Pad {
    private static final int PADS = 4;
    private static final double DEAD = 0.15;

    /** A gamepad in one frame: its left stick from -1 to 1, to the right and down, and whether A and X are held. */
    record Reading(double right, double down, boolean a, boolean x) {}

    /** Where the gamepads are. */
    interface Source {
        /** The pad of that number, from 0; none if nothing is plugged in there. */
        Optional<Reading> read(int number);
    }

    private final Source source;
    private final List<Optional<Reading>> before = new ArrayList<>();
    private double turn;
    private double thrust;

    Pad(Source source) {
        this.source = source;
        for (int i = 0; i < PADS; i++) before.add(Optional.empty());
    }

    /**
     * To be called once in every frame. Says which keys the buttons stand for that went down: one that is held when its
     * pad comes back did not.
     */
    List<Integer> poll() {
        turn = 0;
        thrust = 0;
        List<Integer> pressed = new ArrayList<>();
        for (int i = 0; i < PADS; i++) {
            Optional<Reading> now = source.read(i);
            Optional<Reading> last = before.set(i, now);
            if (now.isEmpty()) continue;
            turn = stronger(turn, now.get().right());
            thrust = stronger(thrust, -now.get().down());
            if (last.isPresent() && now.get().a() && !last.get().a()) pressed.add(Input.Keys.SPACE);
            if (last.isPresent() && now.get().x() && !last.get().x()) pressed.add(Input.Keys.X);
        }
        return pressed;
    }

    /** From -1, to the left, to 1. */
    double turn() {
        return turn;
    }

    /** From -1, back, to 1. */
    double thrust() {
        return thrust;
    }

    /** A stick at rest is never quite in its middle. Beyond that it begins at nothing, so that one can steer gently. */
    private static double stronger(double known, double axis) {
        double beyond = Math.signum(axis) * Math.max(0, Math.abs(axis) - DEAD) / (1 - DEAD);
        return Math.abs(beyond) > Math.abs(known) ? beyond : known;
    }
}
