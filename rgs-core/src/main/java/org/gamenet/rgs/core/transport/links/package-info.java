/**
 * Links: small connections of RGS's own, one between two processes that talk. What must not wait for a common view of
 * the group travels here. Nothing in here knows JGroups.
 */
@NullMarked
package org.gamenet.rgs.core.transport.links;

import org.jspecify.annotations.NullMarked;
