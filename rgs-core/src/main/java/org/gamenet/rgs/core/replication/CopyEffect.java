package org.gamenet.rgs.core.replication;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;

/** An effect of a step of a {@link Replica}. */
public sealed interface CopyEffect {

    /** Say to one. */
    record Say(MemberId to, CopyMessage message) implements CopyEffect {}

    /** A copy is whole: hold it, and confirm it if this process still follows its maker (P47). */
    record Whole(MemberId from, Epoch epoch, long version, Payload copy) implements CopyEffect {}

    /**
     * This member would go on from a copy of that place and time, or from a later one: nothing that it lacks is stable
     * (P23), nothing after it vanishes (P22).
     */
    record Counts(MemberId backup, long version, Position place, double time, long cut) implements CopyEffect {}

    /** The output of a synchronous game's server is to wait for this one from now on (P48). */
    record Bind(MemberId backup) implements CopyEffect {}

    /** It would not any more. */
    record CountsNoMore(MemberId backup) implements CopyEffect {}

    /** Change the authority to these, who hold all that they need (P45). */
    record Change(List<MemberId> authority) implements CopyEffect {

        public Change {
            authority = List.copyOf(authority);
        }
    }

    /** Have the application pack its state now. */
    record Pack() implements CopyEffect {}

    /** This backup is there, and has just shown it: stop, and make the last copy (P46). */
    record Stop(MemberId to) implements CopyEffect {}

    /** It holds the last copy: it may be named. */
    record Handed(MemberId to) implements CopyEffect {}

    /** The game is not handed over to this one. */
    record Refuse(MemberId to, String why) implements CopyEffect {}

    /** For the log. */
    record Note(String text) implements CopyEffect {}
}
