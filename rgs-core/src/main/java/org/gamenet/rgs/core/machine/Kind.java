package org.gamenet.rgs.core.machine;

/** The kinds of member in a game. */
public enum Kind {
    /** Takes a seat and plays; may be asked to serve. */
    PLAYER,
    /** Hears all, sends nothing. */
    SPECTATOR,
    /** Serves without playing: a dedicated server, or a spare. */
    SERVER
}
