/** Programs that attack: each tries what a stranger would, with a figure and a bound. */
@NullMarked
package org.gamenet.rgs.strangers;

import org.jspecify.annotations.NullMarked;
