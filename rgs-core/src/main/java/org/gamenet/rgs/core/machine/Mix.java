package org.gamenet.rgs.core.machine;

/** Deterministic mixing of bits: ids derived from drawn ones, digests of values. Not for secrets. */
public final class Mix {
    private Mix() {}

    /** Spreads every bit of both arguments over the result (the finaliser of SplitMix64). */
    public static long of(long a, long b) {
        long z = a + 0x9e3779b97f4a7c15L * (b + 1);
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
