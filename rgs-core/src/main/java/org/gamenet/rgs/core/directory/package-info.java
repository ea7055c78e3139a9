/** The directory: its messages, their codec, the client, and the pure machine that the server runs. */
@NullMarked
package org.gamenet.rgs.core.directory;

import org.jspecify.annotations.NullMarked;
