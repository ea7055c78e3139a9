package org.gamenet.rgs.core.ordering;

import org.gamenet.rgs.core.machine.Epoch;

/** A place in the history of a game: the entry {@code seq} of {@code epoch}. Entry 0 of an epoch is its ACK. */
public record Position(Epoch epoch, long seq) {

    /** Before any entry. */
    public static final Position NONE = new Position(Epoch.NONE, -1);

    /**
     * Epoch first, then seq. Positions of one number but other claims are on different histories and not before each
     * other.
     */
    public boolean isBefore(Position other) {
        return epoch.number() < other.epoch.number() || epoch.equals(other.epoch) && seq < other.seq;
    }

    /** The next entry of the same epoch. */
    public Position next() {
        return new Position(epoch, seq + 1);
    }

    @Override
    public String toString() {
        return epoch + "." + seq;
    }
}
