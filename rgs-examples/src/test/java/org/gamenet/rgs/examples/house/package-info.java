/** The promises of the examples' own source. */
@NullMarked
package org.gamenet.rgs.examples.house;

import org.jspecify.annotations.NullMarked;
