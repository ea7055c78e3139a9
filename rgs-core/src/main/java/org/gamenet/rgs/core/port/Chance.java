package org.gamenet.rgs.core.port;

/** Randomness, handed in so that a run can be repeated. */
public interface Chance {

    /** 64 random bits. */
    long next();
}
