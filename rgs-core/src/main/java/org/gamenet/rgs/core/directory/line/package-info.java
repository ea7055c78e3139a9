/**
 * One TCP connection between a process and the directory, the same at either end: the frames on it, and the two threads
 * that carry them.
 */
@NullMarked
package org.gamenet.rgs.core.directory.line;

import org.jspecify.annotations.NullMarked;
