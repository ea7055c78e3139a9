/** The shortest games worth starting from: a page each, complete, with everything that a failover needs. */
@NullMarked
package org.gamenet.rgs.examples.quickstart;

import org.jspecify.annotations.NullMarked;
