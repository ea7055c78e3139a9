package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How a game is to go on, as its application says, and what its server has not done yet.
 *
 * @param open whether newcomers are let in
 * @param ending why the game is being ended; empty if it is not
 * @param kept whether it goes on when nobody plays any more: at the process that registered it (P28)
 * @param leaving whether its server goes, as soon as no change of the authority is under way
 * @param late what was asked while its server could not stamp, oldest first ({@link LateRequests})
 */
record GameIntent(boolean open, Optional<String> ending, boolean kept, boolean leaving, List<Event> late) {
    static final GameIntent FOUNDED = new GameIntent(true, Optional.empty(), true, false, List.of());
    static final GameIntent TAKEN_OVER = new GameIntent(true, Optional.empty(), false, false, List.of());

    GameIntent {
        late = List.copyOf(late);
    }

    GameIntent open(boolean toAll) {
        return new GameIntent(toAll, ending, kept, leaving, late);
    }

    GameIntent end(String why) {
        return new GameIntent(open, Optional.of(why), kept, false, late);
    }

    GameIntent leave() {
        return new GameIntent(open, ending, kept, true, late);
    }

    /** With this as well, in the place of what is like it, or as the newest. */
    GameIntent later(Event asked, Predicate<Event> like) {
        List<Event> more = new ArrayList<>(late);
        more.replaceAll(one -> like.test(one) ? asked : one);
        if (!more.contains(asked)) more.add(asked);
        return new GameIntent(open, ending, kept, leaving, more);
    }

    /** What is like this waits no more. */
    GameIntent without(Predicate<Event> like) {
        return new GameIntent(
                open, ending, kept, leaving, late.stream().filter(like.negate()).toList());
    }

    boolean isEnding() {
        return ending.isPresent();
    }
}
