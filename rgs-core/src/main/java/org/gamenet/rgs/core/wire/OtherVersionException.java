package org.gamenet.rgs.core.wire;

/** A frame of another protocol version: its sender runs another release of RGS (HA51). */
public final class OtherVersionException extends MalformedException {
    private final int here;
    private final int there;

    OtherVersionException(int here, int there) {
        super("protocol version " + there + " there, " + here
                + " here: let all processes of the game run the same release");
        this.here = here;
        this.there = there;
    }

    /** The version this process speaks. */
    public int here() {
        return here;
    }

    /** The version the frame was written in. */
    public int there() {
        return there;
    }
}
