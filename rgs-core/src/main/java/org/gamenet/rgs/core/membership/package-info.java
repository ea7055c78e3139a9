/** The members that have a seat, by rank. Pure. */
@NullMarked
package org.gamenet.rgs.core.membership;

import org.jspecify.annotations.NullMarked;
