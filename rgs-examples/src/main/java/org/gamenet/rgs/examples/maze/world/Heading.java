package org.gamenet.rgs.examples.maze.world;

/** Where a rat looks, clockwise. */
public enum Heading {
    NORTH(0, -1, '^'),
    EAST(1, 0, '>'),
    SOUTH(0, 1, 'v'),
    WEST(-1, 0, '<');

    private static final Heading[] ALL = values();

    private final int dx;
    private final int dy;
    private final char sign;

    Heading(int dx, int dy, char sign) {
        this.dx = dx;
        this.dy = dy;
        this.sign = sign;
    }

    int dx() {
        return dx;
    }

    int dy() {
        return dy;
    }

    /** How it is drawn in a text. */
    public char sign() {
        return sign;
    }

    /** A quarter turn to the right. */
    public Heading right() {
        return ALL[(ordinal() + 1) % ALL.length];
    }

    /** A quarter turn to the left. */
    public Heading left() {
        return ALL[(ordinal() + ALL.length - 1) % ALL.length];
    }

    /** The other way. */
    public Heading back() {
        return right().right();
    }
}
