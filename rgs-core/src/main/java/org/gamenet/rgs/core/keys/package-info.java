/** The keys of seats, as the JDK has them. */
@NullMarked
package org.gamenet.rgs.core.keys;

import org.jspecify.annotations.NullMarked;
