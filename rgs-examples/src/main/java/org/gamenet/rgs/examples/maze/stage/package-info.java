/** What a maze looks like. */
@NullMarked
package org.gamenet.rgs.examples.maze.stage;

import org.jspecify.annotations.NullMarked;
