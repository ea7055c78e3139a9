package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;

/** The departure of a session whose application leaves: what it serves or shows is handed over first. */
final class Departure {
    private final ThisMember my;
    private final Renewals renewals;
    private final Packages packages;
    private final CopyTalk copies;
    private final DirectoryAbsence absence;
    private final SessionEnd end;

    Departure(
            ThisMember my,
            Renewals renewals,
            Packages packages,
            CopyTalk copies,
            DirectoryAbsence absence,
            SessionEnd end) {
        this.my = my;
        this.renewals = renewals;
        this.packages = packages;
        this.copies = copies;
        this.absence = absence;
        this.end = end;
    }

    void leave() {
        if (my.seat().isLeaving() || my.stepper().isStopped()) return;
        my.seat().leave();
        MemberState at = my.stepper().state();
        if (at == null) {
            end.finish();
            return;
        }
        // Closed is told, the last words are on their way: nothing is left to hand over.
        if (my.game().isOver()) return;
        renewals.leaves(at);
        packages.leave();
        copies.leave(absence::isAway, () -> my.stepper().happen(new Event.LeaveAsked()));
    }
}
