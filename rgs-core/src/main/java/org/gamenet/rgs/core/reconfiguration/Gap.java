package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The entries that a follower lacks and has asked for, or waits for (P22), by numbers of entries of its epoch; and what
 * it was told of them ahead of their coming.
 *
 * @param upTo the last one that its server is known to have stamped, as a heartbeat said
 * @param until the last one that it asked for; while it waits for what a heartbeat announced, where its log ended when
 *     it began to; -1 if it does neither
 * @param asked how often it asked since one came, 0 if it did not ask
 * @param stable requests announced as stable, which count once the log has come so far
 */
record Gap(long upTo, long until, int asked, Optional<Announced> stable) {

    static final Gap NONE = new Gap(-1, -1, 0, Optional.empty());

    /**
     * All up to {@code stable} is delivered by everybody on the roster of that log, which ends with {@code last}. A log
     * that ends before lacks exits, perhaps: the member that has left may have delivered less, and be in that log's
     * game again if its server dies now.
     */
    record Announced(Position stable, Position last) {
        boolean countsIn(Log log) {
            return !log.end().isBefore(last);
        }
    }

    /** Entries that are sent in answer to one question. */
    static final int WINDOW = 64;

    private static final long PAUSE_MILLIS = 100;
    /** From here on the pause does not grow, and nothing is counted any more (P52): it is 800 ms. */
    private static final int ASKED_MAX = 4;

    Gap knows(long last) {
        return last > upTo ? new Gap(last, until, asked, stable) : this;
    }

    /** The first announcement is kept until it counts: in a flood each heartbeat is ahead of the log again. */
    Gap knows(Announced announced) {
        return stable.isPresent() ? this : new Gap(upTo, until, asked, Optional.of(announced));
    }

    /** The announcement was applied: the next one is kept. */
    Gap settled() {
        return new Gap(upTo, until, asked, Optional.empty());
    }

    /** A heartbeat may overtake entries, thousands in a flood: they are waited for, not asked for. */
    Gap waits(long end) {
        return new Gap(upTo, end, 0, stable);
    }

    boolean isWaitedFor() {
        return asked == 0 && until >= 0;
    }

    Gap anew() {
        return new Gap(upTo, until, 0, stable);
    }

    Gap answered() {
        return new Gap(upTo, until, 1, stable);
    }

    Gap asks(long after) {
        return new Gap(upTo, after + WINDOW, Math.min(asked + 1, ASKED_MAX), stable);
    }

    /**
     * Until it asks again: longer each time that nothing came, for an answer that waits on a slow way is not hastened
     * by more of it.
     */
    long pauseMillis() {
        return PAUSE_MILLIS << Math.min(asked, ASKED_MAX - 1);
    }
}
