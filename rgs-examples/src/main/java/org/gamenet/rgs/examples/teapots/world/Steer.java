package org.gamenet.rgs.examples.teapots.world;

/**
 * How a teapot is being steered, until told otherwise. What is out of range, or no number, is brought into it: a
 * stranger's message can make a teapot move badly, but not faster than the rules.
 *
 * @param turn -1 (left) to 1 (right)
 * @param thrust -1 (back) to 1 (ahead)
 */
public record Steer(double turn, double thrust) implements Command {
    /** Hands off. */
    public static final Steer NONE = new Steer(0, 0);

    /** Brings both into range. */
    public Steer {
        turn = inRange(turn);
        thrust = inRange(thrust);
    }

    @Override
    public boolean mustArrive() {
        return false;
    }

    private static double inRange(double value) {
        return Double.isNaN(value) ? 0 : Rules.clamp(value, 1);
    }
}
