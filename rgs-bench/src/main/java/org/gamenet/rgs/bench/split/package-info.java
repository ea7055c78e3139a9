/**
 * Games without a directory whose network falls apart: which part plays on, and what comes of it when the parts meet
 * again. The child keeps a book of what it was told, the parent compares the books.
 */
@NullMarked
package org.gamenet.rgs.bench.split;

import org.jspecify.annotations.NullMarked;
