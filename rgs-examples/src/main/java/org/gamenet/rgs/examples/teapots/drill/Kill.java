package org.gamenet.rgs.examples.teapots.drill;

import java.util.Set;

/**
 * A death on purpose, or a sleep from which the victim wakes.
 *
 * @param at when, milliseconds of the machine's clock
 * @param victim the member that was killed, or slept
 * @param survivors the players that lived on, by peer; whoever slept is among them
 */
record Kill(long at, String victim, Set<String> survivors) {
    Kill {
        survivors = Set.copyOf(survivors);
    }

    /** Whether the victim only slept. */
    boolean isSleep() {
        return survivors.contains(victim);
    }
}
