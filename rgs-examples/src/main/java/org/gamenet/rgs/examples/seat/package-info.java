/** A player that is itself again after its process has died: its seat kept in a file. */
@NullMarked
package org.gamenet.rgs.examples.seat;

import org.jspecify.annotations.NullMarked;
