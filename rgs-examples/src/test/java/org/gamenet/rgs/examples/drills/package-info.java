/** The drills of docs/DRILLS.md, run by the build. */
@NullMarked
package org.gamenet.rgs.examples.drills;

import org.jspecify.annotations.NullMarked;
