package org.gamenet.rgs.testkit.simulation;

import java.util.List;
import org.gamenet.rgs.core.machine.Mix;
import org.gamenet.rgs.core.port.Chance;

/** All the randomness of one run. */
public final class Dice implements Chance {
    private long state;

    public Dice(long seed) {
        state = Mix.of(seed, 0x5eed);
    }

    @Override
    public long next() {
        state += 0x9e3779b97f4a7c15L;
        long z = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** From 0 to below the bound. */
    public int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Both included. */
    public long between(long least, long most) {
        return least + (next() >>> 1) % (most - least + 1);
    }

    public boolean likely(double probability) {
        return (next() >>> 11) * 0x1.0p-53 < probability;
    }

    public <T> T of(List<T> some) {
        return some.get(below(some.size()));
    }

    /** Another sequence, from here on its own. */
    public Dice split() {
        return new Dice(next());
    }
}
