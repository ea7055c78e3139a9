package org.gamenet.rgs.core.directory.lan;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of discovery: one that listens at the common port, in the group on every interface, and one for each
 * interface to send from, where answers come. A socket that cannot be opened is done without. One thread, but for
 * {@link #wake}: any thread.
 */
final class LanSockets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LanSockets.class);
    private static final String GROUP = "239.255.74.74";
    /**
     * Ports of this machine behind the common one: where somebody has that one alone, the first free one of these is
     * listened to; from the second question on all are asked.
     */
    private static final int FIXED_PORTS = 10;

    private static final int WAITING_BYTES = 1 << 20;

    /** Of two addresses none is left for everybody. */
    private static final int SMALLEST_NETWORK = 30;

    private final LanSettings settings;
    private final Selector selector;
    private final @Nullable DatagramChannel listener;
    private final List<Way> ways = new ArrayList<>();
    private final List<InetSocketAddress> hosts = new ArrayList<>();
    private final ByteBuffer in = ByteBuffer.allocate(LanWire.BYTES_MAX + 1);

    /** One interface. */
    private record Way(
            DatagramChannel out, InetAddress own, @Nullable InetAddress broadcast) {}

    /** Reads the datagrams that come in. */
    interface Hearer {
        void heard(ByteBuffer bytes, InetSocketAddress from, DatagramChannel at);
    }

    LanSockets(LanSettings settings) throws IOException {
        this.settings = settings;
        selector = Selector.open();
        listener = listen();
        openWays();
        for (String host : settings.hosts()) hosts.add(new InetSocketAddress(host, settings.port()));
    }

    private @Nullable DatagramChannel listen() {
        for (int i = 0; i <= FIXED_PORTS; i++) {
            try {
                DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
                if (i == 0) channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                // The first is the common one, shared; where somebody has it alone, ten more are tried on this machine.
                channel.bind(
                        i == 0
                                ? new InetSocketAddress(settings.port())
                                : new InetSocketAddress(loopback(), settings.port() + i));
                keep(channel);
                return channel;
            } catch (IOException | UnsupportedOperationException taken) {
                LOG.debug("games are not listened for at UDP port {}: {}", settings.port() + i, taken.toString());
            }
        }
        LOG.warn(
                "no UDP port for finding games can be opened, {} among them: a firewall, or another program, is in the way",
                settings.port());
        return null;
    }

    /** With room for what comes while this process gets no processor; the system gives what it allows. */
    private void keep(DatagramChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, WAITING_BYTES);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByName("127.0.0.1");
    }

    private void openWays() throws IOException {
        InetAddress group = InetAddress.getByName(GROUP);
        try {
            for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (!network.isUp() || settings.loopbackOnly() && !network.isLoopback()) continue;
                for (InterfaceAddress address : network.getInterfaceAddresses()) {
                    if (address.getAddress() instanceof Inet4Address own) {
                        open(
                                network,
                                own,
                                broadcast(own, address.getNetworkPrefixLength(), address.getBroadcast()),
                                group);
                        break;
                    }
                }
            }
        } catch (SocketException | NullPointerException none) {
            LOG.debug("no interfaces to look for games on", none);
        }
    }

    /**
     * The address of everybody in a network: the one that the system was {@code told}; where it was told of none, which
     * an address that was given by hand often lacks, the last one of the network. Null where a network has none.
     */
    static @Nullable InetAddress broadcast(Inet4Address own, int prefix, @Nullable InetAddress told) {
        if (told != null && !told.isAnyLocalAddress()) return told;
        if (prefix < 1 || prefix > SMALLEST_NETWORK) return null;
        int last = ByteBuffer.wrap(own.getAddress()).getInt() | -1 >>> prefix;
        try {
            return InetAddress.getByAddress(
                    ByteBuffer.allocate(Integer.BYTES).putInt(last).array());
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void open(NetworkInterface network, Inet4Address own, @Nullable InetAddress broadcast, InetAddress group) {
        try {
            DatagramChannel heard = listener;
            if (heard != null
                    && heard.getLocalAddress() instanceof InetSocketAddress at
                    && at.getPort() == settings.port()) heard.join(group, network);
        } catch (IOException | RuntimeException refused) {
            LOG.debug("{} takes part in no multicast: {}", network.getName(), refused.toString());
        }
        try {
            DatagramChannel out = DatagramChannel.open(StandardProtocolFamily.INET);
            out.setOption(StandardSocketOptions.IP_MULTICAST_IF, network);
            out.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 1);
            out.setOption(StandardSocketOptions.SO_BROADCAST, true);
            out.bind(new InetSocketAddress(own, 0));
            keep(out);
            ways.add(new Way(out, own, own.isLoopbackAddress() ? InetAddress.getByName("127.255.255.255") : broadcast));
        } catch (IOException | RuntimeException refused) {
            LOG.debug("games are not looked for on {}: {}", network.getName(), refused.toString());
        }
    }

    /**
     * On every interface: to the group, and {@code louder} to everybody there as well, to the hosts that were named,
     * and to ports of this machine.
     */
    void cast(byte[] bytes, boolean louder) {
        for (Way way : ways) {
            boolean told = send(way.out(), bytes, new InetSocketAddress(address(GROUP), settings.port()));
            InetAddress all = way.broadcast();
            if ((louder || !told) && all != null) send(way.out(), bytes, new InetSocketAddress(all, settings.port()));
            if (louder && way.own().isLoopbackAddress()) {
                for (int i = 0; i <= FIXED_PORTS; i++)
                    send(way.out(), bytes, new InetSocketAddress(way.own(), settings.port() + i));
            }
        }
        for (InetSocketAddress host : hosts) {
            for (Way way : ways)
                if (!host.isUnresolved()
                        && way.own().isLoopbackAddress() == host.getAddress().isLoopbackAddress())
                    send(way.out(), bytes, host);
        }
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (IOException impossible) {
            throw new AssertionError(text, impossible);
        }
    }

    /** Whether it is one to send from, where nothing comes but what answers. */
    boolean isForAnswers(DatagramChannel channel) {
        return channel != listener;
    }

    /** To one, from where it was heard. */
    void answer(DatagramChannel heardAt, byte[] bytes, InetSocketAddress to) {
        DatagramChannel from = heardAt;
        if (heardAt == listener) {
            for (Way way : ways)
                if (way.own().isLoopbackAddress() == to.getAddress().isLoopbackAddress()) from = way.out();
        }
        send(from, bytes, to);
    }

    private static boolean send(DatagramChannel from, byte[] bytes, InetSocketAddress to) {
        try {
            return from.send(ByteBuffer.wrap(bytes), to) == bytes.length;
        } catch (IOException | RuntimeException lost) {
            LOG.trace("a datagram to {} is lost: {}", to, lost.toString());
            return false;
        }
    }

    /** Waits for so many milliseconds at most, and hands over what has come. */
    void take(long millis, int most, Hearer hearer) throws IOException {
        if (millis <= 0) selector.selectNow();
        else selector.select(millis);
        int left = most;
        for (SelectionKey key : selector.selectedKeys()) {
            DatagramChannel channel = (DatagramChannel) key.channel();
            while (left-- > 0) {
                in.clear();
                InetSocketAddress from = receive(channel);
                if (from == null) break;
                in.flip();
                hearer.heard(in, from, channel);
            }
        }
        selector.selectedKeys().clear();
    }

    /** Null: nothing more. A port that refused an answer shows here, and is nobody's fault. */
    private @Nullable InetSocketAddress receive(DatagramChannel channel) throws IOException {
        try {
            return (InetSocketAddress) channel.receive(in);
        } catch (java.net.PortUnreachableException gone) {
            return null;
        }
    }

    /** Ends a wait. */
    void wake() {
        selector.wakeup();
    }

    @Override
    public void close() {
        Set<DatagramChannel> all = new LinkedHashSet<>();
        if (listener != null) all.add(listener);
        ways.forEach(way -> all.add(way.out()));
        for (DatagramChannel each : all) {
            try {
                each.close();
            } catch (IOException ignored) {
                // nothing is left to do with it
            }
        }
        try {
            selector.close();
        } catch (IOException ignored) {
            // nor with this
        }
    }
}
