/**
 * The duel in a window, with libGDX. {@link org.gamenet.rgs.examples.teapots.window.GdxScreen} and
 * {@link org.gamenet.rgs.examples.teapots.window.HudPainter} are what another renderer would replace.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.window;

import org.jspecify.annotations.NullMarked;
