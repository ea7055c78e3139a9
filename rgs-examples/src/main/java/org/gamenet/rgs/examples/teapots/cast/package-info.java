/**
 * The processes of a duel on this machine: who starts them, who hears them, which of them is who, and that none
 * outlives its parent.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.cast;

import org.jspecify.annotations.NullMarked;
