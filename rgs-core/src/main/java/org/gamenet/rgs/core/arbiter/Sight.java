package org.gamenet.rgs.core.arbiter;

import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * The observations of an elector, as it decides.
 *
 * @param suspects whether it suspects whoever serves or claims
 * @param plays whether it plays in the epoch that is on
 * @param asks whether it wants to hear from a quorum that nothing later is known: it serves, or holds an epoch, or has
 *     come back in vain
 * @param promise the highest epoch that its machine is bound to
 * @param lost members that nobody need wait for: proved dead, replaced, or silent for long (P59)
 */
public record Sight(boolean suspects, boolean plays, boolean asks, Epoch promise, Set<MemberId> lost) {}
