package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;

/**
 * How a game is to go on, as its application says.
 *
 * @param open whether newcomers are let in
 * @param ending why the game is being ended; empty if it is not
 * @param kept whether it goes on when nobody plays any more: at the process that registered it (P28)
 * @param leaving whether its server goes, as soon as no change of the authority is under way
 */
record GameIntent(boolean open, Optional<String> ending, boolean kept, boolean leaving) {

    static final GameIntent FOUNDED = new GameIntent(true, Optional.empty(), true, false);
    static final GameIntent TAKEN_OVER = new GameIntent(true, Optional.empty(), false, false);

    GameIntent open(boolean toAll) {
        return new GameIntent(toAll, ending, kept, leaving);
    }

    GameIntent end(String why) {
        return new GameIntent(open, Optional.of(why), kept, false);
    }

    GameIntent leave() {
        return new GameIntent(open, ending, kept, true);
    }

    boolean isEnding() {
        return ending.isPresent();
    }
}
