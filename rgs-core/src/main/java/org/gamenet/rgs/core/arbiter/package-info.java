/** The right to serve a game: the pure part that every arbiter shares (PROTOCOL 3). Values only. */
@NullMarked
package org.gamenet.rgs.core.arbiter;

import org.jspecify.annotations.NullMarked;
