package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;

/**
 * How a game is to go on, as its application says.
 *
 * @param open whether newcomers are let in
 * @param ending why the game is being ended; empty if it is not
 * @param leaving whether its server goes, as soon as no change of the authority is under way
 */
record GameIntent(boolean open, Optional<String> ending, boolean leaving) {

    static final GameIntent OPEN = new GameIntent(true, Optional.empty(), false);

    boolean isEnding() {
        return ending.isPresent();
    }
}
