package org.gamenet.rgs.core.port;

/** A connection end in the group transport; says nothing about who speaks there. */
public record Node(long high, long low) {

    @Override
    public String toString() {
        return Long.toHexString(low & 0xffffff);
    }
}
