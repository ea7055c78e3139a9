/** Whole sessions on a simulated network, in virtual time, from one seed: faults of every kind, and a judge who knows what was sent. */
@NullMarked
package org.gamenet.rgs.core.simulation;

import org.jspecify.annotations.NullMarked;
