package org.gamenet.rgs.bench.cut;

import java.util.List;

/**
 * The judge's findings in one run. Times in nanoseconds.
 *
 * @param lostRequests of living players, counted nowhere in the end; those of {@code closed} ones included
 * @param lostTurns ordered messages of living players that somebody who is in lacks, or everybody
 * @param lostOfClosed how many of both are of players that are closed
 * @param twice requests counted, and ordered messages heard, more than once
 * @param orderDiffers pairs of players that heard them in two orders
 * @param closedAlive players that live and are closed
 * @param frozenMajority -1 if there was no majority with its server
 * @param settled whether all who were in came to play together again
 * @param outages of each who had lost its server
 * @param sentences what was found, for people
 */
record Findings(
        long lostRequests,
        long lostTurns,
        long lostOfClosed,
        long twice,
        long orderDiffers,
        long closedAlive,
        long stateAgeWrong,
        long frozenMajority,
        long frozenAfterHeal,
        boolean settled,
        List<Long> outages,
        long starved,
        List<String> sentences) {

    long lost() {
        return lostRequests + lostTurns;
    }

    /** Whether nothing is wrong that no machine excuses. */
    boolean nothingBroken() {
        return lost() + twice + orderDiffers + closedAlive + stateAgeWrong == 0;
    }
}
