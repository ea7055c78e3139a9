package org.gamenet.rgs.core.replication;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Payload;

/**
 * The messages of a primary and its backup to each other. Every question is repeated until it is answered, every answer
 * can be given twice (P29).
 */
public sealed interface CopyMessage {

    /** The epoch that it speaks of. */
    Epoch epoch();

    /** The primary, to a member: be my backup. */
    record Recruit(Epoch epoch) implements CopyMessage {}

    /** A member, to the primary: yes, or no and why. */
    record RecruitAnswer(Epoch epoch, boolean agrees, String why) implements CopyMessage {}

    /**
     * The primary, to its backup: a part of a copy.
     *
     * @param version counts this primary's copies
     * @param total bytes of the whole copy
     * @param from place of the first byte of this part
     */
    record CopyPart(Epoch epoch, long version, int total, int from, Payload bytes) implements CopyMessage {}

    /** The backup, to the primary: of this copy I have all up to here. */
    record CopyTaken(Epoch epoch, long version, int upTo) implements CopyMessage {}

    /** The backup, to the primary: this copy is whole, I hold it, and would go on from it or from a later one (P47). */
    record CopyConfirmed(Epoch epoch, long version) implements CopyMessage {}
}
