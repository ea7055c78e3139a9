/** The session's needs of the outside: the group, the directory, time and chance. Interfaces only. */
@NullMarked
package org.gamenet.rgs.core.port;

import org.jspecify.annotations.NullMarked;
