package org.gamenet.rgs.examples.teapots.drill;

import java.util.Set;

/**
 * A death on purpose.
 *
 * @param at when, milliseconds of the machine's clock
 * @param victim the member that was killed
 * @param survivors the players that lived on, by peer
 */
record Kill(long at, String victim, Set<String> survivors) {
    Kill {
        survivors = Set.copyOf(survivors);
    }
}
