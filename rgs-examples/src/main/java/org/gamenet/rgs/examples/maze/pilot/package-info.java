/** The bot that steers a rat when no person does. */
@NullMarked
package org.gamenet.rgs.examples.maze.pilot;

import org.jspecify.annotations.NullMarked;
