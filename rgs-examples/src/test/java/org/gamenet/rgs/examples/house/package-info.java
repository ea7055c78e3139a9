/** What the examples' own source promises. */
@NullMarked
package org.gamenet.rgs.examples.house;

import org.jspecify.annotations.NullMarked;
