/** The game's thread and what it is told: inbox, handlers, packages, and the current game. */
@NullMarked
package org.gamenet.rgs.core.session.game;

import org.jspecify.annotations.NullMarked;
