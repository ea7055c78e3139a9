package org.gamenet.rgs.core.machine;

import java.util.Arrays;

/** Opaque bytes as a value: equal by content. The code that makes one gives the array away. */
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
