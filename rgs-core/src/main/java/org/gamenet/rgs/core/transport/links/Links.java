package org.gamenet.rgs.core.transport.links;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of one process, and its probe listener, which takes them. A visitor that ends what it has to say before it
 * has begun asks only whether the process lives: it is closed at once, and that is the answer. Where links are off
 * every visitor is one of these.
 *
 * <p>Whom to keep a link to is {@link #want}ed; others may dial, and are heard and answered too. A wanted link that is
 * down, or doubtful, is dialled anew every 200 ms; dials overlap, because one that began during a cut waits for TCP,
 * which tries ever later.
 */
public final class Links implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Links.class);
    private static final int BACKLOG = 128;
    private static final int READ_BYTES = 64 * 1024;
    private static final int DIALS_AT_ONCE = 5;
    private static final long DIAL_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long HELLO_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PING_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Longer than a wanted link is ever still. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Loop loop;
    private final LinkLimits limits;
    private final LinkListener listener;
    private final InetAddress host;
    private final ServerSocketChannel server;
    private final boolean off;
    private final Map<Endpoint, PeerLinks> pairs = new ConcurrentHashMap<>();
    /** All there are, the oldest first. The loop's. */
    private final Set<Link> all = new LinkedHashSet<>();

    private final ByteBuffer readInto = ByteBuffer.allocateDirect(READ_BYTES);
    private long held;
    /** Since {@link LinkListener#heardAll}. */
    private boolean heard;

    private volatile Set<Endpoint> wanted = Set.of();
    private volatile @Nullable Endpoint self;
    private volatile boolean closed;
    private volatile @Nullable Thread corkedBy;
    /** Of the thread that corked. */
    private final List<Link> corked = new ArrayList<>();

    /**
     * Opens the listener, on any free port. {@code off}: it answers probes and nothing else. Before the loop starts.
     */
    public Links(Loop loop, InetAddress host, LinkLimits limits, boolean off, LinkListener listener)
            throws IOException {
        this.loop = loop;
        this.host = host;
        this.limits = limits;
        this.off = off;
        this.listener = listener;
        this.server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(host, 0), BACKLOG);
            loop.register(server, SelectionKey.OP_ACCEPT, key -> accept());
        } catch (IOException | RuntimeException taken) {
            server.close();
            throw taken;
        }
        loop.eachRound(this::round);
    }

    /** The listener's. */
    public int port() {
        return server.socket().getLocalPort();
    }

    /** As whom this process speaks. Before the loop starts. */
    public void speakAs(Endpoint me) {
        self = me;
    }

    // ---- for the session, any thread

    /** Whom to keep a link to from now on. */
    public void want(Set<Endpoint> processes) {
        if (off || processes.equals(wanted)) {
            return;
        }
        wanted = Set.copyOf(processes);
        loop.execute(this::round);
    }

    /**
     * Says this to that process, if there is a sound link to it; does not block. Whoever {@link #cork}ed says nothing
     * before {@link #uncork}. The bytes are the link's from here on, and may be said to several. False: it did not go
     * this way.
     */
    public boolean say(Endpoint to, byte[] frame, Lane lane) {
        return say(
                to,
                Decoder.FRAME,
                frame,
                switch (lane) {
                    case RELIABLE -> WriteQueue.Care.IN_ORDER;
                    case URGENT -> WriteQueue.Care.URGENT;
                    case UNRELIABLE -> WriteQueue.Care.LOOSE;
                });
    }

    private boolean say(Endpoint to, byte kind, byte[] body, WriteQueue.Care care) {
        PeerLinks pair = pairs.get(to);
        if (pair == null || body.length == 0 || body.length > limits.frameBytes()) {
            return false;
        }
        long now = System.nanoTime();
        Link link = pair.sound(now);
        try {
            if (link != null) {
                link.say(kind, body, care, now);
                flushLater(link);
            }
            return link != null;
        } catch (IOException broken) {
            loop.execute(() -> end(link, true));
            return false;
        }
    }

    private void flushLater(Link link) throws IOException {
        if (Thread.currentThread() != corkedBy) {
            link.flush();
        } else if (!corked.contains(link)) {
            corked.add(link);
        }
    }

    /**
     * What this thread says from now on waits for {@link #uncork}, so that what is said to one process leaves in one
     * write.
     */
    public void cork() {
        corkedBy = Thread.currentThread();
    }

    /** What has waited goes out. The thread that corked. */
    public void uncork() {
        corkedBy = null;
        for (Link link : corked) {
            try {
                link.flush();
            } catch (IOException broken) {
                loop.execute(() -> end(link, true));
            }
        }
        corked.clear();
    }

    /** Whether there is a sound link to it. */
    public boolean isLinked(Endpoint process) {
        PeerLinks pair = pairs.get(process);
        return pair != null && pair.sound(System.nanoTime()) != null;
    }

    /** Links that are up, to anybody. */
    int count() {
        return pairs.values().stream().mapToInt(pair -> pair.up().size()).sum();
    }

    /** Frames that fell out because nobody took them. */
    long dropped() {
        return pairs.values().stream()
                .flatMap(pair -> pair.up().stream())
                .mapToLong(Link::dropped)
                .sum();
    }

    /** Breaks all links, as the network may. */
    public void reset() {
        loop.execute(() -> List.copyOf(all).forEach(link -> {
            link.reset();
            end(link, true);
        }));
    }

    @Override
    public void close() {
        closed = true;
        pairs.clear();
    }

    // ---- visitors, the loop's thread

    private void accept() throws IOException {
        SocketChannel visitor = server.accept();
        if (visitor == null) {
            return;
        }
        Link link = null;
        try {
            if (!off && !closed && visitors() < limits.links()) {
                link = new Link(visitor, null, limits, System.nanoTime());
                String from = link.address();
                if (all.stream()
                                .filter(each -> !each.dialled && each.address().equals(from))
                                .count()
                        < limits.perAddress()) {
                    makeRoom();
                    watch(link, SelectionKey.OP_READ);
                    return;
                }
            }
            visitor.close();
        } catch (IOException gone) {
            visitor.close();
            if (link != null) {
                all.remove(link);
            }
        }
    }

    private long visitors() {
        return all.stream().filter(each -> !each.dialled).count();
    }

    private void makeRoom() {
        List<Link> unfinished =
                all.stream().filter(each -> !each.dialled && !each.isUp()).toList();
        if (unfinished.size() >= limits.unfinished()) {
            end(unfinished.get(0), false);
        }
    }

    private void watch(Link link, int interests) throws IOException {
        all.add(link);
        link.waitsAt(loop.register(link.channel, interests, key -> ready(link, key)));
    }

    private void ready(Link link, SelectionKey key) {
        try {
            if (key.isConnectable() && link.channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                link.hello(new Hello(me()));
                return;
            }
            if (key.isReadable()) {
                read(link);
            }
            if (key.isValid() && key.isWritable()) {
                link.writeOn();
            }
        } catch (LinkException wrong) {
            LOG.debug("a link from {} ends: {}", link.address(), wrong.getMessage());
            link.reset();
            end(link, true);
        } catch (IOException broken) {
            end(link, true);
        }
    }

    private Endpoint me() {
        Endpoint me = self;
        if (me == null) {
            throw new IllegalStateException("links before this process knows where it listens");
        }
        return me;
    }

    private void read(Link link) throws IOException {
        readInto.clear();
        int read = link.channel.read(readInto);
        if (read < 0) {
            end(link, true);
            return;
        }
        readInto.flip();
        long before = link.decoder.held();
        Coming coming = new Coming(link);
        try {
            link.decoder.take(readInto, coming);
        } finally {
            held += link.decoder.held() - before;
        }
        if (held > limits.heldBytes()) {
            throw new LinkException("too much that is not whole");
        }
        if (link.isUp()) {
            link.heard(System.nanoTime(), coming.asks || link.decoder.held() > 0);
        }
    }

    /** What comes on one link, in one go. */
    private final class Coming implements Decoder.Sink {
        private final Link link;
        private boolean asks;

        Coming(Link link) {
            this.link = link;
        }

        @Override
        public void hello(Hello hello) throws LinkException {
            greeted(link, hello.process());
        }

        @Override
        public void frame(ByteBuffer frame) {
            asks = true;
            Endpoint from = link.process();
            if (!closed && from != null) {
                heard = true;
                listener.heard(from, frame);
            }
        }

        @Override
        public void packet(ByteBuffer packet) {
            asks = true;
            Endpoint from = link.process();
            if (!closed && from != null) {
                listener.packet(from, packet);
            }
        }

        @Override
        public void ping() {
            asks = true;
        }
    }

    /** It says who it is: where it comes from must fit, or anybody could take a process's frames away from it. */
    private void greeted(Link link, Endpoint who) throws LinkException {
        if (who.equals(self) || !ListenerAddresses.withoutZone(who.host()).equals(link.address())) {
            throw new LinkException(who + " speaks from " + link.address());
        }
        if (link.dialled && !who.equals(link.process())) {
            throw new LinkException(who + " in the place of " + link.process());
        }
        try {
            if (!link.dialled) {
                link.hello(new Hello(me()));
            }
        } catch (IOException broken) {
            throw new LinkException("gone while it was greeted");
        }
        long now = System.nanoTime();
        PeerLinks pair = pairs.computeIfAbsent(who, each -> new PeerLinks(me(), each, now));
        link.up(who);
        long silentSince = pair.add(link, now);
        // What waits in a doubtful one would only come late.
        pair.up().stream().filter(each -> each.isDoubtful(now)).forEach(this::drop);
        if (pair.up().size() > limits.perProcess()) {
            drop(pair.up().get(0));
        }
        if (closed) {
            return;
        }
        if (silentSince != PeerLinks.NEVER) {
            listener.relinked(who, silentSince);
        }
        if (pair.up().size() == 1) {
            listener.linked(who);
        }
    }

    private void drop(Link link) {
        link.reset();
        end(link, false);
    }

    /** {@code hint}: whether the listener is to hear of it, should it have been the last to that process. */
    private void end(Link link, boolean hint) {
        if (!all.remove(link)) {
            return;
        }
        held -= link.decoder.held();
        link.close();
        Endpoint process = link.process();
        PeerLinks pair = process == null ? null : pairs.get(process);
        if (process == null || pair == null) {
            return;
        }
        boolean wasLast = pair.remove(link) && pair.up().isEmpty();
        if (wasLast && !closed) {
            pair.dialAt = System.nanoTime();
            if (hint) {
                listener.unlinked(process);
            }
        }
    }

    // ---- time passes, the loop's thread

    private void round() {
        if (heard) {
            heard = false;
            listener.heardAll();
        }
        if (closed || self == null) {
            return;
        }
        long now = System.nanoTime();
        List<Link> ended = new ArrayList<>();
        for (Link link : all) {
            if (!passTime(link, now)) {
                ended.add(link);
            }
        }
        ended.forEach(link -> end(link, false));
        for (Endpoint process : wanted) {
            if (!process.equals(self)) {
                PeerLinks pair = pairs.computeIfAbsent(process, each -> new PeerLinks(me(), each, now));
                keep(pair, now);
            }
        }
        pairs.values().removeIf(pair -> pair.up().isEmpty() && !wanted.contains(pair.process));
    }

    /** Whether it stays. */
    private boolean passTime(Link link, long now) {
        Endpoint process = link.process();
        PeerLinks pair = process == null ? null : pairs.get(process);
        if (!link.isUp() || pair == null) {
            return now - link.openedAt <= HELLO_NANOS;
        }
        try {
            if (link.owes(now)) {
                link.sayHeard(now);
            }
        } catch (IOException broken) {
            return false;
        }
        boolean used = wanted.contains(process) && pair.sound(now) == link;
        long still = now - link.lastHeardAt();
        return still <= (link.isDoubtful(now) ? LOST_NANOS : IDLE_NANOS) || used;
    }

    private void keep(PeerLinks pair, long now) {
        Link link = pair.sound(now);
        if (link == null) {
            if (now - pair.dialAt >= 0 && dials(pair) < DIALS_AT_ONCE) {
                pair.dialAt = now + DIAL_AGAIN_NANOS;
                dial(pair.process, now);
            }
        } else if (now - Math.max(link.lastSaidAt(), link.openedAt) > PING_NANOS) {
            try {
                link.ping(now);
            } catch (IOException broken) {
                end(link, true);
            }
        }
    }

    private long dials(PeerLinks pair) {
        return all.stream()
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
            link = new Link(channel, process, limits, now);
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(host, 0));
            boolean there = channel.connect(place);
            watch(link, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            if (there) {
                link.hello(new Hello(me()));
            }
        } catch (IOException | RuntimeException refused) {
            LOG.trace("cannot dial {}: {}", process, refused.toString());
            if (link != null) {
                link.close();
                all.remove(link);
            }
        }
    }
}
