package org.gamenet.rgs;

/**
 * One datum, followed from what a player did to another player's screen: how old it was at five points of its way. All
 * of it is told on the game's clock, which two processes read with an error; the error of both is added up. Figure 20
 * of "Dueling Teapots - A Fault Tolerant Networked Game" shows the same five points, each with a datum of its own.
 * Immutable; any thread.
 *
 * @param of the player who acted
 * @param actedAt when, in seconds of game time: {@link Session#acted()}, or else the sending
 * @param sentMillis client send: age in ms when that player's game sent it to the server
 * @param serverReceivedMillis server receive: age in ms when it had come to the serving process
 * @param serverSentMillis server send: age in ms when the serving game sent the next world to all
 * @param receivedMillis client receive: age in ms when that had come to this process
 * @param drawnMillis client graphics: age in ms when it was on the screen here, {@link Session#drawn()}; NaN for a game
 *     that never says so
 * @param errorMillis by how many ms each of these may be wrong
 * @since 0.1
 */
public record DataAge(
        Peer of,
        double actedAt,
        double sentMillis,
        double serverReceivedMillis,
        double serverSentMillis,
        double receivedMillis,
        double drawnMillis,
        double errorMillis) {}
