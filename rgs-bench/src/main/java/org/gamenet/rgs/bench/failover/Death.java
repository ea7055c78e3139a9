package org.gamenet.rgs.bench.failover;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * A server that was killed or stopped.
 *
 * @param at just before the signal was sent, in nanoseconds
 * @param server the peer that served
 * @param backup the peer that held a copy of its state; empty if none did
 * @param epoch in which it served
 * @param survivors the players, by label, that nothing was done to
 */
record Death(long at, String server, String backup, long epoch, Set<String> survivors) {
    Death {
        survivors = Set.copyOf(survivors);
    }

    /** The same, when another died before the game had recovered. */
    Death without(String alsoDead) {
        return new Death(
                at,
                server,
                backup,
                epoch,
                survivors.stream().filter(label -> !label.equals(alsoDead)).collect(Collectors.toSet()));
    }
}
