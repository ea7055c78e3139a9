package org.gamenet.rgs.core.reconfiguration;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;

/**
 * A planned change under way: the primary has stopped at the end of its log (P45).
 *
 * @param granted the next epoch, once the arbiter has granted it
 */
record Change(List<MemberId> authority, long claimId, Optional<Epoch> granted) {}
