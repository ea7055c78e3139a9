/** A session log, played back as a session. */
@NullMarked
package org.gamenet.rgs.core.session.replay;

import org.jspecify.annotations.NullMarked;
