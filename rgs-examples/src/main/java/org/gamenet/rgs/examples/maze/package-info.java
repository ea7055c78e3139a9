/**
 * The maze of rats: equals with one order. {@code world} is the maze, {@code play} a peer's part in it, {@code pilot}
 * the bots, {@code stage} what it looks like, {@code drill} what tries it.
 */
@NullMarked
package org.gamenet.rgs.examples.maze;

import org.jspecify.annotations.NullMarked;
