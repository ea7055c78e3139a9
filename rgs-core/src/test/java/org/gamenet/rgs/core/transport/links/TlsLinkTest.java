package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.transport.jgroups.Certificates;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ends of a link with TLS, moved by hand. */
class TlsLinkTest {
    private static final LinkLimits LIMITS = LinkLimits.forFrames(1_000_000);

    @TempDir
    static Path folder;

    private final Queue<Link> worked = new ConcurrentLinkedQueue<>();
    private final ByteBuffer into = ByteBuffer.allocate(64 * 1024);
    private Selector selector;
    private Link dialled;
    private Link dialling;
    private long came;

    /** All work that needs no waiting. */
    private void round() throws IOException {
        for (Link link = worked.poll(); link != null; link = worked.poll()) link.goOn();
        selector.selectNow();
        for (Link link : new Link[] {dialled, dialling})
            if (link.key().isWritable() && (link.key().interestOps() & SelectionKey.OP_WRITE) != 0) link.writeOn();
        dialling.read(into.clear());
        came += Math.max(0, dialled.read(into.clear()));
    }

    private boolean awaitsRoom() {
        return (dialling.key().interestOps() & SelectionKey.OP_WRITE) != 0;
    }

    private Link link(SocketChannel channel, Endpoint to, SSLContext tls) throws IOException {
        channel.configureBlocking(false);
        Link link = new Link(channel, to, LIMITS, tls, worked::add, 0);
        link.waitsAt(channel.register(selector, SelectionKey.OP_READ));
        return link;
    }

    @Test
    @DisplayName("the end of what TLS has taken goes out when there is room, though nothing follows")
    void flushes() throws Exception {
        SSLContext tls = Certificates.own(folder, "links");
        try (ServerSocketChannel port = ServerSocketChannel.open();
                Selector opened = Selector.open()) {
            selector = opened;
            port.setOption(StandardSocketOptions.SO_RCVBUF, 8_192);
            port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel near = SocketChannel.open();
            near.setOption(StandardSocketOptions.SO_SNDBUF, 8_192);
            near.connect(port.getLocalAddress());
            Endpoint place = new Endpoint("127.0.0.1", 1, 1);
            dialled = link(port.accept(), null, tls);
            dialling = link(near, place, tls);
            dialling.hello(new Hello(place));
            until(() -> came > 0);
            while (!awaitsRoom()) {
                dialling.say(Decoder.FRAME, ByteBuffer.allocate(1_000), false, WriteQueue.Care.IN_ORDER, 0);
                dialling.flush();
            }
            until(() -> !awaitsRoom());
            assertEquals(0, dialling.waitingItems());
            dialling.close();
            dialled.close();
        }
    }

    private interface Condition {
        boolean holds();
    }

    private void until(Condition condition) throws IOException {
        long end = System.nanoTime() + End.DEADLINE_NANOS;
        while (!condition.holds()) {
            if (System.nanoTime() > end) throw new AssertionError("not within 10 s");
            round();
            Thread.yield();
        }
    }
}
