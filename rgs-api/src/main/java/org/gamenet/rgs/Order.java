package org.gamenet.rgs;

/**
 * How equals agree on {@link Delivery#TOTAL_ORDER} ({@link GameSpec#order}); the promise is the same. Any thread.
 *
 * @since 0.1
 */
public enum Order {
    /** One of them numbers the messages: n messages for each, with n players. */
    SEQUENCER,
    /**
     * A member that has something to say asks all others (Lamport, Ricart and Agrawala): 3n - 2 messages for one that
     * is alone, and nobody orders for the others. Nobody says anything while one of them is silent, so a player that
     * hangs stops all until it is out of the game, and each loss is a {@code Frozen} of some hundred milliseconds.
     */
    LAMPORT
}
