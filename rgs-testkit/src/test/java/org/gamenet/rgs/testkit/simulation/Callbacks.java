package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.Session.Phase;

/**
 * The state callbacks of one application, in stories where these are difficult: they take their time, now and then
 * longer than a restoreState has, while everything else goes on; and some of its packages nobody can read.
 */
final class Callbacks {
    private static final int RESTORE_MILLIS = 2_000;
    /** A callback runs within the happening that called it: others end within it, and not before. */
    private static final int WITHIN_MOST = 3;

    private final SimulatedCluster cluster;
    private final CountingProcess process;
    private final Dice dice;
    private final boolean tears;
    private boolean running;
    private boolean torn;
    /** It has restored a state while it stood still: its session shows what was packed before, unless that counts. */
    private boolean restored;

    Callbacks(CountingProcess process, SimulatedCluster cluster) {
        this.process = process;
        this.cluster = cluster;
        this.dice = new Dice(process.number * 91L + 7);
        this.tears = process.plays && cluster.difficult && dice.likely(0.3);
    }

    /** The process died while its application was in a callback: what that would have done is not done. */
    static final class DiedWithin extends Error {
        private static final long serialVersionUID = 1;
    }

    /** In packageState, before it returns. */
    void packs() {
        if (!isDifficult()) return;
        if (isFrozen()) {
            if (dice.likely(0.2)) takes(dice.between(1, 1_000));
        } else if (dice.likely(0.01)) {
            takes(dice.between(1, 300));
        }
    }

    /** In restoreState, before it returns. Whether it was done in time. */
    boolean restores() {
        if (!isDifficult()) return true;
        if (isFrozen()) restored = true;
        else torn = false;
        long began = process.nanos();
        if (dice.likely(0.3)) takes(dice.between(1, RESTORE_MILLIS - 10));
        else if (dice.likely(isFrozen() ? 0.15 : 0.01)) takes(dice.between(RESTORE_MILLIS + 1, 2 * RESTORE_MILLIS));
        return process.nanos() - began <= RESTORE_MILLIS * VirtualTime.MILLI;
    }

    /** The state that it restored counts: a witness has vouched for it (P73), or the game goes on from it. */
    void counts() {
        if (restored) torn = false;
        restored = false;
    }

    /** Whether the package that it makes now is one that nobody can read. What a server makes is whole. */
    boolean tears() {
        boolean now = tears && isDifficult() && !process.session.isServer() && dice.likely(0.5);
        torn |= now;
        return now;
    }

    /**
     * Whether nobody can read some package that it has made since a state counted that it had restored: its session may
     * show that one.
     */
    boolean hasTorn() {
        return torn;
    }

    /** Whether this says that there was no package that could be read. */
    boolean mayBeTorn(IllegalStateException fault) {
        return cluster.processes.stream().anyMatch(p -> p.game.callbacks.tears)
                && String.valueOf(fault.getMessage()).endsWith("packages could be read");
    }

    /** The application is in one of them: it does nothing else. */
    boolean isRunning() {
        return running;
    }

    private boolean isFrozen() {
        return process.session.phase() == Phase.FROZEN;
    }

    private boolean isDifficult() {
        return cluster.difficult
                && !cluster.judge.healed
                && cluster.judge.violations().isEmpty();
    }

    private void takes(long millis) {
        if (cluster.callbacks >= WITHIN_MOST) return;
        VirtualTime time = cluster.time;
        cluster.trace.say("takes " + millis + " ms: " + process);
        long until = time.now() + millis * VirtualTime.MILLI;
        time.disturbedUntil(until);
        cluster.callbacks++;
        running = true;
        while (!process.isDead() && (process.isStopped() || time.now() < until))
            time.step(Math.max(until, time.now() + VirtualTime.MILLI));
        running = false;
        cluster.callbacks--;
        time.disturbed();
        if (process.isDead()) throw new DiedWithin();
    }
}
