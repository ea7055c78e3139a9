package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * Everything that a frozen member keeps from one attempt at a recovery to the next.
 *
 * @param heardAt when it last heard the old server, seconds of game time
 * @param serverLeaves whether the old server said goodbye
 * @param packageDone whether the one more package was taken, or its time is over
 * @param packed the package; empty if there is none
 * @param hints what it has noticed
 * @param late whether the game has stood still for so long that fewer than half must do (P74)
 * @param superseded whether an epoch after its own was active: then it does not hold the state of the last one (P9)
 * @param goesOn whether the game is served, as the arbiter said last (P35)
 * @param outnumbered how often it was granted a number and gave it up because too few of those listed answered: it
 *     waits longer each time (P74)
 * @param unable whether it was granted a number and gave it up because its application did not restore the state:
 *     others go first (P40)
 */
record FreezeContext(
        double heardAt,
        boolean serverLeaves,
        boolean packageDone,
        Optional<PackedState> packed,
        SuspicionHints hints,
        boolean late,
        boolean superseded,
        boolean goesOn,
        int outnumbered,
        boolean unable) {

    private static final long PAUSE_MILLIS = 500;
    /** From here on the pause does not grow, and nothing is counted any more (P52): it is 4 s. */
    private static final int OUTNUMBERED_MAX = 4;

    static FreezeContext at(double heardAt, boolean serverLeaves, SuspicionHints hints) {
        return new FreezeContext(heardAt, serverLeaves, false, Optional.empty(), hints, false, false, false, 0, false);
    }

    FreezeContext with(SuspicionHints newer) {
        return new FreezeContext(
                heardAt, serverLeaves, packageDone, packed, newer, late, superseded, goesOn, outnumbered, unable);
    }

    FreezeContext packed(Optional<PackedState> taken) {
        return new FreezeContext(
                heardAt,
                serverLeaves,
                true,
                taken.isPresent() ? taken : packed,
                hints,
                late,
                superseded,
                goesOn,
                outnumbered,
                unable);
    }

    /** The application had its time: whatever came before counts. */
    FreezeContext withoutPackage() {
        return new FreezeContext(
                heardAt, serverLeaves, true, packed, hints, late, superseded, goesOn, outnumbered, unable);
    }

    FreezeContext goodbye() {
        return new FreezeContext(
                heardAt, true, packageDone, packed, hints, late, superseded, goesOn, outnumbered, unable);
    }

    FreezeContext later() {
        return new FreezeContext(
                heardAt, serverLeaves, packageDone, packed, hints, true, superseded, goesOn, outnumbered, unable);
    }

    FreezeContext withTooFew() {
        return new FreezeContext(
                heardAt,
                serverLeaves,
                packageDone,
                packed,
                hints,
                late,
                superseded,
                goesOn,
                Math.min(outnumbered + 1, OUTNUMBERED_MAX),
                unable);
    }

    /** How long it leaves a claim to others: longer each time that too few answered, until fewer will do. */
    long pauseMillis() {
        return outnumbered == 0 || late ? 0 : PAUSE_MILLIS << outnumbered - 1;
    }

    FreezeContext failed() {
        return new FreezeContext(
                heardAt, serverLeaves, packageDone, packed, hints, late, superseded, goesOn, outnumbered, true);
    }

    FreezeContext gone(MemberId id) {
        return with(hints.withGone(id));
    }

    FreezeContext unreachable(MemberId id) {
        return with(hints.withUnreachable(id));
    }

    FreezeContext superseded(boolean known) {
        return superseded == (superseded || known)
                ? this
                : new FreezeContext(
                        heardAt, serverLeaves, packageDone, packed, hints, late, true, goesOn, outnumbered, unable);
    }

    /** The arbiter's word about the game as such. */
    FreezeContext told(Event.GameStatusKnown known) {
        return goesOn == known.served()
                ? this
                : new FreezeContext(
                        heardAt,
                        serverLeaves,
                        packageDone,
                        packed,
                        hints,
                        late,
                        superseded,
                        known.served(),
                        outnumbered,
                        unable);
    }
}
