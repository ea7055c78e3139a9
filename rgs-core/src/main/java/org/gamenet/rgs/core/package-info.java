/**
 * The wiring: the one package that knows sessions, transports and directories, and what a game's {@code Rgs.game(...)}
 * finds.
 */
@NullMarked
package org.gamenet.rgs.core;

import org.jspecify.annotations.NullMarked;
