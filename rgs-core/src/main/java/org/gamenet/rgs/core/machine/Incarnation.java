package org.gamenet.rgs.core.machine;

import org.jspecify.annotations.Nullable;

/**
 * A member has a new incarnation for every admission that it asks for; repeats of one request keep it. The identity of
 * a member, together with its peer id: never an address, a rank or a JGroups address (PROTOCOL 1). The incarnations of
 * one peer are ordered, so that a late request of one that the peer has given up is told from a newer one (P27).
 *
 * @param attempt counts the admissions that the session has asked for, from 1
 * @param nonce 64 random bits, drawn once: the same in every incarnation of one session, which is how requests keep
 *     their ids (P72)
 */
public record Incarnation(long attempt, long nonce) implements Comparable<Incarnation> {

    /** 64 bits that tell this incarnation from every other, of its own session too: the nonce alone does not. */
    public long tag() {
        return Mix.of(nonce, attempt);
    }

    @Override
    public int compareTo(Incarnation other) {
        int byAttempt = Long.compare(attempt, other.attempt);
        return byAttempt != 0 ? byAttempt : Long.compare(nonce, other.nonce);
    }

    // By hand, as of MemberId.
    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o instanceof Incarnation other && attempt == other.attempt && nonce == other.nonce;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(attempt) + Long.hashCode(nonce);
    }

    @Override
    public String toString() {
        return attempt + "-" + Long.toHexString(nonce & 0xffffff);
    }
}
