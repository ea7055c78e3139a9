package org.gamenet.rgs.core.transport.links;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Where listeners of other processes are. Addresses only: to ask for a name takes time that the loop does not have, and
 * RGS lists none.
 */
final class ListenerAddresses {
    private static final Pattern FOUR =
            Pattern.compile("(\\d{1,2}|1\\d\\d|2[0-4]\\d|25[0-5])(\\.(\\d{1,2}|1\\d\\d|2[0-4]\\d|25[0-5])){3}");

    private ListenerAddresses() {}

    /** Where to dial; null for what is no address. */
    static @Nullable InetSocketAddress listener(Endpoint process) {
        String host = process.host();
        // With a colon the JDK takes it for an address of version 6, or for none; it asks nobody.
        if (!FOUR.matcher(host).matches() && host.indexOf(':') < 0) {
            return null;
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), process.probePort());
        } catch (UnknownHostException noAddress) {
            return null;
        }
    }

    /** As an endpoint writes it; the zone of an address is each machine's own affair. */
    static String written(InetAddress address) {
        return withoutZone(address.getHostAddress());
    }

    static String withoutZone(String address) {
        int zone = address.indexOf('%');
        return zone < 0 ? address : address.substring(0, zone);
    }
}
