/** One process's part in the maze: what it asks for, and what it makes of the order. */
@NullMarked
package org.gamenet.rgs.examples.maze.play;

import org.jspecify.annotations.NullMarked;
