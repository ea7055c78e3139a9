/** Checks that the API shares with its implementation. No game has a reason to call them. */
@NullMarked
package org.gamenet.rgs.spi;

import org.jspecify.annotations.NullMarked;
