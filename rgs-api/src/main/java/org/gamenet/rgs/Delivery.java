package org.gamenet.rgs;

/**
 * How a message travels: what is promised of it among members that stay in the game. {@link Session#send(Record,
 * Delivery)} tells what a failover does to it. Any thread.
 *
 * <table><caption>Which when</caption>
 * <tr><th>what is sent</th><th>how</th><th>why</th></tr>
 * <tr><td>a wish of a player: buy, fire, say</td>
 *     <td>{@link #RELIABLE_ORDERED}, to the server</td><td>counts once, across a failover too</td></tr>
 * <tr><td>the whole state, 20 times a second</td>
 *     <td>{@link #UNRELIABLE_SEQUENCED}</td><td>a newer one is on its way; an old one is worthless</td></tr>
 * <tr><td>steering, position</td>
 *     <td>{@link #UNRELIABLE_SEQUENCED}</td><td>as above: send what is, not what changes</td></tr>
 * <tr><td>a picture, a map, in pieces that are independent</td>
 *     <td>{@link #RELIABLE_UNORDERED}</td><td>one that is late holds up nobody</td></tr>
 * <tr><td>a spark, a sound</td>
 *     <td>{@link #UNRELIABLE}</td><td>nobody misses it</td></tr>
 * <tr><td>the move in a game that everybody computes alike</td>
 *     <td>{@link #TOTAL_ORDER}</td><td>all see the same order, with Joined and Left in it</td></tr>
 * </table>
 *
 * <pre>{@code
 * session.sendToServer(new Buy("kettle"));
 * session.send(world, Delivery.UNRELIABLE_SEQUENCED);
 * session.send(new Move(1, 0), Delivery.TOTAL_ORDER);
 * }</pre>
 *
 * @since 0.1
 */
public enum Delivery {
    /** Comes exactly once and keeps its place among the messages of its sender. */
    RELIABLE_ORDERED,
    /** Comes exactly once, as soon as it can: no other message holds it up. */
    RELIABLE_UNORDERED,
    /**
     * Can be lost. Where two of one sender, type and key wait, the newest is kept and the older ones are passed over.
     */
    UNRELIABLE_SEQUENCED,
    /** Can be lost, and later ones can overtake it. */
    UNRELIABLE,
    /**
     * Comes exactly once; all members see it at one and the same place among its like and the events Joined, Left and
     * Resumed.
     */
    TOTAL_ORDER
}
