package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.Failover;

/** Where equals are searched: each has the whole state, and one of them stamps. */
final class GroundsOfEquals {

    private GroundsOfEquals() {}

    static List<Hunt.Ground> all() {
        return List.of(
                new Hunt.Ground(
                        "equals, one dies",
                        Bounds.of(2, 0)
                                .withPlayingFounder()
                                .ways(Failover.PROMOTED_PLAYER)
                                .may(Chance.PEERS, 1)
                                .may(Chance.CRASH, 1)
                                .may(Chance.ORDER, 1)),
                new Hunt.Ground(
                        "equals, a doubt and a newcomer",
                        Bounds.of(1, 0)
                                .withPlayingFounder()
                                .ways(Failover.PROMOTED_PLAYER)
                                .newcomers(1)
                                .may(Chance.PEERS, 1)
                                .may(Chance.DOUBT, 1)
                                .may(Chance.CRASH, 1)
                                .may(Chance.ORDER, 1)));
    }
}
