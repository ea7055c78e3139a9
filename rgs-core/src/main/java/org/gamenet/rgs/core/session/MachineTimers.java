package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Timer;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Stepper;
import org.gamenet.rgs.core.session.base.Timers;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.Packages;

/** The machine's timers: one that is due becomes an event. */
final class MachineTimers implements Beat {
    private final Timers timers;
    private final Stepper stepper;
    private final Packages packages;
    private final DirectoryAccess directoryAccess;

    MachineTimers(Timers timers, Stepper stepper, Packages packages, DirectoryAccess directoryAccess) {
        this.timers = timers;
        this.stepper = stepper;
        this.packages = packages;
        this.directoryAccess = directoryAccess;
    }

    @Override
    public int tick(long now) {
        int done = 0;
        for (Timer due = timers.poll(now); due != null && !stepper.isStopped(); due = timers.poll(now)) {
            done++;
            if (due == Timer.PACKAGE) packages.overdue();
            // The machine went on at once, with the last package: what runs now is the next callback's time.
            if (!timers.runs(due) && !mayStillBeTold(due)) stepper.happen(new Event.TimerFired(due));
        }
        return done;
    }

    /**
     * P36: the directory names holders, and can be reached. A holder gives its word again, and is asked about again.
     */
    private boolean mayStillBeTold(Timer due) {
        return due == Timer.CHECK && directoryAccess.isToBeAsked(stepper.state());
    }

    @Override
    public long nextAt(long now) {
        return timers.next();
    }
}
