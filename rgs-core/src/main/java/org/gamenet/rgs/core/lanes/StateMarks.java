package org.gamenet.rgs.core.lanes;

import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * The requests that a state of the server contains (P23), and the name of that state.
 *
 * @param epoch the server's, when it made the state
 * @param time seconds of game time; no two states of one server have the same
 * @param marks by sender; the state has nothing of a sender that is missing
 */
public record StateMarks(Epoch epoch, double time, Map<MemberId, Marks> marks) {

    /** Before any. */
    public static final StateMarks NONE = new StateMarks(Epoch.NONE, 0, Map.of());
}
