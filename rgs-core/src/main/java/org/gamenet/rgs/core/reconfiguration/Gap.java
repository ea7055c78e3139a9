package org.gamenet.rgs.core.reconfiguration;

/**
 * The entries that a follower lacks and has asked for, or waits for (P22), by numbers of frames of its epoch.
 *
 * @param upTo the last one that its server is known to have stamped, as a heartbeat said
 * @param until the last one that it asked for; while it waits for what a heartbeat announced, where its log ended when
 *     it began to; -1 if it does neither
 * @param asked how often it asked since one came, 0 if it did not ask
 */
record Gap(long upTo, long until, int asked) {

    static final Gap NONE = new Gap(-1, -1, 0);

    /** Frames that are sent in answer to one question. */
    static final int WINDOW = 64;

    private static final long PAUSE_MILLIS = 100;
    /** From here on the pause does not grow, and nothing is counted any more (P52): it is 800 ms. */
    private static final int ASKED_MAX = 4;

    Gap knows(long last) {
        return last > upTo ? new Gap(last, until, asked) : this;
    }

    /** A heartbeat may overtake entries, thousands in a flood: they are waited for, not asked for. */
    Gap waits(long end) {
        return new Gap(upTo, end, 0);
    }

    boolean isWaitedFor() {
        return asked == 0 && until >= 0;
    }

    Gap anew() {
        return new Gap(upTo, until, 0);
    }

    Gap answered() {
        return new Gap(upTo, until, 1);
    }

    Gap asks(long after) {
        return new Gap(upTo, after + WINDOW, Math.min(asked + 1, ASKED_MAX));
    }

    /**
     * Until it asks again: longer each time that nothing came, for an answer that waits on a slow way is not hastened
     * by more of it.
     */
    long pauseMillis() {
        return PAUSE_MILLIS << Math.min(asked, ASKED_MAX - 1);
    }
}
