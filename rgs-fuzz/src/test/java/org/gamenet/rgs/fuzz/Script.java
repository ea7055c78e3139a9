package org.gamenet.rgs.fuzz;

import java.util.Arrays;

/** An input read as a list of decisions. When it is used up, every further decision is the first of its choices. */
public final class Script {
    private final byte[] input;
    private int at;

    public Script(byte[] input) {
        this.input = input;
    }

    public boolean goesOn() {
        return at < input.length;
    }

    /** 0 to 255. */
    public int octet() {
        return goesOn() ? input[at++] & 0xff : 0;
    }

    /** 0 to {@code bound - 1}; {@code bound} is 65536 at most. */
    public int below(int bound) {
        return bound <= 1 ? 0 : (bound <= 256 ? octet() : octet() << 8 | octet()) % bound;
    }

    public boolean yes() {
        return (octet() & 1) == 1;
    }

    /** So many bytes, or what is left. */
    public byte[] bytes(int count) {
        int end = Math.min(input.length, at + count);
        byte[] taken = Arrays.copyOfRange(input, at, end);
        at = end;
        return taken;
    }

    /** Small, or at an edge, or anything. */
    public long number() {
        return switch (below(4)) {
            case 0 -> below(8);
            case 1 -> octet() - 128;
            case 2 -> EDGES[below(EDGES.length)];
            default -> (long) octet() << 56 | (long) octet() << 24 | octet();
        };
    }

    private static final long[] EDGES = {
        Long.MAX_VALUE, Long.MIN_VALUE, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 62, (1L << 62) + 1, 1L << 32
    };

    /** The bytes with some of them changed, a piece cut out, or noise put in. */
    public byte[] damaged(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int times = 1 + below(4); times > 0 && bytes.length > 0; times--) {
            int where = below(Math.min(bytes.length, 65_536));
            switch (below(5)) {
                case 0 -> bytes[where] ^= (byte) (1 << below(8));
                case 1 -> bytes[where] = (byte) octet();
                case 2 -> bytes = Arrays.copyOf(bytes, where);
                case 3 -> bytes = joined(bytes, where, bytes(1 + below(16)), where);
                default -> bytes = joined(bytes, where, new byte[0], Math.min(bytes.length, where + 1 + below(16)));
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[] bytes, int upTo, byte[] between, int from) {
        byte[] joined = Arrays.copyOf(bytes, upTo + between.length + bytes.length - from);
        System.arraycopy(between, 0, joined, upTo, between.length);
        System.arraycopy(bytes, from, joined, upTo + between.length, bytes.length - from);
        return joined;
    }
}
