/**
 * How soon processes find each other without a directory: many begin at once, and are to be in one game. The child
 * tells what it sees, {@code Encounter} judges it.
 */
@NullMarked
package org.gamenet.rgs.bench.meet;

import org.jspecify.annotations.NullMarked;
