/** JGroups as it is, without RGS, to be measured beside it. Knows nothing of games. */
@NullMarked
package org.gamenet.rgs.bench.group;

import org.jspecify.annotations.NullMarked;
