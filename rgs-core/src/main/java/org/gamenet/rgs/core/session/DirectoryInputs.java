package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.session.base.Stepper;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.Renewals;
import org.gamenet.rgs.core.session.entry.SpareOffers;
import org.gamenet.rgs.core.session.game.DirectoryAbsence;

/** Inputs that the directory brings: its answers, and what it says unasked. */
final class DirectoryInputs {
    private final DirectoryAbsence absence;
    private final Renewals renewals;
    private final SpareOffers offers;
    private final Group group;
    private final Stepper stepper;

    DirectoryInputs(DirectoryAbsence absence, Renewals renewals, SpareOffers offers, Group group, Stepper stepper) {
        this.absence = absence;
        this.renewals = renewals;
        this.offers = offers;
        this.group = group;
        this.stepper = stepper;
    }

    /** Takes the input if it is one of the directory; whether it was. */
    boolean take(WorkerInput input) {
        if (input instanceof WorkerInput.Replied replied) {
            absence.replied(replied.reply());
            replied.then().accept(replied.reply());
        } else if (input instanceof WorkerInput.Pushed pushed) pushed(pushed.push());
        else return false;
        return true;
    }

    private void pushed(DirectoryPush push) {
        absence.pushed(push);
        if (push instanceof DirectoryPush.LineUp) renewals.lineUp();
        else offers.pushed(push);
    }

    /** The answer to a question of the machine. */
    void answered(Event event) {
        // The holder lives, says the directory: then it is the connection that is broken (P31).
        if (event instanceof Event.Denied denied && denied.why() == Event.DenialReason.NOT_NOW) group.reconnect();
        if (event instanceof Event.GameStatusKnown known) group.onGameStatus(known);
        stepper.happen(event);
    }
}
