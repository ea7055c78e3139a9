package org.gamenet.rgs.core.machine;

import org.jspecify.annotations.Nullable;

/**
 * Where a member's process listens.
 *
 * @param host address or name
 * @param groupPort TCP port of the group transport
 * @param probePort TCP port of the small listener that proves that the process lives (P-word "gone") and takes links
 */
public record Endpoint(@Text.Within(Text.HOST_BYTES) String host, int groupPort, int probePort) {

    // By hand, as of MemberId.
    @Override
    public boolean equals(@Nullable Object o) {
        return this == o
                || o instanceof Endpoint other
                        && groupPort == other.groupPort
                        && probePort == other.probePort
                        && host.equals(other.host);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * host.hashCode() + groupPort) + probePort;
    }

    @Override
    public String toString() {
        return host + ":" + groupPort;
    }
}
