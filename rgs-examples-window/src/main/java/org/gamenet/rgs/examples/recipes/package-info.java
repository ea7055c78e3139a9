/** RGS in the loop of somebody else: what docs/RECIPES.md shows. */
@NullMarked
package org.gamenet.rgs.examples.recipes;

import org.jspecify.annotations.NullMarked;
