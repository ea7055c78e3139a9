/**
 * Copies of the server's state on their way to whoever is to serve next (PROTOCOL P45, P47, P49): what a primary does
 * to have a backup, and what a backup does to be one. Values only; that an authority changes, and who may go on from a
 * copy, is {@code reconfiguration}'s.
 */
@NullMarked
package org.gamenet.rgs.core.replication;

import org.jspecify.annotations.NullMarked;
