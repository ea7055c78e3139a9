package org.gamenet.rgs.core.detection;

/**
 * How good the connection to one follower is, by the heartbeats that it echoes: round trip and loss, smoothed, in
 * grades. Members of one grade are equals, so what follows from a grade does not change with every echo.
 */
final class Connection {
    /** Grade 0 ends here, each later one at twice as much: milliseconds of a round trip. */
    private static final int GOOD_MILLIS = 60;

    private static final int GRADES = 4;
    /** A heartbeat in a hundred that is not echoed counts like so many milliseconds. */
    private static final double LOSS_MILLIS = 6;
    /** A grade is left for a better one only well within that one. */
    private static final double WELL = 0.75;

    private static final double ROUND_TRIP_SHARE = 1.0 / 8;
    private static final double LOSS_SHARE = 1.0 / 32;

    private double roundTripMillis = -1;
    private double loss;
    /** A bit for each of the last 64 heartbeats that was echoed and is not due yet. */
    private long echoed;

    /** The first heartbeat that it echoed. */
    private long since;

    private int grade;

    /** This heartbeat was echoed after so long. */
    void echoed(long number, long nanos) {
        echoed |= bit(number);
        if (since == 0) since = number;
        double millis = nanos / 1e6;
        roundTripMillis =
                roundTripMillis < 0 ? millis : roundTripMillis + (millis - roundTripMillis) * ROUND_TRIP_SHARE;
    }

    /** The heartbeat with this number is due to be echoed by now. It counts from the first echo on. */
    void due(long number) {
        if (since == 0 || number < since) return;
        loss += ((echoed & bit(number)) == 0 ? 1 - loss : -loss) * LOSS_SHARE;
        echoed &= ~bit(number);
        double cost = roundTripMillis + 100 * loss * LOSS_MILLIS;
        while (grade < GRADES - 1 && cost > bound(grade)) grade++;
        while (grade > 0 && cost < WELL * bound(grade - 1)) grade--;
    }

    private static long bit(long number) {
        return 1L << (number & 63);
    }

    private static double bound(int grade) {
        return GOOD_MILLIS << grade;
    }

    /** The leader counts its heartbeats anew. */
    void begin() {
        echoed = 0;
        since = 0;
    }

    /** Round trip, nanoseconds, smoothed; negative if none is known. */
    long nanos() {
        return (long) (roundTripMillis * 1e6);
    }

    /** 0 is good, or not known yet. */
    int grade() {
        return grade;
    }
}
