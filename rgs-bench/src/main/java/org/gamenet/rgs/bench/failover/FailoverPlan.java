package org.gamenet.rgs.bench.failover;

import java.util.Random;

/**
 * The plan of one run.
 *
 * @param fault what is done to the game
 * @param rules how it is played
 * @param spares processes that stand by
 * @param perProcess players that share a process; 0: all of them
 * @param deaths servers that die, one after the other
 * @param settleMillis undisturbed play before each death
 * @param patienceMillis how long a recovery may take before the run is given up
 * @param chance draws what is left to chance
 */
record FailoverPlan(
        Fault fault,
        FailoverRules rules,
        int spares,
        int perProcess,
        int deaths,
        long settleMillis,
        long patienceMillis,
        Random chance) {
    /** The same plan, for another way to a new server. */
    FailoverPlan with(Strategy strategy) {
        return new FailoverPlan(
                fault,
                rules.with(strategy),
                strategy.spares(fault),
                strategy.sharing(fault, perProcess),
                deaths,
                settleMillis,
                patienceMillis,
                chance);
    }

    /** The same, with one death, of a game that shows everything at once. */
    FailoverPlan atOnce() {
        return new FailoverPlan(
                Fault.kill, rules.showingAtOnce(), spares, perProcess, 1, settleMillis, patienceMillis, chance);
    }

    FailoverPlan {
        if (perProcess < 0 || deaths < 1 || settleMillis < 0)
            throw new IllegalArgumentException("a plan without players, deaths or time");
    }
}
