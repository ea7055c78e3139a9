package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.links.LinkLimits;
import org.gamenet.rgs.core.transport.links.LinkListener;
import org.gamenet.rgs.core.transport.links.Links;
import org.gamenet.rgs.core.transport.links.Loop;

/**
 * The two listening sockets of a transport, held from {@code listen} to {@code close} whatever becomes of groups in
 * between: the group's, whose visitors are handed on only once they say something (a silent one stalls nobody), and the
 * probe's, which takes RGS's own {@link Links}. One thread waits for both.
 */
final class OpenPort implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final int SILENT_VISITORS_MAX = 64;
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Loop loop = new Loop();
    private final ServerSocketChannel group;
    private final Links links;
    private final Predicate<Socket> handOn;
    /** Since when; the loop's. */
    private final Map<SocketChannel, Long> silent = new LinkedHashMap<>();

    /**
     * Opens both. {@code handOn} says whether it took the socket; it runs on the port's thread and must only enqueue.
     */
    OpenPort(InetAddress host, TransportSettings settings, Predicate<Socket> handOn, LinkListener ear)
            throws IOException {
        this.handOn = handOn;
        try {
            group = listen(host, settings.port());
            links = new Links(
                    loop, host, LinkLimits.forFrames(settings.limits().frameBytes()), settings.tls() != null, ear);
        } catch (IOException | RuntimeException taken) {
            close();
            throw taken;
        }
        links.speakAs(place());
        loop.eachRound(this::sendAwaySilent);
    }

    private ServerSocketChannel listen(InetAddress host, int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(host, port), BACKLOG);
            loop.register(channel, SelectionKey.OP_ACCEPT, key -> welcome());
            return channel;
        } catch (IOException | RuntimeException taken) {
            channel.close();
            throw taken;
        }
    }

    void start() {
        loop.start();
    }

    /** Where this process listens. */
    Endpoint place() {
        return new Endpoint(host().getHostAddress(), groupPort(), links.port());
    }

    Links links() {
        return links;
    }

    int groupPort() {
        return group.socket().getLocalPort();
    }

    InetAddress host() {
        return group.socket().getInetAddress();
    }

    private void welcome() throws IOException {
        SocketChannel visitor = group.accept();
        if (visitor == null) {
            return;
        }
        if (silent.size() >= SILENT_VISITORS_MAX) {
            visitor.close();
            return;
        }
        loop.register(visitor, SelectionKey.OP_READ, key -> {
            key.cancel();
            silent.remove(visitor);
            loop.execute(() -> pass(visitor));
        });
        silent.put(visitor, System.nanoTime());
    }

    private void pass(SocketChannel visitor) {
        try {
            loop.forgetCancelled();
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
        silent.entrySet().removeIf(visitor -> {
            boolean tooLong = now - visitor.getValue() > SILENCE_NANOS;
            if (tooLong) {
                closeQuietly(visitor.getKey());
            }
            return tooLong;
        });
    }

    private static void closeQuietly(SocketChannel visitor) {
        try {
            visitor.close();
        } catch (IOException gone) {
            // that is what was wanted
        }
    }

    @Override
    public void close() {
        if (links != null) {
            links.close();
        }
        loop.close();
    }
}
