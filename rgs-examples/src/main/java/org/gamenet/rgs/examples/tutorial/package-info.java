/** The tutorial's game, step by step: docs/TUTORIAL.md. */
@NullMarked
package org.gamenet.rgs.examples.tutorial;

import org.jspecify.annotations.NullMarked;
