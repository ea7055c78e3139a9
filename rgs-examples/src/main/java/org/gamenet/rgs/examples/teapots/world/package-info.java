/**
 * The duel itself: teapots on a table that throw sugar at each other. Values only: a world and a command in, the next
 * world out. Nothing here draws, sends, or knows what happens when a server dies; what it needs of RGS is who a player
 * is.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.world;

import org.jspecify.annotations.NullMarked;
