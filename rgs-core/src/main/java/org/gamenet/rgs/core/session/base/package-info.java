/**
 * What all rooms of a session stand on: its set-up, its seat and its quest, time and timers, the mailbox, and the
 * frames with their message types.
 */
@NullMarked
package org.gamenet.rgs.core.session.base;

import org.jspecify.annotations.NullMarked;
