/**
 * The directory as a process: lines, the log on disk, the page for a person with curl.
 * {@link org.gamenet.rgs.directory.Directory} is the whole of it for whoever embeds it.
 */
@NullMarked
package org.gamenet.rgs.directory;

import org.jspecify.annotations.NullMarked;
