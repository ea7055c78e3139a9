/**
 * The data path (P2, P22-P24): what a game sends, on its way to every member, to one, or to whoever serves.
 *
 * <p>{@link org.gamenet.rgs.core.lanes.SendQueue} takes messages from the threads that send;
 * {@link org.gamenet.rgs.core.lanes.Lanes}, on the session worker's thread alone, numbers, repeats, fences and drops
 * them; {@link org.gamenet.rgs.core.lanes.Deliveries} is where they come out. Time is handed in; nothing here reads a
 * clock, draws a number or touches a socket.
 */
@NullMarked
package org.gamenet.rgs.core.lanes;

import org.jspecify.annotations.NullMarked;
