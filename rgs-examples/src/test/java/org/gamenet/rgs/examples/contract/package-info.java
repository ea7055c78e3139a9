/** Programs as a user would write them: that they compile is the test. */
@NullMarked
package org.gamenet.rgs.examples.contract;

import org.jspecify.annotations.NullMarked;
