/**
 * Real processes whose network is cut, and a judge that knows nothing of RGS: it reads what each of them wrote down.
 */
@NullMarked
package org.gamenet.rgs.bench.cut;

import org.jspecify.annotations.NullMarked;
