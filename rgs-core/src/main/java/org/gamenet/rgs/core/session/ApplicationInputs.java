package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.peers.CopyTalk;

/** Inputs that the application brings, messages apart: what it packed and restored, what it asks for, its departure. */
final class ApplicationInputs {
    private final Packages packages;
    private final CopyTalk copies;
    private final ApplicationRequests requests;
    private final DirectoryAbsence absence;
    private final Departure departure;

    ApplicationInputs(
            Packages packages,
            CopyTalk copies,
            ApplicationRequests requests,
            DirectoryAbsence absence,
            Departure departure) {
        this.packages = packages;
        this.copies = copies;
        this.requests = requests;
        this.absence = absence;
        this.departure = departure;
    }

    /** Takes the input if it is one of the application; whether it was. */
    boolean take(WorkerInput input) {
        if (input instanceof WorkerInput.Packaged packaged) packages.packaged(packaged, copies.taking(packaged));
        else if (input instanceof WorkerInput.InitialPackaged initial)
            copies.outputs().later(initial.cut(), () -> packages.initialPackaged(initial));
        else if (input instanceof WorkerInput.Restored restored) packages.restored(restored);
        else if (input instanceof WorkerInput.Asked asked) requests.asked(asked.event());
        else if (input instanceof WorkerInput.HandoverAsked over)
            requests.handover(over.peer(), copies, absence.isAway());
        else if (input instanceof WorkerInput.Advertised advertised) requests.advertise(advertised.advert());
        else if (input instanceof WorkerInput.Left) departure.leave();
        else return false;
        return true;
    }
}
