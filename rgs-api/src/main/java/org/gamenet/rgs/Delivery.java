package org.gamenet.rgs;

/** What is promised about a message. Between members that stay; see {@link Session#send(Record, Delivery)} for a failover. */
public enum Delivery {
    /** Arrives once, in the order of its sender. */
    RELIABLE_ORDERED,
    /** Arrives once, and waits for no other. */
    RELIABLE_UNORDERED,
    /** May get lost; of one sender and one type the newest wins, older ones are skipped. */
    UNRELIABLE_SEQUENCED,
    /** May get lost or overtaken. */
    UNRELIABLE,
    /** Arrives once, at all members in one order with each other and with Joined, Left and Resumed. */
    TOTAL_ORDER
}
