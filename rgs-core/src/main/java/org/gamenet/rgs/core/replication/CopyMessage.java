package org.gamenet.rgs.core.replication;

import static org.gamenet.rgs.core.reconfiguration.EpochIs.PLAYED;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.PLAYING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.States.SERVING;
import static org.gamenet.rgs.core.reconfiguration.MessageTable.by;
import static org.gamenet.rgs.core.reconfiguration.Sender.MEMBER;
import static org.gamenet.rgs.core.reconfiguration.Sender.PRIMARY;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/**
 * The messages of a primary and its backup to each other. Every question is repeated until it is answered, every answer
 * can be given twice (P29).
 */
public sealed interface CopyMessage {

    /** Their rows. */
    MessageTable TABLE = MessageTable.of(CopyMessage.class, "replication")
            .row(52, Recruit.class, "primary → member", Fence.PROMISE, Lane.URGENT, by(PRIMARY, PLAYED, PLAYING))
            .row(53, RecruitAnswer.class, "member → primary", Fence.PROMISE, Lane.URGENT, by(MEMBER, PLAYED, SERVING))
            .row(54, CopyPart.class, "primary → backup", Fence.PROMISE, Lane.RELIABLE, by(PRIMARY, PLAYED, PLAYING))
            .row(55, CopyTaken.class, "backup → primary", Fence.PROMISE, Lane.URGENT, by(MEMBER, PLAYED, SERVING))
            .row(56, CopyConfirmed.class, "backup → primary", Fence.PROMISE, Lane.URGENT, by(MEMBER, PLAYED, SERVING))
            .row(57, Copy.class, "primary → backup, in parts", Fence.PROMISE, Lane.URGENT)
            .build();

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
