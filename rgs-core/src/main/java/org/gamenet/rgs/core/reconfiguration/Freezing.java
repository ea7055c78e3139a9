package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * What a frozen member keeps from one attempt at a recovery to the next.
 *
 * @param heardAt when it last heard the old server, seconds of game time
 * @param serverLeaves whether the old server said goodbye
 * @param packageDone whether the one more package was taken, or its time is over
 * @param packed the package; empty if there is none
 * @param hints what it has noticed
 * @param late whether ten seconds have passed since the failure (P38)
 * @param superseded whether an epoch after its own was active: then it does not hold the state of the last one (P9)
 * @param goesOn whether the game is served, as the arbiter said last (P35)
 * @param behind whether it was granted a number and gave it up because its history is not part of what others hold: they go first (P39)
 */
record Freezing(double heardAt, boolean serverLeaves, boolean packageDone, Optional<PackedState> packed, Hints hints, boolean late,
                boolean superseded, boolean goesOn, boolean behind) {

    static Freezing at(double heardAt, boolean serverLeaves, Hints hints) {
        return new Freezing(heardAt, serverLeaves, false, Optional.empty(), hints, false, false, false, false);
    }

    Freezing with(Hints newer) {
        return new Freezing(heardAt, serverLeaves, packageDone, packed, newer, late, superseded, goesOn, behind);
    }

    Freezing packed(Optional<PackedState> taken) {
        return new Freezing(heardAt, serverLeaves, true, taken.isPresent() ? taken : packed, hints, late, superseded, goesOn, behind);
    }

    /** The application had its time: whatever came before counts. */
    Freezing withoutPackage() {
        return new Freezing(heardAt, serverLeaves, true, packed, hints, late, superseded, goesOn, behind);
    }

    Freezing goodbye() {
        return new Freezing(heardAt, true, packageDone, packed, hints, late, superseded, goesOn, behind);
    }

    Freezing later() {
        return new Freezing(heardAt, serverLeaves, packageDone, packed, hints, true, superseded, goesOn, behind);
    }

    Freezing fallenBehind() {
        return new Freezing(heardAt, serverLeaves, packageDone, packed, hints, late, superseded, goesOn, true);
    }

    Freezing gone(MemberId id) {
        return with(hints.withGone(id));
    }

    Freezing unreachable(MemberId id) {
        return with(hints.withUnreachable(id));
    }

    Freezing superseded(boolean known) {
        return superseded == (superseded || known) ? this : new Freezing(heardAt, serverLeaves, packageDone, packed, hints, late, true, goesOn, behind);
    }

    /** What the arbiter says of the game as such. */
    Freezing told(Event.StandingKnown known) {
        return goesOn == known.served() ? this : new Freezing(heardAt, serverLeaves, packageDone, packed, hints, late, superseded, known.served(), behind);
    }
}
