/** The end of the line in a process that plays: dials the directory, asks it, and hears what it pushes. */
@NullMarked
package org.gamenet.rgs.core.directory.client;

import org.jspecify.annotations.NullMarked;
