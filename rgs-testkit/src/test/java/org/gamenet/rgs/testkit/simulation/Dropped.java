package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Step;

/**
 * When the directory may drop a game, by what was said to it, and not by what it believes (P28): {@code giveUpAfter}
 * after its end, or after whoever serves its newest epoch has renewed for the last time. Who is listed there, and who
 * may be told that the game is over, hangs on it.
 */
final class Dropped {
    /** Slack: the last renewal may have been lost with its line. */
    private static final long ASTRAY = 1_000 * VirtualTime.MILLI;

    private final SimulatedCluster cluster;
    private final History history;
    private boolean known;
    /** When its server said first that it is over; 0 if it did not. */
    private long endedAt;
    /** Whether the directory has dropped the game. */
    private boolean gone;

    Dropped(SimulatedCluster cluster, History history) {
        this.cluster = cluster;
        this.history = history;
    }

    void stepped(Step step) {
        boolean ends = step.effects().stream().anyMatch(Effect.TellEnd.class::isInstance);
        if (ends && endedAt == 0) endedAt = cluster.time.now();
    }

    /** Looks at what the directory knows by now. */
    void look() {
        boolean before = known;
        known = cluster.directory.hasGames();
        // One that lost its disk has dropped nothing (P14).
        if (!before || known || cluster.directory.isEmpty()) return;
        gone = true;
        long patience = cluster.giveUpAfter * VirtualTime.MILLI;
        long now = cluster.time.now();
        if (endedAt > 0 && now - endedAt >= patience) return;
        long silent = now - heardAt();
        if (silent < patience - ASTRAY)
            cluster.judge.violates(
                    "P28",
                    "the directory drops the game " + silent / VirtualTime.MILLI + " ms after the server of epoch "
                            + history.newest() + " has renewed");
    }

    /** Its server has ended the game, or the directory has dropped it: whoever is in may be told that it has ended. */
    boolean isOver() {
        look();
        return gone || endedAt > 0;
    }

    /**
     * Whether everybody may see so many players where so many play: in a game that the directory has dropped those stay
     * in view that were not struck off by then.
     */
    boolean mayShow(int shown, long players) {
        look();
        return shown == players || gone && shown > players;
    }

    private long heardAt() {
        return cluster.processes.stream()
                .filter(p -> p.renewed().number() == history.newest())
                .mapToLong(SimulatedProcess::heardAt)
                .max()
                .orElse(VirtualTime.BEGINNING);
    }
}
