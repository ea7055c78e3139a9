/** Action to remote visible, over interchangeable peers. */
@NullMarked
package org.gamenet.rgs.bench.relay;

import org.jspecify.annotations.NullMarked;
