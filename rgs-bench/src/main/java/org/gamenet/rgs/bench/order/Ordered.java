package org.gamenet.rgs.bench.order;

/** A group in which everybody is given the same messages in the same order, its own included. Any thread. */
interface Ordered extends AutoCloseable {

    /**
     * Where a member sits.
     *
     * @param game what the group is called
     * @param name the member's
     * @param place where somebody of the group can be found; empty for the first, or where that is not needed
     * @param heard what it is told
     */
    record Seat(String game, String name, String place, Heard heard) {}

    /** Is told what comes out of the order; one thread at a time. */
    interface Heard {
        /** The next message. */
        void message(byte[] bytes);
    }

    /** To all. False if there is no room now. */
    boolean send(byte[] bytes);

    /** How many members it sees. */
    int members();

    /** Whether it gives the messages their places. */
    boolean orders();

    /** Where it can be found. */
    String place();

    @Override
    void close();
}
