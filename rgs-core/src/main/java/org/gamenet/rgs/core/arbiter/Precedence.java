package org.gamenet.rgs.core.arbiter;

import org.gamenet.rgs.core.machine.Epoch;

/** The choice of the server of one side of a game when it hears of another (P63 to P65). */
public enum Precedence {
    /** It goes on, and the other knows of it. */
    GOES_ON,
    /** It goes on, and takes a number above the other's, so that the other's members may be let in. */
    GOES_ABOVE,
    /** It is to give way, and plays on until the other has a number above its own. */
    WAITS,
    /** It gives way. */
    GIVES_WAY;

    /**
     * Of this side, as it stands, where another is heard of.
     *
     * @param promise of whoever serves {@code own}: nothing below it lets that one in
     */
    public static Precedence of(Ballot.Side own, Ballot.Side other, Epoch promise) {
        if (own.isAbove(other)) return own.epoch().isAfter(other.epoch()) ? GOES_ON : GOES_ABOVE;
        return other.epoch().isAfter(promise) ? GIVES_WAY : WAITS;
    }
}
