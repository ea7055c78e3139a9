package org.gamenet.rgs.core.machine;

/** From what a claimant makes the state of the epoch it claims (P9). */
public enum Basis {
    /**
     * It has the state: it is in the last active authority and holds that epoch's log. Among equals a holder collects
     * so whoever it is, though it claimed as {@link #REBUILD}.
     */
    HELD,
    /** From the packages of the members. */
    REBUILD
}
