/** The costs of a game with many players in which nothing is said, and the time that one more takes to come in. */
@NullMarked
package org.gamenet.rgs.bench.crowd;

import org.jspecify.annotations.NullMarked;
