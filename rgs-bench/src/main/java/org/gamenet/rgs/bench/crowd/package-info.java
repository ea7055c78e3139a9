/** What a game with many players costs while nothing is said in it, and how long one more takes to come in. */
@NullMarked
package org.gamenet.rgs.bench.crowd;

import org.jspecify.annotations.NullMarked;
