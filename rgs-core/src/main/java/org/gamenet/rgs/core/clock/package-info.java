/**
 * The game's clock: the server's, followed by everybody with a stated error; it never goes back and outlives the server
 * (T8, G18). Pure.
 */
@NullMarked
package org.gamenet.rgs.core.clock;

import org.jspecify.annotations.NullMarked;
