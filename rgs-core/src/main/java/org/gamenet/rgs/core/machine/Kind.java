package org.gamenet.rgs.core.machine;

/** The identity of a member, together with its peer id: never an address, a rank or a JGroups address (PROTOCOL 1). */
public enum Kind {
    /** Takes a seat and plays; may be asked to serve. */
    PLAYER,
    /** Hears all, sends nothing. */
    SPECTATOR,
    /** Serves without playing: a dedicated server, or a spare. */
    SERVER
}
