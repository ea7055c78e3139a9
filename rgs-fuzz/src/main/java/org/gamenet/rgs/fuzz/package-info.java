/**
 * The drivers of the targets: Jazzer for a while per push and for hours by command, and the inputs that are kept, as
 * ordinary tests. This page alone is outside of the tests: of a module without any class Maven warns.
 */
@NullMarked
package org.gamenet.rgs.fuzz;

import org.jspecify.annotations.NullMarked;
