/** Child processes on this machine: started, spoken to, stopped, ended. Knows nothing of games. */
@NullMarked
package org.gamenet.rgs.bench.process;

import org.jspecify.annotations.NullMarked;
