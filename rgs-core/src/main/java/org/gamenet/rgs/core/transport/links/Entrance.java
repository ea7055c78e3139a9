package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port where visitors come in. The loop's thread, once it has started. */
final class Entrance {
    private static final Logger LOG = LoggerFactory.getLogger(Links.class);
    private static final int BACKLOG = 128;
    private static final int ACCEPTS_AT_ONCE = 64;
    /** No descriptors are left: so long nobody is let in, and those who are in have all the time. */
    private static final long RESPITE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final SelectionKey key;
    private final Visit visit;
    /** 0: whoever comes may come in. */
    private long openAgainAt;

    /** Somebody came. */
    interface Visit {
        void came(SocketChannel visitor) throws IOException;
    }

    /** On that port; 0: any free one. */
    Entrance(Loop loop, InetAddress host, int port, Visit visit) throws IOException {
        this.visit = visit;
        server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(host, port), BACKLOG);
            key = loop.register(server, SelectionKey.OP_ACCEPT, ready -> accept());
        } catch (IOException | RuntimeException taken) {
            server.close();
            throw taken;
        }
    }

    int port() {
        return server.socket().getLocalPort();
    }

    private void accept() throws IOException {
        for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
            SocketChannel visitor;
            try {
                visitor = server.accept();
            } catch (IOException noDescriptors) {
                LOG.debug("nobody can be let in for a while: {}", noDescriptors.toString());
                openAgainAt = System.nanoTime() + RESPITE_NANOS;
                key.interestOps(0);
                return;
            }
            if (visitor == null) {
                return;
            }
            visit.came(visitor);
        }
    }

    void passTime(long now) {
        if (openAgainAt != 0 && now - openAgainAt >= 0) {
            openAgainAt = 0;
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
    }
}
