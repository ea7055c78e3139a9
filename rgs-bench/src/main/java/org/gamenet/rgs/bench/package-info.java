/** The benchmark program: failover, latency, memory, all measured from outside with real processes. */
@NullMarked
package org.gamenet.rgs.bench;

import org.jspecify.annotations.NullMarked;
