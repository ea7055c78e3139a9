package org.gamenet.rgs.core.model;

import org.jspecify.annotations.Nullable;

/**
 * Results that were worked out once, by two numbers. Open addressing: nothing is boxed. When there are {@link #MOST}
 * all are forgotten, and worked out anew: a search that goes deep meets tens of millions, a gigabyte for ten.
 */
final class Memo<T> {
    private static final int FEWEST = 1 << 12;
    private static final int MOST = 1 << 23;

    private long[] keys = new long[FEWEST];
    private Object[] values = new Object[FEWEST];
    private int size;

    private static long key(int a, int b) {
        return (long) a << 32 | b & 0xffffffffL;
    }

    @SuppressWarnings("unchecked")
    @Nullable
    T get(int a, int b) {
        long key = key(a, b);
        for (int slot = slot(key, keys.length); values[slot] != null; slot = slot + 1 & keys.length - 1)
            if (keys[slot] == key) return (T) values[slot];
        return null;
    }

    T put(int a, int b, T value) {
        if (size == MOST) forget();
        if (++size * 2 > keys.length) grow();
        put(key(a, b), value);
        return value;
    }

    private void put(long key, Object value) {
        int slot = slot(key, keys.length);
        while (values[slot] != null) slot = slot + 1 & keys.length - 1;
        keys[slot] = key;
        values[slot] = value;
    }

    private void forget() {
        keys = new long[FEWEST];
        values = new Object[FEWEST];
        size = 0;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) if (oldValues[i] != null) put(oldKeys[i], oldValues[i]);
    }

    private static int slot(long key, int length) {
        long h = key * 0x9e3779b97f4a7c15L;
        return (int) (h >>> 32) & length - 1;
    }
}
