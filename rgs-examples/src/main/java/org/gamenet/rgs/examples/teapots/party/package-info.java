/**
 * The processes that one person on one machine needs for a duel besides a window: a directory, a spare server, a
 * server, bots.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.party;

import org.jspecify.annotations.NullMarked;
