/**
 * The common ground of all rooms of a session: its set-up, its seat and its goal, time and timers, the mailbox, and the
 * frames with their message types.
 */
@NullMarked
package org.gamenet.rgs.core.session.base;

import org.jspecify.annotations.NullMarked;
