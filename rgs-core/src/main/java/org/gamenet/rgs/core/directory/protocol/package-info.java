/** The protocol between processes and the directory: requests, replies and pushes as records, and their bytes. */
@NullMarked
package org.gamenet.rgs.core.directory.protocol;

import org.jspecify.annotations.NullMarked;
