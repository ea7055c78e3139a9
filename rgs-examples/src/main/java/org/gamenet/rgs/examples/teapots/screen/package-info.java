/**
 * The look of a duel, in plain numbers: shapes, the scene of one frame, the lines around it. A renderer adds only its
 * own calls.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.screen;

import org.jspecify.annotations.NullMarked;
