/** Words that every machine uses (PROTOCOL 1). Values only. */
@NullMarked
package org.gamenet.rgs.core.machine;

import org.jspecify.annotations.NullMarked;
