/** A password for a game: a recipe of docs/RECIPES.md. */
@NullMarked
package org.gamenet.rgs.examples.password;

import org.jspecify.annotations.NullMarked;
