/**
 * From what a session tells to what a renderer draws: teapots that glide between the worlds that arrive, sugar that
 * crumbles, lines of text. Plain numbers in and out, so that every renderer shows the same.
 */
@NullMarked
package org.gamenet.rgs.examples.teapots.stage;

import org.jspecify.annotations.NullMarked;
