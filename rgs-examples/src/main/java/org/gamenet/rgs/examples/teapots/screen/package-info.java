/** What a duel looks like. A window draws behind {@link org.gamenet.rgs.examples.teapots.screen.Screen}; without one nothing does. */
@NullMarked
package org.gamenet.rgs.examples.teapots.screen;

import org.jspecify.annotations.NullMarked;
