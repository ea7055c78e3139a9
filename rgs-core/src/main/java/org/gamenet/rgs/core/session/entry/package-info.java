/** The way into a game: search, admission, the group, and what the directory is told. */
@NullMarked
package org.gamenet.rgs.core.session.entry;

import org.jspecify.annotations.NullMarked;
