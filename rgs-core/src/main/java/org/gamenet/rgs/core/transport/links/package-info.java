/**
 * Links: RGS's own connections, one between two processes that talk, over the one port that each has. Everything
 * travels here, the packets of the group's stack included, and nothing waits for a common view of the group. Nothing in
 * here knows JGroups.
 */
@NullMarked
package org.gamenet.rgs.core.transport.links;

import org.jspecify.annotations.NullMarked;
