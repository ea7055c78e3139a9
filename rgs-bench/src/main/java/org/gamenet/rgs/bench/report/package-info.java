/** How figures are gathered and written: distributions and JSON. Knows nothing of games. */
@NullMarked
package org.gamenet.rgs.bench.report;

import org.jspecify.annotations.NullMarked;
