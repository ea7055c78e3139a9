/** The membership of a game: the roster that log entries make (P25-P28). Pure. */
@NullMarked
package org.gamenet.rgs.core.membership;

import org.jspecify.annotations.NullMarked;
