package org.gamenet.rgs.core.arbiter;

import org.gamenet.rgs.core.machine.Epoch;

/** What a ledger says to a claim. */
public sealed interface Verdict {

    /** Granted, now or by an earlier copy of the same claim; {@code next} is the ledger from here on. */
    record Granted(Ledger next, Epoch epoch) implements Verdict {}

    /** Not granted; the ledger is as it was. */
    record Denied(Denial why) implements Verdict {}
}
