/** The maze and its rats: pure, and the same on every peer. */
@NullMarked
package org.gamenet.rgs.examples.maze.world;

import org.jspecify.annotations.NullMarked;
