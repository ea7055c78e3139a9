package org.gamenet.rgs.core.reconfiguration;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a game is to go on, as its application says.
 *
 * @param open whether newcomers are let in
 * @param ending why the game is being ended; empty if it is not
 * @param kept whether it goes on when nobody plays any more: at the process that registered it (P28)
 * @param leaving whether its server goes, as soon as no change of the authority is under way
 * @param kicks players to be put out, and why, as was asked while its server could not stamp: that is done when it can
 */
record GameIntent(boolean open, Optional<String> ending, boolean kept, boolean leaving, SortedMap<Long, String> kicks) {
    private static final SortedMap<Long, String> NOBODY = Collections.emptySortedMap();

    static final GameIntent FOUNDED = new GameIntent(true, Optional.empty(), true, false, NOBODY);
    static final GameIntent TAKEN_OVER = new GameIntent(true, Optional.empty(), false, false, NOBODY);

    GameIntent open(boolean toAll) {
        return new GameIntent(toAll, ending, kept, leaving, kicks);
    }

    GameIntent end(String why) {
        return new GameIntent(open, Optional.of(why), kept, false, kicks);
    }

    GameIntent leave() {
        return new GameIntent(open, ending, kept, true, kicks);
    }

    GameIntent kicking(Event.KickAsked kick) {
        SortedMap<Long, String> more = new TreeMap<>(kicks);
        more.put(kick.peer(), kick.why());
        return new GameIntent(open, ending, kept, leaving, more);
    }

    /** Without that player's, which is done now. */
    GameIntent kicked(long peer) {
        SortedMap<Long, String> rest = new TreeMap<>(kicks);
        rest.remove(peer);
        return new GameIntent(open, ending, kept, leaving, rest);
    }

    boolean isEnding() {
        return ending.isPresent();
    }
}
