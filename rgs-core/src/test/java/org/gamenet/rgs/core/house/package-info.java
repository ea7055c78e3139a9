/**
 * Tests of the house itself: which floor may use which, what the machines may not know, how every package is marked.
 */
@NullMarked
package org.gamenet.rgs.core.house;

import org.jspecify.annotations.NullMarked;
