package org.gamenet.rgs.bench.failover;

import java.util.List;
import org.gamenet.rgs.bench.report.Json;

/**
 * The counts that must be 0, and each case in words.
 *
 * @param staleApplied states of a deposed server that a player was shown
 * @param playersLost players that live and are out at the end, or did not resume
 * @param wrongState purses that do not hold each coin once, states with parts of others, and states that went backwards
 * @param resumedTwice times a player resumed that was not frozen
 * @param joinedGhosts dead or unknown players that somebody has in the game, in its view or in its state
 * @param putOut players that live, were out for a time and are back: what a player that was silent for too long must
 *     expect
 * @param falseAlarms times a player froze and went on in the same epoch: allowed, worth knowing
 * @param unprovoked times a player went on in a newer epoch though no server had died: allowed, worth knowing
 * @param staleRefused messages of deposed servers that RGS says it refused: allowed, shows that there were some
 * @param faults the cases
 */
record Verdict(
        int staleApplied,
        int playersLost,
        int wrongState,
        int resumedTwice,
        int joinedGhosts,
        int putOut,
        int falseAlarms,
        int unprovoked,
        long staleRefused,
        List<String> faults) {
    static final Verdict NOTHING = new Verdict(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    Verdict {
        faults = List.copyOf(faults);
    }

    boolean clean() {
        return staleApplied + playersLost + wrongState + resumedTwice + joinedGhosts == 0;
    }

    /** Of two runs together; the cases stay with their runs. */
    Verdict plus(Verdict other) {
        return new Verdict(
                staleApplied + other.staleApplied,
                playersLost + other.playersLost,
                wrongState + other.wrongState,
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
                .put("wrong_state", wrongState)
                .put("resumed_twice", resumedTwice)
                .put("joined_ghosts", joinedGhosts)
                .put("put_out", putOut)
                .put("false_alarms", falseAlarms)
                .put("unprovoked", unprovoked)
                .put("stale_refused", staleRefused);
    }
}
