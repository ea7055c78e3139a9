/** A recovery, rehearsed in memory before a real one needs it. */
@NullMarked
package org.gamenet.rgs.core.session.rehearsal;

import org.jspecify.annotations.NullMarked;
