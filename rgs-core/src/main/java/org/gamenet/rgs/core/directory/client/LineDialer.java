package org.gamenet.rgs.core.directory.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.line.LineException;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.jspecify.annotations.Nullable;

/**
 * Connects lines: tries the addresses in turn, the one that last worked first, one round each time it is told to dial.
 * Any thread.
 */
final class LineDialer {

    private static final int CONNECT_MILLIS = 500;
    private static final long DIAL_AGAIN_MILLIS = 150;
    private static final int SILENCE_MILLIS = 3_000;
    private static final long PAUSE_MILLIS_MIN = 20;
    private static final long PAUSE_MILLIS_MAX = 500;
    private static final long STEADY_NANOS = 1_000_000_000L;

    /** The result of dialing; called on the dialer's thread. */
    interface Listener {

        /** A directory answers at this address; the line is to be started or closed. */
        void connected(DirectoryLine line, DirectoryAddress address, byte[] challenge);

        /** A whole round led nowhere. */
        void failed(String tried);

        /** The receiver of the news of new lines. */
        DirectoryLine.Listener ofLine();
    }

    private final String name;
    private final List<DirectoryAddress> addresses;
    private final @Nullable SSLContext tls;
    private final Listener listener;

    private final Object lock = new Object();
    private final Map<DirectoryAddress, String> failures = new LinkedHashMap<>();
    private @Nullable Thread thread;
    private boolean wanted;
    private boolean closed;

    // Owned by the dialing thread.
    private int next;
    private long pauseMillis;
    private long connectedNanos;
    private long roundNanos = System.nanoTime();

    LineDialer(String name, List<DirectoryAddress> addresses, @Nullable SSLContext tls, Listener listener) {
        this.name = name;
        this.addresses = addresses;
        this.tls = tls;
        this.listener = listener;
    }

    /** Asks for a round, after a pause that grows while rounds fail or lines do not last; several asks are one. */
    void dial() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            wanted = true;
            if (thread == null) {
                thread = new Thread(this::run, name + "-dial");
                thread.setDaemon(true);
                thread.start();
            }
            lock.notifyAll();
        }
    }

    void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
    }

    /** The addresses, each with what happened there last. */
    String tried() {
        synchronized (lock) {
            return addresses.stream()
                    .distinct()
                    .map(address -> address + " (" + failures.getOrDefault(address, "still connecting") + ")")
                    .collect(Collectors.joining(", "));
        }
    }

    private void run() {
        try {
            while (isWanted()) {
                pause();
                // A round that waited in vain was a pause.
                roundNanos = System.nanoTime();
                boolean connected = round();
                if (!connected) {
                    listener.failed(tried());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether there is a round to be made; otherwise this thread ends, for a line lasts. */
    private boolean isWanted() {
        synchronized (lock) {
            boolean goesOn = wanted && !closed;
            wanted = false;
            if (!goesOn) {
                thread = null;
            }
            return goesOn;
        }
    }

    private void pause() throws InterruptedException {
        if (connectedNanos != 0 && System.nanoTime() - connectedNanos > STEADY_NANOS) {
            pauseMillis = 0;
        }
        connectedNanos = 0;
        long until = roundNanos + pauseMillis * 1_000_000;
        pauseMillis = Math.min(PAUSE_MILLIS_MAX, Math.max(PAUSE_MILLIS_MIN, pauseMillis * 2));
        synchronized (lock) {
            for (long left; !closed && (left = until - System.nanoTime()) > 0; ) {
                lock.wait(left / 1_000_000 + 1);
            }
        }
    }

    private boolean round() {
        for (int tries = 0; tries < addresses.size() && !isClosed(); tries++) {
            DirectoryAddress address = addresses.get(next);
            try {
                connect(address);
                return true;
            } catch (IOException e) {
                note(address, why(e));
            } catch (RuntimeException | Error fault) {
                // Keys that TLS cannot use, no room for one more thread: this thread goes on, or nobody dials again.
                note(address, fault.toString());
            }
            next = (next + 1) % addresses.size();
        }
        return false;
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    private void note(DirectoryAddress address, String what) {
        synchronized (lock) {
            failures.put(address, what);
        }
    }

    /** The words about a place that takes a connection and says nothing. */
    static String silent(long millis) {
        return "connected, but no reply within " + millis + " ms: busy, or not a directory?";
    }

    private static String why(IOException e) {
        Optional<String> certificate = TlsFaults.of(e);
        if (certificate.isPresent()) {
            return certificate.get();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static IOException unconnected(DirectoryAddress address, IOException e) {
        String why = e instanceof UnknownHostException
                ? "the name " + address.host() + " does not resolve"
                : e instanceof SocketTimeoutException ? "no answer within " + CONNECT_MILLIS + " ms" : why(e);
        return new IOException("cannot connect: " + why, e);
    }

    /** A line counts as up only once the directory has echoed a ping: whoever else listens at that port does not. */
    private void connect(DirectoryAddress address) throws IOException {
        Socket raw = open(address);
        try {
            raw.setTcpNoDelay(true);
            raw.setKeepAlive(true);
            raw.setSoTimeout(CONNECT_MILLIS);
            Socket socket = raw;
            if (tls != null) {
                var secured =
                        (SSLSocket) tls.getSocketFactory().createSocket(raw, address.host(), address.port(), true);
                shakeHands(secured);
                socket = secured;
            }
            greet(socket, tls != null);
            byte[] challenge = greeted(socket.getInputStream(), tls != null);
            raw.setSoTimeout(SILENCE_MILLIS);
            DirectoryLine line = new DirectoryLine(name + "-line", raw, socket, listener.ofLine());
            note(address, "the line ended");
            connectedNanos = System.nanoTime();
            listener.connected(line, address, challenge);
        } catch (IOException | RuntimeException | Error e) {
            raw.close();
            throw e;
        }
    }

    private Socket open(DirectoryAddress address) throws IOException {
        try {
            OverlappingDials.Dial dial =
                    (socket, millis) -> socket.connect(new InetSocketAddress(address.host(), address.port()), millis);
            return new OverlappingDials(name, DIAL_AGAIN_MILLIS, dial).connect(CONNECT_MILLIS);
        } catch (IOException e) {
            throw unconnected(address, e);
        }
    }

    /** A process that is refused may find the connection closed before it has read why. */
    private static void shakeHands(SSLSocket secured) throws IOException {
        try {
            secured.startHandshake();
        } catch (SocketException e) {
            throw new IOException(TlsFaults.hungUp(), e);
        }
    }

    private static void greet(Socket socket, boolean secured) throws IOException {
        try {
            socket.getOutputStream().write(LineFrame.ping().toBytes());
            socket.getOutputStream().flush();
        } catch (SocketException e) {
            throw secured ? new IOException(TlsFaults.hungUp(), e) : e;
        }
    }

    /** The number to be signed. */
    private static byte[] greeted(InputStream in, boolean secured) throws IOException {
        LineFrame echo;
        try {
            echo = LineFrame.read(in);
        } catch (SocketTimeoutException e) {
            throw new IOException(silent(CONNECT_MILLIS), e);
        } catch (SocketException e) {
            throw secured ? new IOException(TlsFaults.hungUp(), e) : e;
        } catch (LineException e) {
            throw new IOException("something else than a directory listens there: " + e.getMessage(), e);
        }
        if (echo == null) {
            throw new EOFException(
                    "connected, but the other end closed the line: not a directory, one that is full, or one that wants TLS");
        }
        if (echo.kind() != LineFrame.Kind.PING) {
            throw new IOException("something else than a directory listens there: it answered a ping with " + echo);
        }
        return echo.body();
    }
}
