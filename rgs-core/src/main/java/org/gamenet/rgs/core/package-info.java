/** The wiring of RGS: what a game's {@code Rgs.game(...)} finds. */
@NullMarked
package org.gamenet.rgs.core;

import org.jspecify.annotations.NullMarked;
