package org.gamenet.rgs;

/**
 * A game's arbiter decides which part of it goes on when its network falls apart ({@link GameSpec#arbiter}). Any
 * thread.
 *
 * @since 0.1
 */
public enum Arbiter {
    /** The directory: one game, however the network is cut. So it is wherever one is configured. */
    DIRECTORY,

    /**
     * More than half of the members that the game last agreed on: one game, however the network is cut. The members of
     * a smaller part stand still, and come back when the network is whole again, or are closed after
     * {@link GameSpec#giveUpAfter}. So it is without a directory from three members on. With two members nobody goes on
     * after one is lost.
     */
    MAJORITY,

    /**
     * The members that are left. A death that is proved, for its socket is closed and its listener refuses, is gone on
     * from at once; a silence after 10 s, or three times {@link GameSpec#suspectAfter} where that is longer. Two parts
     * of a network that is cut may both play on; when it is whole again the larger one stays, of equals the elder, and
     * the others come into it: what they did meanwhile is gone, and they are told so. So it is without a directory up
     * to two members.
     */
    KEEP_PLAYING
}
