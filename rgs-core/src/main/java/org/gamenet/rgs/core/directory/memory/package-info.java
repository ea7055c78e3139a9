/** Directories without a log or a socket: for a process alone, a rehearsal, the simulation and tests. */
@NullMarked
package org.gamenet.rgs.core.directory.memory;

import org.jspecify.annotations.NullMarked;
