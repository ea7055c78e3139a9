package org.gamenet.rgs.core.machine;

import java.util.Arrays;

/**
 * Opaque bytes as a value: equal by content. Everything that is confirmed to players is in the package of everybody
 * listed (P72), so the package of one of them is enough to go on from (P73).
 */
public record Payload(byte[] bytes) {

    /** No bytes. */
    public static final Payload EMPTY = new Payload(new byte[0]);

    /** How many bytes. */
    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload p && Arrays.equals(bytes, p.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " B";
    }
}
