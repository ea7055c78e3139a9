package org.gamenet.rgs.core.machine;

/**
 * Where a member's process listens.
 *
 * @param host address or name
 * @param groupPort TCP port of the group transport
 * @param probePort TCP port of the small listener that proves that the process lives (P-word "gone") and takes links
 */
public record Endpoint(@Text.Within(Text.HOST_BYTES) String host, int groupPort, int probePort) {

    @Override
    public String toString() {
        return host + ":" + groupPort;
    }
}
