/**
 * Session logs: what one session was handed and what it sent, in a file that can be played. Their entries, their bytes,
 * the thread that writes.
 */
@NullMarked
package org.gamenet.rgs.core.recording;

import org.jspecify.annotations.NullMarked;
