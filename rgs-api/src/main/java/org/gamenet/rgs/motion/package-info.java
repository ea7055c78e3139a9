/**
 * Draws what other processes report, without jumps and as it is now rather than as it was when they reported it. Of use
 * with any engine, since it takes and gives plain numbers, and without a session too, since it asks for the time
 * instead of reading it.
 *
 * <p>There is one object for each thing on the screen: a {@link org.gamenet.rgs.motion.Motion3},
 * {@link org.gamenet.rgs.motion.Motion2} or {@link org.gamenet.rgs.motion.Motion1} for where it is,
 * {@link org.gamenet.rgs.motion.Motion1#angle} for a heading, a {@link org.gamenet.rgs.motion.Rotation} for an
 * orientation in space. Hand it each state that arrives, with the game time of its sending, and ask it in each frame:
 *
 * <pre>{@code
 * Smoothing smoothing = Smoothing.extrapolating().snapDistance(5);
 * Map<Peer, Motion2> pots = new HashMap<>();
 *
 * session.on(Pot.class, (who, pot) -> pots.computeIfAbsent(who, w -> new Motion2(smoothing))
 *         .received(pot.sentAt(), pot.x(), pot.y(), pot.vx(), pot.vy()));   // sentAt is the sender's session.gameTime()
 * session.on(Left.class, (who, left) -> pots.remove(who));
 *
 * while (session.update()) {
 *     double now = session.gameTime();
 *     for (Motion2 pot : pots.values()) if (pot.advance(now)) draw(pot.x(), pot.y());
 * }
 * }</pre>
 *
 * <p><b>How it moves.</b> Call G where the newest state says that the thing is now: dead reckoning from its place and
 * its velocity, for no longer than a maximum age. Whenever a state arrives, G jumps. The picture, W, is therefore
 * another state with a velocity of its own, and each frame brings it nearer by W = F*W + (1-F)*G, which the report on
 * Dueling Teapots calls warping (section 4.2). There F is a constant, so that a fast screen catches up sooner; here F =
 * 2<sup>-dt/half-life</sup> for a frame of dt seconds, and the path is the same at any frame rate. A half-life of 0
 * makes F = 0: no warping. {@link org.gamenet.rgs.motion.Smoothing} holds these settings.
 *
 * <p><b>The alternative</b> is a buffer: {@link org.gamenet.rgs.motion.Smoothing#interpolating} draws everything a
 * fixed delay late, between two states that are known. It shows nothing that did not happen, and shows it later. The
 * calls are the same.
 *
 * <p><b>Time</b> is what the caller says it is, in seconds, and {@link org.gamenet.rgs.Session#gameTime()} is meant:
 * all processes share that clock and it survives the server, so a change of server moves nothing. While the game is
 * FROZEN there are two ways. To call {@code hold} instead of {@code advance} keeps things where they are, to go on from
 * there: right for a game that stops simulating. To go on with {@code advance} lets them glide, slow down and stop at
 * the maximum age; the first states afterwards bring them back on their course by warping. If time stands still between
 * two frames nothing moves. If it goes back, what is drawn stays where it is for that frame and goes on from there with
 * the velocity it had. If it leaps ahead, so does what is drawn, because that is where things are then.
 *
 * <p><b>Threads.</b> No object is shared by two threads at a time, and none needs a lock: the game thread, which
 * receives and draws, is the one to call. <b>Memory</b> is taken when an object is made; neither a state nor a frame
 * allocates any.
 */
@NullMarked
package org.gamenet.rgs.motion;

import org.jspecify.annotations.NullMarked;
