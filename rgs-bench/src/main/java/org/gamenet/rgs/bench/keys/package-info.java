/** The cost of the keys of seats: joins and recoveries with them, and as if they cost nothing. */
@NullMarked
package org.gamenet.rgs.bench.keys;

import org.jspecify.annotations.NullMarked;
