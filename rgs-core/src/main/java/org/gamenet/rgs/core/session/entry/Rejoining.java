package org.gamenet.rgs.core.session.entry;

import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;

/** The way back into a game, as the same peer in a new incarnation (P21, P25, P27). Worker's thread only. */
public final class Rejoining {
    private final ThisMember my;
    private final FailoverLog failovers;
    private final Timers timers;
    private final FailureWatch watch;
    private final Packages packages;
    private final Group group;

    public Rejoining(
            ThisMember my, FailoverLog failovers, Timers timers, FailureWatch watch, Packages packages, Group group) {
        this.my = my;
        this.failovers = failovers;
        this.timers = timers;
        this.watch = watch;
        this.packages = packages;
        this.group = group;
    }

    /** Asks for the old seat. */
    public void rejoin(Effect.Rejoin again) {
        // A session that has left, or was told that it is over, does not come back.
        if (my.seat().isLeaving() || my.game().publisher().isOver()) return;
        long now = my.time().now();
        timers.clear();
        my.game().publisher().comesBack(again.why(), watch.lastHeard(), now);
        failovers.say(my.seat().self(), "left behind: " + again.why());
        my.drawSelf();
        watch.begin();
        Log kept = packages.keep() ? again.log() : Log.EMPTY;
        my.stepper().start(MemberState.rejoin(my.seat().mine(), my.game().rules(), again.promise(), kept));
        group.seekMembers(now);
    }

    /**
     * Whether the application holds what is left of a failed restoreState: then it does not resume, it comes back for
     * the whole state (P40).
     */
    public boolean reloads() {
        MemberState at = my.stepper().state();
        return at != null && at.plays() && !at.leads() && packages.owesState();
    }

    /**
     * Comes back for the whole state: this member has resumed, as far as the machine knows, but its application is not
     * told.
     *
     * @param known the log as far as the application was told of it: this member goes on from its end, with its
     *     package, if everybody else is gone (P75)
     */
    public void reload(Log known) {
        MemberState at = my.stepper().state();
        if (at != null) rejoin(new Effect.Rejoin(at.promise(), "restoreState failed here", known));
    }

    /** This member does not come back: nothing is left of the game but what the detector and the group know. */
    void forget() {
        failovers.say(my.seat().self(), "stands by again");
        timers.clear();
        my.stepper().clear();
        my.game().forget();
        packages.forget();
    }

    void watchNobody() {
        watch.leaveGame();
    }
}
