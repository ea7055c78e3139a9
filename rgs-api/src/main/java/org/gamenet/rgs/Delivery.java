package org.gamenet.rgs;

/**
 * How a message travels: what is promised of it among members that stay in the game. {@link Session#send(Record, Delivery)} tells what
 * a failover does to it. Any thread.
 *
 * @since 0.1
 */
public enum Delivery {
    /** Comes exactly once and keeps its place among the messages of its sender. */
    RELIABLE_ORDERED,
    /** Comes exactly once, as soon as it can: no other message holds it up. */
    RELIABLE_UNORDERED,
    /** Can be lost. Where two of one type and sender wait, the newest is kept and the older ones are passed over. */
    UNRELIABLE_SEQUENCED,
    /** Can be lost, and later ones can overtake it. */
    UNRELIABLE,
    /** Comes exactly once; all members see it at one and the same place among its like and the events Joined, Left and Resumed. */
    TOTAL_ORDER
}
