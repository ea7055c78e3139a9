package org.gamenet.rgs.core.directory.line;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.Certificate;
import java.util.ArrayDeque;
import java.util.Queue;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One end of one TCP connection between a process and the directory. A thread of its own reads, another writes, so that
 * neither a full nor a silent socket holds anybody else up. All methods: any thread; none but {@link #finish} waits.
 */
public final class Line {

    /**
     * Bytes that may wait to go out before {@link #send} refuses. A frame of the greatest length always finds room on
     * an idle line.
     */
    static final int WAITING_BYTES_MAX = 1 << 20;

    private static final int WAITING_FRAMES_MAX = 2048;
    private static final long THREAD_STACK_BYTES = 256 * 1024;

    /** The certificate of the other end, once it was heard; null in the clear. */
    public @Nullable Certificate certificate() {
        try {
            return socket instanceof SSLSocket secured ? secured.getSession().getPeerCertificates()[0] : null;
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    /** The news of a line, told on its reading thread. */
    public interface Listener {

        /** A frame came. May wait, to make the other end wait. */
        void received(Line line, LineFrame frame) throws InterruptedException;

        /** Nothing more comes or goes. Once, last. */
        void ended(Line line, String why);
    }

    private final String name;
    private final Socket raw;
    private final Socket socket;
    private final Listener listener;
    private final Thread reader;
    private final Thread writer;

    private final Object lock = new Object();
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean finishing;
    private @Nullable String ended;

    /**
     * A line over a connected socket; {@link #start} sets it going.
     *
     * @param name of its threads
     * @param raw the TCP socket: closing it never waits
     * @param socket the same, or TLS over it
     */
    public Line(String name, Socket raw, Socket socket, Listener listener) {
        this.name = name;
        this.raw = raw;
        this.socket = socket;
        this.listener = listener;
        this.reader = thread(this::read, name + "-in");
        this.writer = thread(this::write, name + "-out");
    }

    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, THREAD_STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to read and to write. Once. */
    public void start() {
        reader.start();
        writer.start();
    }

    /** Queues a frame; false if the line has ended or too much waits already, then the frame is dropped. */
    public boolean send(LineFrame frame) {
        byte[] bytes = frame.toBytes();
        synchronized (lock) {
            if (ended != null
                    || finishing
                    || waiting.size() >= WAITING_FRAMES_MAX
                    || waitingBytes + bytes.length > WAITING_BYTES_MAX) {
                return false;
            }
            waiting.add(bytes);
            waitingBytes += bytes.length;
            lock.notifyAll();
            return true;
        }
    }

    /** Waits at most that long for what is queued to go out, then ends the line. */
    public void finish(long millis) {
        synchronized (lock) {
            finishing = true;
            lock.notifyAll();
        }
        try {
            writer.join(Math.max(1, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close("closed here");
    }

    /** Ends the line at once; what waits is dropped. Idempotent. */
    public void close(String why) {
        synchronized (lock) {
            if (ended == null) {
                ended = why;
            }
            lock.notifyAll();
        }
        // The TCP socket first: closing TLS would wait for a writer that is stuck in a full socket.
        quietly(raw);
        if (socket != raw) {
            quietly(socket);
        }
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // that is what was wanted
        }
    }

    private void read() {
        String why = "the other end closed it";
        try {
            var in = new BufferedInputStream(socket.getInputStream());
            for (LineFrame frame; (frame = LineFrame.read(in)) != null; ) {
                listener.received(this, frame);
            }
        } catch (SocketTimeoutException e) {
            why = "nothing came for too long";
        } catch (IOException e) {
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (InterruptedException e) {
            why = "interrupted";
        } catch (RuntimeException e) {
            why = "a fault: " + e;
        } finally {
            close(why);
            listener.ended(this, whyEnded());
        }
    }

    private String whyEnded() {
        synchronized (lock) {
            return ended == null ? "" : ended;
        }
    }

    private void write() {
        try {
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            for (byte[] frame; (frame = next(out)) != null; ) {
                out.write(frame);
            }
        } catch (IOException e) {
            close(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (InterruptedException e) {
            close("interrupted");
        }
    }

    /** Flushes only when nothing more waits: a burst goes out in few packets. */
    private byte @Nullable [] next(OutputStream out) throws IOException, InterruptedException {
        while (true) {
            synchronized (lock) {
                byte[] frame = ended == null ? waiting.poll() : null;
                if (frame != null) {
                    waitingBytes -= frame.length;
                    return frame;
                }
            }
            out.flush();
            synchronized (lock) {
                if (waiting.isEmpty() && finishing || ended != null) {
                    return null;
                }
                while (waiting.isEmpty() && !finishing && ended == null) {
                    lock.wait();
                }
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
