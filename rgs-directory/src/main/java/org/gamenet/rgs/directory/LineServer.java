package org.gamenet.rgs.directory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts lines. A line that has not spoken yet holds one of a few places, for a short time; a line that has, one of
 * many. Any thread.
 */
final class LineServer implements AutoCloseable {

    /** How long a new connection may take to its first frame, milliseconds. */
    static final int FIRST_FRAME_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(LineServer.class);
    private static final int LINES_MAX = 4_096;
    private static final int UNSPOKEN_MAX = 256;
    private static final int BACKLOG = 512;
    private static final long ACCEPT_PAUSE_MILLIS = 100;

    private final DirectoryLoop loop;
    private final @Nullable Trust tls;
    private final ServerSocket server;
    private final Quotas quotas;
    private final Map<String, Place> places = new HashMap<>();
    private final Set<ServedLine> lines = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();
    private final Queue<ServedLine> unspoken = new ConcurrentLinkedQueue<>();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean closed;

    private LineServer(DirectoryLoop loop, @Nullable Trust tls, Quotas quotas, ServerSocket server) {
        this.loop = loop;
        this.tls = tls;
        this.quotas = quotas;
        this.server = server;
    }

    /** Takes the port; {@link #accept} begins to serve. The error says whether port or host is wrong. */
    static LineServer bind(DirectorySetup setup, DirectoryLoop loop) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(address(setup.host(), setup.port(), "port"), BACKLOG);
            return new LineServer(loop, setup.tls(), setup.quotas(), server);
        } catch (SocketException e) {
            server.close();
            throw taken("The directory", setup.host(), setup.port(), "port", e);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    static InetSocketAddress address(String host, int port, String option) throws IOException {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new IOException(
                    "The host " + host + " of the directory's " + option
                            + " is unknown: name an address of this machine, "
                            + "127.0.0.1 for itself alone, 0.0.0.0 for all its networks",
                    e);
        }
    }

    static IOException taken(String who, String host, int port, String option, IOException cause) {
        return new IOException(
                who + " cannot listen on " + host + ":" + port + " (" + cause.getMessage()
                        + "): if another process has the port, " + "stop it or choose another " + option
                        + "; if the address is not this machine's, choose another host",
                cause);
    }

    int port() {
        return server.getLocalPort();
    }

    void accept() {
        Thread thread = new Thread(this::acceptAll, "rgs-directory-accept-" + port());
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (!closed) {
            try {
                Socket socket = server.accept();
                Place place = lines.size() >= LINES_MAX
                        ? null
                        : enter(socket.getInetAddress().getHostAddress());
                if (place == null) {
                    drop(socket);
                } else {
                    makeRoom();
                    serve(socket, place);
                }
            } catch (IOException | OutOfMemoryError e) {
                if (!closed) {
                    // No file descriptor or thread left: those who are served go on, newcomers wait.
                    LOG.warn("A connection could not be accepted: {}", e.toString());
                    pause();
                }
            }
        }
    }

    /**
     * The line that has been silent longest goes first: a flood of connections that say nothing displaces itself,
     * hardly ever one that speaks.
     */
    private void makeRoom() {
        if (unspoken.size() >= UNSPOKEN_MAX) {
            ServedLine oldest = unspoken.poll();
            if (oldest != null) {
                oldest.close("others wait to speak");
            }
        }
    }

    /**
     * One more line of that address; null if it has as many as it may. One that has not spoken yet makes room for
     * another of its address.
     */
    private @Nullable Place enter(String address) {
        synchronized (places) {
            Place place = places.computeIfAbsent(address, Place::new);
            if (place.lines() >= quotas.linesPerAddress()) {
                Optional<ServedLine> oldest =
                        unspoken.stream().filter(line -> line.place() == place).findFirst();
                if (oldest.isEmpty() || !unspoken.remove(oldest.get())) {
                    return null;
                }
                oldest.get().close("others of its address wait to speak");
            }
            place.opened();
            return place;
        }
    }

    private void leave(Place place) {
        synchronized (places) {
            if (place.closed()) {
                places.remove(place.address(), place);
            }
        }
    }

    private void drop(Socket socket) throws IOException {
        long count = dropped.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.warn(
                    "{} connections were dropped so far, the last of {}: there are {} lines already, or {} of its address",
                    count,
                    socket.getInetAddress().getHostAddress(),
                    LINES_MAX,
                    quotas.linesPerAddress());
        }
        socket.close();
    }

    private static void pause() {
        try {
            Thread.sleep(ACCEPT_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Socket raw, Place place) throws IOException {
        boolean begun = false;
        try {
            raw.setTcpNoDelay(true);
            raw.setKeepAlive(true);
            raw.setSoTimeout(FIRST_FRAME_MILLIS);
            Socket socket = raw;
            if (tls != null) {
                var secured = (SSLSocket) tls.context().getSocketFactory().createSocket(raw, null, raw.getPort(), true);
                secured.setUseClientMode(false);
                secured.setNeedClientAuth(true);
                socket = secured;
            }
            long number = numbers.incrementAndGet();
            var served = new ServedLine(number, loop, raw, this, place, quotas);
            begun = true;
            start(served, new DirectoryLine("rgs-directory-line-" + number, raw, socket, served));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            raw.close();
            if (!begun) {
                leave(place);
            }
            throw e;
        }
    }

    void start(ServedLine served, DirectoryLine line) {
        unspoken.add(served);
        lines.add(served);
        try {
            served.start(line);
        } catch (RuntimeException | OutOfMemoryError e) {
            ended(served);
            throw e;
        }
    }

    /** Whether a process that shows this certificate may serve a game; null: it shows none. */
    boolean mayServe(@Nullable Certificate shown) {
        return tls == null || tls.permits(shown);
    }

    /** A line has sent its first frame. */
    void spoke(ServedLine line) {
        unspoken.remove(line);
    }

    void ended(ServedLine line) {
        if (lines.remove(line)) {
            leave(line.place());
        }
        unspoken.remove(line);
    }

    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("The port was not closed in good order", e);
        }
        lines.forEach(line -> line.close("the directory stops"));
    }
}
