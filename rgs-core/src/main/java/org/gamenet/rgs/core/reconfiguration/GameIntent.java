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
 * @param leaving whether its server goes, as soon as no change of the authority is under way
 * @param kicks players to be put out, and why, as was asked while its server could not stamp: that is done when it can
 */
record GameIntent(boolean open, Optional<String> ending, boolean leaving, SortedMap<Long, String> kicks) {
    private static final SortedMap<Long, String> NOBODY = Collections.emptySortedMap();

    static final GameIntent GOES_ON = new GameIntent(true, Optional.empty(), false, NOBODY);

    GameIntent open(boolean toAll) {
        return new GameIntent(toAll, ending, leaving, kicks);
    }

    GameIntent end(String why) {
        return new GameIntent(open, Optional.of(why), false, kicks);
    }

    GameIntent leave() {
        return new GameIntent(open, ending, true, kicks);
    }

    GameIntent kicking(Event.KickAsked kick) {
        SortedMap<Long, String> more = new TreeMap<>(kicks);
        more.put(kick.peer(), kick.why());
        return new GameIntent(open, ending, leaving, more);
    }

    /** Without that player's, which is done now. */
    GameIntent kicked(long peer) {
        SortedMap<Long, String> rest = new TreeMap<>(kicks);
        rest.remove(peer);
        return new GameIntent(open, ending, leaving, rest);
    }

    boolean isEnding() {
        return ending.isPresent();
    }
}
