package org.gamenet.rgs.core.reconfiguration;

import java.util.Optional;

/**
 * How a game is to go on, as its application says.
 *
 * @param open whether newcomers are let in
 * @param ending why the game is being ended; empty if it is not
 */
record GameIntent(boolean open, Optional<String> ending) {

    static final GameIntent OPEN = new GameIntent(true, Optional.empty());

    boolean isEnding() {
        return ending.isPresent();
    }
}
