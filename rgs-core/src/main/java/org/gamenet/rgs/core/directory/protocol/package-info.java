/** What processes and the directory say to each other: requests, replies and pushes as records, and their bytes. */
@NullMarked
package org.gamenet.rgs.core.directory.protocol;

import org.jspecify.annotations.NullMarked;
