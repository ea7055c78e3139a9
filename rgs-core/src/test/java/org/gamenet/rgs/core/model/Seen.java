package org.gamenet.rgs.core.model;

/**
 * The visited set, compacted: of a world only 64 bits are kept. Two worlds of the same bits would be taken for one;
 * among n worlds that happens at all with a probability of about n&sup2; / 2<sup>65</sup>: 3 in 10 000 for
 * 10<sup>8</sup>.
 */
final class Seen {
    private long[] slots;
    private int mask;
    private long size;

    Seen(int expected) {
        int length = 1 << 12;
        while (length < expected * 3L / 2 && length < 1 << 30) length <<= 1;
        slots = new long[length];
        mask = length - 1;
    }

    /** Whether it is new. */
    boolean add(long bits) {
        long hash = bits == 0 ? 1 : bits;
        int slot = (int) (hash ^ hash >>> 32) & mask;
        while (slots[slot] != 0) {
            if (slots[slot] == hash) return false;
            slot = slot + 1 & mask;
        }
        slots[slot] = hash;
        if (++size > slots.length * 3L / 4) grow();
        return true;
    }

    boolean has(long bits) {
        long hash = bits == 0 ? 1 : bits;
        for (int slot = (int) (hash ^ hash >>> 32) & mask; slots[slot] != 0; slot = slot + 1 & mask)
            if (slots[slot] == hash) return true;
        return false;
    }

    long size() {
        return size;
    }

    private void grow() {
        if (slots.length == 1 << 30) throw new IllegalStateException("more worlds than a table of 8 GiB holds");
        long[] old = slots;
        slots = new long[old.length * 2];
        mask = slots.length - 1;
        for (long hash : old) {
            if (hash == 0) continue;
            int slot = (int) (hash ^ hash >>> 32) & mask;
            while (slots[slot] != 0) slot = slot + 1 & mask;
            slots[slot] = hash;
        }
    }

    /** Spreads a world over 64 bits. */
    static long hash(int[] world) {
        long h = 0x9e3779b97f4a7c15L * world.length;
        for (int v : world) {
            h ^= v;
            h *= 0xbf58476d1ce4e5b9L;
            h ^= h >>> 29;
            h *= 0x94d049bb133111ebL;
            h ^= h >>> 32;
        }
        return h;
    }
}
