/** The pure machine of the directory: leases, spares, claims and elections; and the ledgers that a log keeps. */
@NullMarked
package org.gamenet.rgs.core.directory.server;

import org.jspecify.annotations.NullMarked;
