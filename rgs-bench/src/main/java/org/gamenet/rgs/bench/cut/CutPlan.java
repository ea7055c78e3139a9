package org.gamenet.rgs.bench.cut;

/**
 * The settings that are the same in all runs.
 *
 * @param spares 0 or 1
 * @param longestMillis of a cut that is drawn
 * @param settleMillis of play before the cut: every process rehearses a recovery beside its first seconds
 * @param patienceMillis until a healed game must have settled
 */
record CutPlan(CutStory story, int spares, int longestMillis, long settleMillis, long patienceMillis) {
    int processes() {
        return Cut.PLAYERS + 1 + spares;
    }
}
