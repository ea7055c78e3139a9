/** A recorded duel, played again in a terminal. */
@NullMarked
package org.gamenet.rgs.examples.teapots.replay;

import org.jspecify.annotations.NullMarked;
