/** Four bots, each a process, of which one after the other dies; and the judge of what the others then say. */
@NullMarked
package org.gamenet.rgs.examples.maze.drill;

import org.jspecify.annotations.NullMarked;
