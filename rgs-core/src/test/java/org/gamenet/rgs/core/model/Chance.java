package org.gamenet.rgs.core.model;

/** Events that may happen only so often in a bounded world. Three bits of a long say how often each still may. */
enum Chance {
    /** A process dies. */
    CRASH,
    /** A holder that is there is suspected: a connection broke, or one direction of it. */
    DOUBT,
    /** A server does not hear a member that is there. */
    SILENCE,
    /** A member is out of reach of another: its host is down, or the network is cut. */
    AWAY,
    /** A server is cut off from the directory and most players, or gets its right to act back. */
    ACT,
    /** A player orders a message. */
    ORDER,
    LEAVE,
    JOIN,
    KICK,
    /** A planned change of the authority is asked for. */
    CHANGE,
    /** The game is ended. */
    END,
    /** The game is closed to newcomers, or opened. */
    OPEN,
    /** The directory offers the game to a spare. */
    OFFER,
    /** A callback throws, or the group cannot be joined. */
    FAIL,
    /** A player asks the server for something, reliably. */
    REQUEST,
    /** None: that there is one says that the game is one of equals. */
    PEERS,
    /** None: that there is one says that equals ask each other for their turns. */
    PERMISSION,
    /** A server packs its state for a member. */
    COPY,
    /** A server is to hand the game over to its backup. */
    HANDOVER;

    private static final int BITS = 3;
    private static final long MOST = (1 << BITS) - 1;

    int left(long chances) {
        return (int) (chances >>> ordinal() * BITS & MOST);
    }

    long less(long chances) {
        return chances - (1L << ordinal() * BITS);
    }

    long with(long chances, int n) {
        if (n > MOST) throw new IllegalArgumentException(this + " more often than " + MOST);
        return chances & ~(MOST << ordinal() * BITS) | (long) n << ordinal() * BITS;
    }
}
