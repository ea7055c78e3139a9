package org.gamenet.rgs.core.model;

/** One thing that happens in a world, as a number: what, to whom, and which. */
enum Move {
    /** Something under way arrives; {@code whom} is 1 where a callback fails instead. */
    ARRIVES,
    FIRES,
    SUSPECTS,
    /** A heartbeat is heard. */
    BEATS,
    /** An echo is heard. */
    ECHOES,
    /** A suspected holder answers a ping. */
    ANSWERS,
    GONE,
    /** A newcomer cannot join the group. */
    ALONE,
    SILENT,
    AWAY,
    /** A renewal tells how the game stands. */
    STANDS,
    ACTS,
    CRASHES,
    ORDERS,
    LEAVES,
    JOINS,
    KICKS,
    CHANGES,
    ENDS,
    OPENS,
    /** A server takes a request into its state. */
    HANDLES,
    /** A follower is shown the server's state, and packages it. */
    SHOWS,
    /** A server hears what is in a follower's package. */
    REPORTS,
    /** A server calls stable what is in the package of everybody, so that its sender forgets it. */
    FORGETS,
    /** A server packs its state and sends it to a member. */
    COPIES,
    /** A server is asked to hand the game over to its backup. */
    HANDS,
    /** A peer says again what it has said and the order does not have. */
    INSISTS;

    private static final Move[] ALL = values();

    long of(int whom, int which) {
        return (long) ordinal() << 40 | (long) whom << 32 | which & 0xffffffffL;
    }

    static Move kind(long move) {
        return ALL[(int) (move >>> 40)];
    }

    static int whom(long move) {
        return (int) (move >>> 32) & 255;
    }

    static int which(long move) {
        return (int) move;
    }
}
