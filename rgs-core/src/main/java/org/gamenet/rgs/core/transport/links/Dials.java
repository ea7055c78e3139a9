package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dials whom there is no sound link to, anew every 100 ms; dials overlap. The loop's thread. */
final class Dials {
    private static final Logger LOG = LoggerFactory.getLogger(Links.class);
    private static final int AT_ONCE = 10;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final InetAddress host;
    private final Doorway doorway;
    private final Calls calls;
    private final Opening opening;

    /** Makes a link of a channel, and has it watched. */
    interface Opening {
        Link link(SocketChannel channel, Endpoint process) throws IOException;

        void watch(Link link, int interests) throws IOException;

        void greet(Link link) throws IOException;

        void refused(Endpoint process);
    }

    Dials(InetAddress host, Doorway doorway, Calls calls, Opening opening) {
        this.host = host;
        this.doorway = doorway;
        this.calls = calls;
        this.opening = opening;
    }

    /** Unless it was dialled a moment ago. */
    void dialSometimes(PeerLinks pair, long now) {
        if (now - pair.dialAt >= 0 && underWay(pair) < AT_ONCE) {
            pair.dialAt = now + AGAIN_NANOS;
            dial(pair.process, now);
        }
    }

    private long underWay(PeerLinks pair) {
        return doorway.all().stream()
                .filter(link -> link.dialled && !link.isUp() && pair.process.equals(link.process()))
                .count();
    }

    private void dial(Endpoint process, long now) {
        InetSocketAddress place = ListenerAddresses.listener(process);
        if (place == null) {
            return;
        }
        Link link = null;
        try {
            SocketChannel channel = SocketChannel.open();
            link = opening.link(channel, process);
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(host, 0));
            boolean there = channel.connect(place);
            opening.watch(link, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            if (there) {
                opening.greet(link);
            }
        } catch (IOException | RuntimeException refused) {
            LOG.trace("cannot dial {}: {}", process, refused.toString());
            if (refused instanceof IOException inVain) {
                inVain(process, inVain, now);
            }
            if (link != null) {
                link.close();
                doorway.all().remove(link);
            }
        }
    }

    void inVain(Endpoint process, IOException why, long now) {
        boolean byHost = why instanceof ConnectException
                && String.valueOf(why.getMessage()).contains("refused");
        calls.refused(process, String.valueOf(why.getMessage()), byHost, now);
        if (byHost) {
            opening.refused(process);
        }
    }
}
