package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;

/**
 * Where something of what players sent may be lost, if they are told of it: on the way into an epoch that began by the
 * last resort (P75). Or, where a directory lost its disk and believed an obsolete server (P14), on the way from an
 * epoch that another had superseded: what that server called stable is in no other history. Or what a member let go
 * that may keep less than what the new epoch began without (P23.9).
 */
final class Excuses {
    private final Judge judge;

    Excuses(Judge judge) {
        this.judge = judge;
    }

    private boolean mayLose(Witness sender, long uncertain, long now) {
        return judge.history.isLastResort(sender.epoch(), now)
                || judge.cluster.directory.hasLostItsDisk()
                        && judge.history.isObsolete(sender.epoch(), sender.newest(), now)
                || uncertain <= letGo(sender, now);
    }

    /**
     * How many messages a sender may have let go on its way into an epoch: those that the epoch began without, beyond
     * as many as may be kept, the oldest first (P23.9).
     */
    long letGo(Witness sender, long now) {
        Long kept = judge.cluster.limits.get(Limit.SEND_MESSAGES);
        if (kept == null) return 0;
        long sent = sender.process.game.reliable();
        return judge.ages
                .base(now, sender.me())
                .map(base -> Math.max(0, sent - base.requests() - kept))
                .orElse(0L);
    }

    /** A sender is told, as it goes on in this epoch, how much is lost. */
    void told(Witness sender, long uncertain, long now) {
        if (uncertain == 0) return;
        if (mayLose(sender, uncertain, now)) judge.losses.told(sender.process.game, uncertain, now);
        else
            sender.violates(
                    "S9",
                    "told that " + uncertain + " messages are lost on the way from epoch " + sender.epoch() + " to "
                            + now);
    }

    /** Requests are missing before this one. */
    void gap(Witness server, Peer from, long before, long number) {
        for (Witness sender : judge.witnesses) {
            if (sender.me() != from.id()) continue;
            CountingGame game = sender.process.game;
            judge.losses.skipped(game, before, number);
            // Its requests may be here before it is told that it is back: then they are counted at the end.
            boolean isTold = sender.epoch() >= server.epoch() || !mayLose(sender, 1, server.epoch());
            if (sender.process.lies() || !isTold || judge.losses.mayBeSkipped(game)) return;
        }
        server.violates("S9 gap", from + "'s ordered request " + number + " came after " + before);
    }
}
