package org.gamenet.rgs.bench.failover;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run, for the judge.
 *
 * @param diaries what all noted
 * @param deaths in order
 * @param players label of each player that was never harmed, and the peer it is
 * @param harmed label of each player that was stopped and runs again, and the peer it is
 * @param dead peers of players that were killed
 */
record RunHistory(
        Diaries diaries,
        List<Death> deaths,
        Map<String, String> players,
        Map<String, String> harmed,
        Set<String> dead) {
    RunHistory {
        deaths = List.copyOf(deaths);
        players = Map.copyOf(players);
        harmed = Map.copyOf(harmed);
        dead = Set.copyOf(dead);
    }
}
