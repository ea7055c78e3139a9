/**
 * The duel on RGS: commands go to whoever serves, worlds come back, and a new server goes on from the world that was
 * last seen.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.play;

import org.jspecify.annotations.NullMarked;
