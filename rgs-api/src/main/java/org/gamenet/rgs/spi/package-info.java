/** What the API and its implementation share. Of no use to a game. */
@NullMarked
package org.gamenet.rgs.spi;

import org.jspecify.annotations.NullMarked;
