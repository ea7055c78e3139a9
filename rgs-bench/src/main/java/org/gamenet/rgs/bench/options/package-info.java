/** Options that several commands share, and how a value of one is read. */
@NullMarked
package org.gamenet.rgs.bench.options;

import org.jspecify.annotations.NullMarked;
