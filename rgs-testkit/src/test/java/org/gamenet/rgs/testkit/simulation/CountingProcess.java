package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;

/** One process of the counting game: its application, and the witness of what that is told. */
final class CountingProcess extends SimulatedProcess {
    private static final long FRAME = 16 * VirtualTime.MILLI;

    final boolean plays;
    /** It never serves, and may make things up some time. */
    boolean mayTurnRogue;

    final CountingGame game;
    final Witness witness;
    final Judge judge;
    /** The application is busy until then: its next frame comes late. */
    long busyUntil;
    /** Its server was asked to put it out for good. */
    boolean kicked;

    private boolean lies;
    private boolean host;

    CountingProcess(SimulatedCluster cluster, String kind, boolean plays, SearchGoal goal) {
        this(cluster, kind, cluster.simulation.nextNumber(), plays, goal);
    }

    private CountingProcess(SimulatedCluster cluster, String kind, int number, boolean plays, SearchGoal goal) {
        super(
                cluster.simulation,
                number,
                kind + number,
                new SessionSetup(
                        "count",
                        plays ? kind + number : "",
                        cluster.writes ? Letters.RECORDS : CountingGame.RECORDS,
                        cluster.limits,
                        !cluster.isRoguesPlace(kind)),
                goal);
        this.plays = plays;
        this.mayTurnRogue = cluster.isRoguesPlace(kind);
        this.witness = cluster.judge.witness(this);
        this.judge = cluster.judge;
        this.game = new CountingGame(this, cluster.mutant, !cluster.limits.isEmpty(), new Callbacks(this, cluster));
    }

    @Override
    public void begin() {
        super.begin();
        simulation.time.after(dice.between(0, FRAME), this::frame);
    }

    @Override
    public void die(boolean withItsHost) {
        if (isDead()) return;
        host = withItsHost;
        super.die(withItsHost);
    }

    /** Dead, and nothing of its machine answers any more. */
    boolean hostDied() {
        return isDead() && host;
    }

    /** Its words are not to be believed from now on, and the events that it is told are not judged. */
    void lie() {
        lies = true;
    }

    boolean lies() {
        return lies;
    }

    private void frame() {
        if (isDead()) return;
        judge.dropped.look();
        if (!isStopped() && !game.callbacks.isRunning() && simulation.time.now() >= busyUntil) {
            try {
                game.frame();
            } catch (Callbacks.DiedWithin gone) {
                return;
            }
        }
        if (!game.isOver()) simulation.time.after(FRAME, this::frame);
    }

    /** Alive, and its session not over. */
    boolean takesPart() {
        return !isDead() && !game.isOver();
    }
}
