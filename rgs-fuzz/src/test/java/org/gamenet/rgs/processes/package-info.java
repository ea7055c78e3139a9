/** Real processes in network namespaces that the test makes itself: what is done to them is done by the kernel. */
@NullMarked
package org.gamenet.rgs.processes;

import org.jspecify.annotations.NullMarked;
