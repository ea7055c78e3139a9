/**
 * Dueling teapots: a small game that goes on when its server dies. Start here, with
 * {@link org.gamenet.rgs.examples.teapots.TeapotsMain}, or with the window in {@code rgs-examples-window}.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots;

import org.jspecify.annotations.NullMarked;
