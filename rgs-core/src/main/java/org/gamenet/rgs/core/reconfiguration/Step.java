package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;

/** The result of an event: the next state, and what to do, in order. */
public record Step(MemberState state, List<Effect> effects) {

    public Step {
        effects = List.copyOf(effects);
    }

    /** To this state, doing this. */
    public static Step to(MemberState state, Effect... effects) {
        return new Step(state, List.of(effects));
    }

    /** To this state, doing this. */
    public static Step to(MemberState state, List<Effect> effects) {
        return new Step(state, effects);
    }

    /** With more to do, before the rest. */
    Step after(Effect... first) {
        List<Effect> all = new ArrayList<>(List.of(first));
        all.addAll(effects);
        return new Step(state, all);
    }

    /** With more to do, after the rest. */
    Step and(Effect... more) {
        List<Effect> all = new ArrayList<>(effects);
        all.addAll(List.of(more));
        return new Step(state, all);
    }
}
