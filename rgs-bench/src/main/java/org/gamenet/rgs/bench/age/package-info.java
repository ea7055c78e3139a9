/**
 * How old data are on another player's screen, and where on the way they grow old: figure 20 of the source, with one
 * datum at a time.
 */
@NullMarked
package org.gamenet.rgs.bench.age;

import org.jspecify.annotations.NullMarked;
