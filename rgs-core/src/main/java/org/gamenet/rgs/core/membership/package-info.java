/** Who is in a game: the roster that frames make (P25-P28). Pure. */
@NullMarked
package org.gamenet.rgs.core.membership;

import org.jspecify.annotations.NullMarked;
