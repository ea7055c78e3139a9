package org.gamenet.rgs.core.arbiter;

/** Why a ledger does not grant. */
public enum Denial {
    /** The claimant expected another number: somebody else was granted meanwhile (P1). */
    OVERTAKEN,
    /** The game has ended (P28). */
    ENDED,
    /** HELD, but the claimant is not of the last active authority (P9). */
    NOT_HELD,
    /** A synchronous game is rebuilt only when nobody of its last active authority can be waited for (P11). */
    SYNCHRONOUS,
    /** The authority names somebody that this claimant cannot have brought up to date (P10). */
    AUTHORITY
}
