/**
 * The drill: a whole duel in processes of their own, whose servers are killed one after the other. The members report
 * what they were shown, one line each; {@link org.gamenet.rgs.examples.teapots.drill.DrillChecker} judges from that
 * alone.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.drill;

import org.jspecify.annotations.NullMarked;
