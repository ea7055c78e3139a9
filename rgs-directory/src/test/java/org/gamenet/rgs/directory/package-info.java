@NullMarked
package org.gamenet.rgs.directory;

import org.jspecify.annotations.NullMarked;
