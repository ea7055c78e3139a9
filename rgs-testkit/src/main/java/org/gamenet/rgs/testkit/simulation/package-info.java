/**
 * The world that the sessions of a {@link org.gamenet.rgs.testkit.Cluster} live in: network, directory, time. Not for
 * games; it may change in any release.
 */
@NullMarked
package org.gamenet.rgs.testkit.simulation;

import org.jspecify.annotations.NullMarked;
