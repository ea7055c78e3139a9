/** Entries: the ordered history of a game, and the logs that members keep of it (P3, P22, P39, P42). Pure. */
@NullMarked
package org.gamenet.rgs.core.ordering;

import org.jspecify.annotations.NullMarked;
