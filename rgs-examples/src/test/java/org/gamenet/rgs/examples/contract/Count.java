package org.gamenet.rgs.examples.contract;

import java.util.Map;
import org.gamenet.rgs.Peer;

/** The state of the counting game: who has how many points, and how many requests were taken. */
record Count(Map<Peer, Integer> points) {

    int sum() {
        return points.values().stream().mapToInt(Integer::intValue).sum();
    }
}
