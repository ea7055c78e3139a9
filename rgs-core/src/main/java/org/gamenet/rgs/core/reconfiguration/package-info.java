/**
 * The one protocol (PROTOCOL P1-P46): a member's part in a game, from asking for a seat to the end, as one pure state
 * machine.
 *
 * <p>{@link org.gamenet.rgs.core.reconfiguration.MemberState} is the machine, a file a state. Values in, values out: an
 * {@link org.gamenet.rgs.core.reconfiguration.Event} arrives, a {@link org.gamenet.rgs.core.reconfiguration.Step}
 * leaves with the next state and the {@link org.gamenet.rgs.core.reconfiguration.Effect}s to perform. Timers,
 * suspicions and answers of the directory are events like any other, so a search may let them come at any moment.
 */
@NullMarked
package org.gamenet.rgs.core.reconfiguration;

import org.jspecify.annotations.NullMarked;
