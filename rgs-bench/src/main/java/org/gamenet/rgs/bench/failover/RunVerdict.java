package org.gamenet.rgs.bench.failover;

import java.util.List;
import org.gamenet.rgs.bench.report.Json;

/**
 * The counts that must be 0, and each case in words.
 *
 * @param staleApplied states of a deposed server that a player was shown
 * @param playersLost players that live and are out at the end, or did not resume
 * @param wrong purses that do not hold each coin once, states with parts of others, and states that went backwards
 * @param resumedTwice times a player resumed that was not frozen
 * @param joinedGhosts dead or unknown players that somebody has in the game, in its view or in its state
 * @param putOut players that live, were out for a time and are back: what a player that was silent for too long must
 *     expect
 * @param falseAlarms times a player froze and went on in the same epoch: allowed, worth knowing
 * @param unprovoked times a player went on in a newer epoch though no server had died: allowed, worth knowing
 * @param staleRefused messages of deposed servers that RGS says it refused: allowed, shows that there were some
 * @param faults the cases
 */
record RunVerdict(
        int staleApplied,
        int playersLost,
        Wrong wrong,
        int resumedTwice,
        int joinedGhosts,
        int putOut,
        int falseAlarms,
        int unprovoked,
        long staleRefused,
        List<String> faults) {
    static final RunVerdict NOTHING = new RunVerdict(0, 0, Wrong.NOTHING, 0, 0, 0, 0, 0, 0, List.of());

    /**
     * States that are wrong.
     *
     * @param twice purses that hold a coin more than once
     * @param lost purses that lack a coin, or have one out of its order
     * @param shown states with parts of others, or that went backwards
     */
    record Wrong(int twice, int lost, int shown) {
        static final Wrong NOTHING = new Wrong(0, 0, 0);

        Wrong plus(Wrong other) {
            return new Wrong(twice + other.twice, lost + other.lost, shown + other.shown);
        }

        int all() {
            return twice + lost + shown;
        }
    }

    RunVerdict {
        faults = List.copyOf(faults);
    }

    boolean clean() {
        return staleApplied + playersLost + wrong.all() + resumedTwice + joinedGhosts == 0;
    }

    /** Of two runs together; the cases stay with their runs. */
    RunVerdict plus(RunVerdict other) {
        return new RunVerdict(
                staleApplied + other.staleApplied,
                playersLost + other.playersLost,
                wrong.plus(other.wrong),
                resumedTwice + other.resumedTwice,
                joinedGhosts + other.joinedGhosts,
                putOut + other.putOut,
                falseAlarms + other.falseAlarms,
                unprovoked + other.unprovoked,
                staleRefused + other.staleRefused,
                List.of());
    }

    Json json() {
        return new Json()
                .put("stale_applied", staleApplied)
                .put("players_lost", playersLost)
                .put("wrong_state", wrong.all())
                .put("requests_twice", wrong.twice())
                .put("requests_lost", wrong.lost())
                .put("resumed_twice", resumedTwice)
                .put("joined_ghosts", joinedGhosts)
                .put("put_out", putOut)
                .put("false_alarms", falseAlarms)
                .put("unprovoked", unprovoked)
                .put("stale_refused", staleRefused);
    }
}
