/** Where the API finds what implements it. Of no use to a game. */
@NullMarked
package org.gamenet.rgs.spi;

import org.jspecify.annotations.NullMarked;
