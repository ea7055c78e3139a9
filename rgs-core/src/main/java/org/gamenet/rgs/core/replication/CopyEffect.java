package org.gamenet.rgs.core.replication;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;

/** What a step of a {@link Replica} wants done. */
public sealed interface CopyEffect {

    /** Say to one. */
    record Say(MemberId to, CopyMessage message) implements CopyEffect {}

    /** A copy is whole: hold it, and confirm it if this process still follows its maker (P47). */
    record Whole(MemberId from, Epoch epoch, long version, Payload copy) implements CopyEffect {}

    /**
     * This member would go on from a copy of that place and time, or from a later one: nothing that it lacks is stable
     * (P23), nothing after it vanishes (P22).
     */
    record Counts(MemberId backup, long version, Position place, double time) implements CopyEffect {}

    /** It would not any more. */
    record CountsNoMore(MemberId backup) implements CopyEffect {}

    /** Change the authority to these, who hold all that they need (P45). */
    record Change(List<MemberId> authority) implements CopyEffect {

        public Change {
            authority = List.copyOf(authority);
        }
    }

    /** For the log. */
    record Note(String text) implements CopyEffect {}
}
