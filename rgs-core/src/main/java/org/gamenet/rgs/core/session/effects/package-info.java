/** The effects of a step, to whoever does them: a door for each family. */
@NullMarked
package org.gamenet.rgs.core.session.effects;

import org.jspecify.annotations.NullMarked;
