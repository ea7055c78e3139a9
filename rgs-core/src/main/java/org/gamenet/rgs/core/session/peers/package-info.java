/**
 * The ways to the other members: frames out, addresses and links, the clock that is asked for, and the watch over who
 * is silent.
 */
@NullMarked
package org.gamenet.rgs.core.session.peers;

import org.jspecify.annotations.NullMarked;
