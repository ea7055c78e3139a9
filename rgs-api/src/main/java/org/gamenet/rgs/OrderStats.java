package org.gamenet.rgs;

/**
 * How a session's game puts its messages in order, as it stood some 50 ms ago at most; of {@link Stats#order}.
 * Immutable; any thread.
 *
 * @param by the peer that makes the order
 * @param clock the greatest number among the stamps that were heard or used; 0 with {@link Order#SEQUENCER}
 * @param asking whether this process waits for its turn
 * @param permits how many of the others have let it
 * @param others how many there are
 * @param messagesPerEvent how many messages a totally ordered one of this process has cost, the mean over the session:
 *     with {@link Order#LAMPORT} wishes, permits and the message to each player, itself included, and less where
 *     several share a turn; with {@link Order#SEQUENCER} one message for each player; NaN while nothing was said
 * @since 0.1
 */
public record OrderStats(Order by, long clock, boolean asking, int permits, int others, double messagesPerEvent) {}
