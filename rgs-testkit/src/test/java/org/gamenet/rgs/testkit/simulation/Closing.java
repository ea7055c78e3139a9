package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;

/** Whether an application may be told that its game is over, for the reason that it is told. */
final class Closing {
    private Closing() {}

    /**
     * @param member whether it was in
     * @param mayFail whether it could not restore a state that it needed
     */
    static void check(Witness witness, Judge judge, Closed closed, boolean member, boolean mayFail) {
        if (witness.process.session.phase() != Phase.CLOSED)
            witness.violates("rule 3", "Closed in phase " + witness.process.session.phase());
        if (closed.why() == Closed.Why.REPLACED) witness.violates("P27", "replaced by nobody: " + closed.detail());
        if (closed.why() == Closed.Why.NO_NEW_SERVER && judge.healed && judge.recovery.hadItsTime(witness.process))
            witness.violates("L1", closed.detail());
        if (closed.why() == Closed.Why.INTERNAL) witness.violates("INTERNAL", closed.detail());
        boolean allowed = closed.why() == Closed.Why.ENDED && judge.dropped.isOver()
                || closed.why() == Closed.Why.KICKED && witness.process.kicked
                || closed.why() == Closed.Why.STATE_NOT_RESTORED && mayFail;
        String why = allowed || !member || !witness.process.plays
                ? ""
                : judge.recovery.mayNotClose(
                        witness.process,
                        closed.why() == Closed.Why.CUT_OFF && closed.detail().contains("seats are taken"));
        if (!why.isEmpty()) witness.violates("closed alive", closed.why() + ", " + closed.detail() + "; " + why);
    }
}
