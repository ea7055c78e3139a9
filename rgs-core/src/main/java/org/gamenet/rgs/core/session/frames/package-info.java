/** Frames in: each is read, checked, and goes to the part whose affair it is. */
@NullMarked
package org.gamenet.rgs.core.session.frames;

import org.jspecify.annotations.NullMarked;
