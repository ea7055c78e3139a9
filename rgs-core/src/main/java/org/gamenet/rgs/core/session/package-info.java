/**
 * The running session around the pure machines: one worker, the only caller of {@code step} and the only performer of
 * effects, and the session that the game sees. Holds no thread, reads no clock of its own and keeps no static state: a
 * test drives it by hand.
 */
@NullMarked
package org.gamenet.rgs.core.session;

import org.jspecify.annotations.NullMarked;
