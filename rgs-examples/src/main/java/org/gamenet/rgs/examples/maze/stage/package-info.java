/** The look of a maze. */
@NullMarked
package org.gamenet.rgs.examples.maze.stage;

import org.jspecify.annotations.NullMarked;
