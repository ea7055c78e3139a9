package org.gamenet.rgs.core.transport.jgroups;

import java.util.List;
import org.jgroups.Address;
import org.jgroups.protocols.PerDestinationBundler;

/**
 * One sender thread per member, as JGroups has it; but what was sent to somebody that never became a member, or after
 * it left, does not keep a thread for ever: it goes with the next member that leaves.
 */
final class TidyBundler extends PerDestinationBundler {
    private static final int QUEUE = 16_384;
    private static final long KEEP_MILLIS = 2000;

    TidyBundler() {
        setMaxSize(TransportLimits.BUNDLE_BYTES);
        setCapacity(QUEUE);
        useSingleSenderThread(false);
        removeDelay(KEEP_MILLIS);
    }

    @Override
    protected void removeLeftMembers(List<Address> left) {
        super.removeLeftMembers(dests.keySet().stream()
                .filter(to -> to != NULL && !members.contains(to))
                .toList());
    }
}
