package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.StandingBy;
import org.gamenet.rgs.core.session.entry.EntryParts;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;
import org.gamenet.rgs.core.session.game.ThisMember;

/** The departure of a session whose application leaves: what it serves or shows is handed over first. */
final class Departure {
    private final ThisMember my;
    private final EntryParts parts;
    private final DirectoryAbsence absence;
    private final SessionEnd end;

    Departure(ThisMember my, EntryParts parts, DirectoryAbsence absence, SessionEnd end) {
        this.my = my;
        this.parts = parts;
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
        if (at instanceof StandingBy)
            parts.directoryAccess().standDown(my.seat().id());
        if (at.leads()) parts.renewals().renewNow();
        parts.packages().leave();
        parts.copies().leave(absence::isAway, () -> my.stepper().happen(new Event.LeaveAsked()));
    }
}
