package org.gamenet.rgs.core.simulation;

import java.util.List;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Chance;

/** All the randomness of one run. */
final class Dice implements Chance {
    private long state;

    Dice(long seed) {
        state = Mix.of(seed, 0x5eed);
    }

    @Override public long next() {
        state += 0x9e3779b97f4a7c15L;
        long z = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** From 0 to below the bound. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Both included. */
    long between(long least, long most) {
        return least + (next() >>> 1) % (most - least + 1);
    }

    boolean likely(double probability) {
        return (next() >>> 11) * 0x1.0p-53 < probability;
    }

    <T> T of(List<T> some) {
        return some.get(below(some.size()));
    }

    /** Another sequence, from here on its own. */
    Dice split() {
        return new Dice(next());
    }
}
