/**
 * Where processes run whose network is to be worsened by the kernel, for drills and for measurements. Knows nothing of
 * games.
 */
@NullMarked
package org.gamenet.rgs.bench.ground;

import org.jspecify.annotations.NullMarked;
