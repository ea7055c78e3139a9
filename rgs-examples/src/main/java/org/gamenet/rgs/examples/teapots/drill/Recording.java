package org.gamenet.rgs.examples.teapots.drill;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is known of a run.
 *
 * @param settledAt when everybody was in and had been shown so, milliseconds of the machine's clock
 * @param kills the deaths, in their order
 * @param players what each player reported, by peer, in its own order
 */
record Recording(long settledAt, List<Kill> kills, Map<String, List<Report>> players) {
    Recording {
        kills = List.copyOf(kills);
        players = Map.copyOf(players);
    }

    /** The members that lived after that many deaths. */
    Set<String> livingAfter(int deaths) {
        return deaths == 0 ? players.keySet() : kills.get(deaths - 1).survivors();
    }

    /** The members that lived to the end. */
    Set<String> livingAtLast() {
        return livingAfter(kills.size());
    }
}
