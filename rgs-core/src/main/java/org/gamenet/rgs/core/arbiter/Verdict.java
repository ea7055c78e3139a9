package org.gamenet.rgs.core.arbiter;

/** The answer of a ledger to a claim. */
public sealed interface Verdict {

    /** Granted, now or by an earlier copy of the same claim; {@code next} is the ledger from here on. */
    record Granted(Ledger next) implements Verdict {

        /** The number granted. */
        public Term term() {
            return next.current();
        }
    }

    /** Not granted; the ledger is as it was. */
    record Denied(Denial why) implements Verdict {}
}
