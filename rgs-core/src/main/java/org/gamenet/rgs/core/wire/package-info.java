/**
 * Bytes: records as messages, and the header of every frame. What arrives is hostile until read to its end: counts are checked against
 * the bytes that are there before anything is allocated, and whatever is wrong is one {@link org.gamenet.rgs.core.wire.MalformedException}
 * (P53). No Java serialisation, no class names in messages, no types but those told beforehand.
 */
@NullMarked
package org.gamenet.rgs.core.wire;

import org.jspecify.annotations.NullMarked;
