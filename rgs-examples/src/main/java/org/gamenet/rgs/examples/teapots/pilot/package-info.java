/** The pilots of teapots: a bot, later a person. Sees worlds, answers with commands. */
@NullMarked
package org.gamenet.rgs.examples.teapots.pilot;

import org.jspecify.annotations.NullMarked;
