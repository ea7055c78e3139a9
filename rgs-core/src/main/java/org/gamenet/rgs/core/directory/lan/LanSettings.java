package org.gamenet.rgs.core.directory.lan;

import java.util.List;

/**
 * Where games are looked for.
 *
 * @param loopbackOnly whether nothing leaves this machine
 * @param port UDP
 * @param hosts that are asked besides, each a name or an address, where the network drops multicast
 */
public record LanSettings(boolean loopbackOnly, int port, List<String> hosts) {

    /** UDP port of the datagrams. */
    public static final int PORT = 17_474;

    public LanSettings {
        hosts = List.copyOf(hosts);
    }
}
