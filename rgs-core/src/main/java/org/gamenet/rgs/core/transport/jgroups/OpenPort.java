package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The two listening sockets of a transport, held from {@code listen} to {@code close} whatever becomes of groups in between: the group's,
 * whose visitors are handed on only once they say something (a silent one stalls nobody), and the probe's, which accepts and closes at
 * once.
 */
final class OpenPort implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int SILENT_VISITORS_MAX = 64;
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ROUND_MILLIS = 250;

    private final Selector selector;
    private final ServerSocketChannel group;
    private final ServerSocketChannel probe;
    private final Predicate<Socket> handOn;

    /** Opens both. {@code handOn} says whether it took the socket; it runs on the port's thread and must only enqueue. */
    OpenPort(InetAddress host, int port, Predicate<Socket> handOn) throws IOException {
        this.handOn = handOn;
        selector = Selector.open();
        try {
            group = listen(host, port);
            probe = listen(host, 0);
        } catch (IOException taken) {
            close();
            throw taken;
        }
    }

    private ServerSocketChannel listen(InetAddress host, int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(host, port), BACKLOG);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT);
            return channel;
        } catch (IOException | RuntimeException taken) {
            channel.close();
            throw taken;
        }
    }

    void start() {
        DaemonThreads.start("accept", this::run);
    }

    int groupPort() {
        return group.socket().getLocalPort();
    }

    int probePort() {
        return probe.socket().getLocalPort();
    }

    InetAddress host() {
        return group.socket().getInetAddress();
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                selector.select(ROUND_MILLIS);
                List<SocketChannel> spoke = new ArrayList<>();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.channel() == group) {
                        welcome();
                    } else if (key.channel() == probe) {
                        answer();
                    } else {
                        key.cancel();
                        spoke.add((SocketChannel) key.channel());
                    }
                }
                selector.selectedKeys().clear();
                if (!spoke.isEmpty()) {
                    selector.selectNow();
                    spoke.forEach(this::pass);
                }
                sendAwaySilent();
            } catch (ClosedSelectorException closed) {
                return;
            } catch (IOException | RuntimeException visitorGone) {
                // one visitor's trouble, or no descriptors left: the next round goes on
                Thread.yield();
            }
        }
    }

    private void welcome() throws IOException {
        SocketChannel visitor = group.accept();
        if (visitor == null) {
            return;
        }
        if (selector.keys().size() >= SILENT_VISITORS_MAX) {
            visitor.close();
            return;
        }
        visitor.configureBlocking(false);
        visitor.register(selector, SelectionKey.OP_READ, System.nanoTime());
    }

    private void answer() throws IOException {
        SocketChannel visitor = probe.accept();
        if (visitor != null) {
            visitor.close();
        }
    }

    private void pass(SocketChannel visitor) {
        try {
            visitor.configureBlocking(true);
            if (!handOn.test(visitor.socket())) {
                visitor.close();
            }
        } catch (IOException gone) {
            closeQuietly(visitor);
        }
    }

    private void sendAwaySilent() {
        long now = System.nanoTime();
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof Long since && now - since > SILENCE_NANOS) {
                closeQuietly((SocketChannel) key.channel());
            }
        }
    }

    private static void closeQuietly(SocketChannel visitor) {
        try {
            visitor.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }

    @Override public void close() {
        for (SelectionKey key : selector.isOpen() ? List.copyOf(selector.keys()) : List.<SelectionKey>of()) {
            try {
                key.channel().close();
            } catch (IOException gone) {
                // that is what was wanted
            }
        }
        try {
            selector.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }
}
