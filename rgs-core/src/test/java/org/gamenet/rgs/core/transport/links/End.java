package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.jspecify.annotations.Nullable;

/** The links of one process on loopback, and what they told. */
final class End implements AutoCloseable {
    static final long DEADLINE_NANOS = 10_000_000_000L;

    final Loop loop;
    final Links links;
    final Endpoint place;
    final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    final BlockingQueue<Endpoint> unlinked = new LinkedBlockingQueue<>();
    final BlockingQueue<ByteBuffer> packets = new LinkedBlockingQueue<>();

    record Heard(Endpoint from, ByteBuffer frame) {}

    End() throws IOException {
        this(LinkLimits.forFrames(1_000_000), null);
    }

    End(LinkLimits limits, @Nullable SSLContext tls) throws IOException {
        loop = new Loop();
        InetAddress host = InetAddress.getByName("127.0.0.1");
        links = new Links(loop, host, 0, limits, tls, new LinkListener() {
            @Override
            public void heard(Endpoint from, ByteBuffer frame) {
                heard.add(new Heard(from, frame));
            }

            @Override
            public void unlinked(Endpoint process) {
                unlinked.add(process);
            }

            @Override
            public void packet(Endpoint from, ByteBuffer packet) {
                packets.add(packet);
            }
        });
        place = links.self();
        loop.start();
    }

    void link(End... others) {
        Set<Endpoint> places = new java.util.HashSet<>();
        for (End other : others) places.add(other.place);
        links.want(places);
        for (End other : others) await(() -> links.isLinked(other.place));
    }

    /** Says it until it is heard there: what is said may be lost. */
    ByteBuffer sayTo(End other, byte... frame) {
        await(() -> {
            links.say(other.place, frame, Lane.RELIABLE);
            return !other.heard.isEmpty();
        });
        Heard came = other.heard.remove();
        if (!came.from().equals(place)) throw new AssertionError("from " + came.from());
        return came.frame();
    }

    /** The next thing that comes there. */
    static <T> T next(BlockingQueue<T> from) throws InterruptedException {
        T came = from.poll(DEADLINE_NANOS, TimeUnit.NANOSECONDS);
        if (came == null) throw new AssertionError("nothing came within 10 s");
        return came;
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("not within 10 s");
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    @Override
    public void close() {
        links.close();
        loop.close();
    }
}
