package org.gamenet.rgs.core.machine;

/** From what a claimant makes the state of the epoch it claims (P9). */
public enum Basis {
    /** It is in the last active authority and holds that epoch's log. */
    HELD,
    /** From the packages of the members. */
    REBUILD
}
