package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address on which a transport listens. In the clear it is never one that the open internet reaches. */
final class BindAddress {
    private static final Pattern BRIDGES =
            Pattern.compile("(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|zt|cni|flannel|cali).*");
    private static final int UNIQUE_LOCAL_MASK = 0xfe;
    private static final int UNIQUE_LOCAL = 0xfc;

    private BindAddress() {}

    /** A port as good as any: nothing is sent there. */
    private static final int ANY_PORT = 9;
    /** Reserved for documentation, so on no network that a machine is on: the way there is the way to most places. */
    private static final List<String> FAR = List.of("192.0.2.1");

    /**
     * The given address; or the IPv4 one by which this machine reaches one of those {@code toward}, if they are on
     * another; or the one by which it reaches most places, if it is private and of a real interface; or the first
     * private IPv4 one of a real interface that is up; or loopback.
     */
    static InetAddress choose(@Nullable String given, List<String> toward, boolean encrypted) throws IOException {
        InetAddress address = given == null
                ? routed(toward, encrypted).or(BindAddress::usual).orElseGet(BindAddress::firstPrivate)
                : resolve(given);
        if (!encrypted && !confined(address)) {
            throw new IOException("without TLS RGS listens on loopback and private addresses only, and "
                    + address.getHostAddress() + " is neither; give tls(...) or another host");
        }
        return address;
    }

    private static InetAddress resolve(String given) throws IOException {
        try {
            return InetAddress.getByName(given);
        } catch (UnknownHostException unknown) {
            throw new IOException(
                    "the host '" + given + "' to listen on is unknown; "
                            + "give an address of this machine, or none to let RGS choose",
                    unknown);
        }
    }

    private static Optional<InetAddress> routed(List<String> toward, boolean encrypted) {
        for (String place : toward) {
            int colon = place.lastIndexOf(':');
            String host = colon < 0 ? place : place.substring(0, colon);
            try (DatagramSocket asks = new DatagramSocket()) {
                asks.connect(new InetSocketAddress(InetAddress.getByName(host), ANY_PORT));
                InetAddress here = asks.getLocalAddress();
                boolean fits = here instanceof Inet4Address && !here.isLoopbackAddress() && !here.isAnyLocalAddress();
                if (fits && (encrypted || confined(here))) return Optional.of(here);
            } catch (IOException | UncheckedIOException | IllegalArgumentException noWay) {
                // the next, or as without a directory
            }
        }
        return Optional.empty();
    }

    private static Optional<InetAddress> usual() {
        return routed(FAR, false).filter(here -> {
            try {
                NetworkInterface network = NetworkInterface.getByInetAddress(here);
                return here.isSiteLocalAddress() && network != null && isReal(network);
            } catch (SocketException gone) {
                return false;
            }
        });
    }

    private static boolean isReal(NetworkInterface network) throws SocketException {
        return network.isUp()
                && !network.isLoopback()
                && !network.isVirtual()
                && !network.isPointToPoint()
                && !BRIDGES.matcher(network.getName().toLowerCase(Locale.ROOT)).matches();
    }

    private static InetAddress firstPrivate() {
        try {
            for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (!isReal(network)) continue;
                for (InetAddress address : Collections.list(network.getInetAddresses())) {
                    if (address instanceof Inet4Address && address.isSiteLocalAddress()) {
                        return address;
                    }
                }
            }
        } catch (SocketException | NullPointerException noInterfaces) {
            // loopback is left
        }
        return InetAddress.getLoopbackAddress();
    }

    static boolean confined(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress()
                || address instanceof Inet6Address && (address.getAddress()[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }
}
