package org.gamenet.rgs.core.session.game;

/**
 * The last state of a server that the application was shown, or made as the server (P44).
 *
 * @param epoch number of that server's epoch
 * @param at when it was made, seconds of game time; NaN: there was none
 */
public record ShownState(long epoch, double at) {
    public static final ShownState NOTHING = new ShownState(0, Double.NaN);

    boolean isNothing() {
        return Double.isNaN(at);
    }

    /** The later of the two. */
    ShownState orLater(long otherEpoch, double otherAt) {
        // A state of the epoch before a planned change may come after it; the history goes on through the change.
        boolean later = isNothing() || otherEpoch > epoch || otherAt > at;
        return later ? new ShownState(Math.max(epoch, otherEpoch), otherAt) : this;
    }
}
