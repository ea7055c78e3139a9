/** Kills servers of a counting game and judges what its players saw. */
@NullMarked
package org.gamenet.rgs.bench.failover;

import org.jspecify.annotations.NullMarked;
