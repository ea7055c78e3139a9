package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;
import java.util.Map;

/**
 * The reports of a member of the drill about itself, as things happen. Members are named by
 * {@link org.gamenet.rgs.Peer#toString()}.
 */
sealed interface Report {

    /** When, milliseconds of the machine's clock: all members run on one machine. */
    long at();

    /** The member's identity: the first report of a session. */
    record Self(long at, String peer) implements Report {}

    /** The server's world, as it was shown. */
    record Shown(long at, long tick, Map<String, Pot> pots) implements Report {
        public Shown {
            pots = Map.copyOf(pots);
        }
    }

    /** A teapot in such a world; {@code asked}: how many requests to fire it contains. */
    record Pot(double x, double z, int score, int asked) {}

    /** So many requests to fire were handed to RGS so far. */
    record Asked(long at, int requests) implements Report {}

    /** A player is in. */
    record Joined(long at, String peer) implements Report {}

    /** A player is lost, and its teapot is kept. */
    record Away(long at, String peer) implements Report {}

    /** A player that was away plays again. */
    record Back(long at, String peer) implements Report {}

    /** I have a seat, and this is the way back to it. */
    record Seat(long at, String token) implements Report {}

    /** RGS does not do what I asked. */
    record Refused(long at, String request, String why) implements Report {}

    /** A player is out. */
    record Left(long at, String peer, String why) implements Report {}

    /** The game stands still. */
    record Frozen(long at, String why) implements Report {}

    /** The game goes on. Durations in milliseconds. */
    record Resumed(long at, long epoch, String server, List<String> players, Spent outage, double stateAgeMillis)
            implements Report {
        public Resumed {
            players = List.copyOf(players);
        }
    }

    /** Where the time of an outage went, milliseconds. */
    record Spent(double detect, double decide, double transfer, double rebuild) {
        double total() {
            return detect + decide + transfer + rebuild;
        }
    }

    /** My part in serving has changed. */
    record Role(long at, String role) implements Report {}

    /** I was given a world to go on from. */
    record Restored(long at, long tick, int packages) implements Report {}

    /** The session is over. */
    record Closed(long at, String why, String detail) implements Report {}

    /** A reading, once a second. */
    record Status(long at, String phase, String role, long epoch, double rttMillis, double ageMillis)
            implements Report {}

    /** A line of the log. */
    record Logged(long at, String level, String logger, String text) implements Report {}
}
