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
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One end of one TCP connection between a process and the directory. A thread of its own reads; one of a pool writes
 * while something waits, so neither a full nor a silent socket holds anybody else up. All methods: any thread; none but
 * {@link #finish} waits.
 */
public final class DirectoryLine {

    /**
     * Bytes that may wait to go out before {@link #send} refuses. A frame of the greatest length always finds room on
     * an idle line.
     */
    static final int WAITING_BYTES_MAX = 1 << 20;

    private static final int WAITING_FRAMES_MAX = 2048;
    private static final long THREAD_STACK_BYTES = 256 * 1024;
    private static final long WRITER_STAYS_MILLIS = 200;

    /** At most one thread a line: {@link #writing}. */
    private static final Executor WRITERS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            WRITER_STAYS_MILLIS,
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            task -> thread(task, "rgs-line-out"));

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
        void received(DirectoryLine line, LineFrame frame) throws InterruptedException;

        /** Nothing more comes or goes. Once, last. */
        void ended(DirectoryLine line, String why);
    }

    private final String name;
    private final Socket raw;
    private final Socket socket;
    private final Listener listener;
    private final Thread reader;
    /** Used by whoever writes. */
    private @Nullable OutputStream out;

    private final Object lock = new Object();
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    /** A thread writes, or is about to. */
    private boolean writing = true;

    private boolean finishing;
    private @Nullable String ended;

    /**
     * A line over a connected socket; {@link #start} sets it going.
     *
     * @param name of its threads
     * @param raw the TCP socket: closing it never waits
     * @param socket the same, or TLS over it
     */
    public DirectoryLine(String name, Socket raw, Socket socket, Listener listener) {
        this.name = name;
        this.raw = raw;
        this.socket = socket;
        this.listener = listener;
        this.reader = thread(this::read, name + "-in");
    }

    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, THREAD_STACK_BYTES, false);
        thread.setContextClassLoader(DirectoryLine.class.getClassLoader());
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to read and to write. Once. */
    public void start() {
        reader.start();
        hasWriter();
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
            if (writing) {
                return true;
            }
            writing = true;
        }
        return hasWriter();
    }

    /** A thread writes what waits. False: there is none to be had, and the line ends. */
    private boolean hasWriter() {
        try {
            WRITERS.execute(this::write);
            return true;
        } catch (RuntimeException | Error noThread) {
            close("no thread to write: " + noThread);
            return false;
        }
    }

    /** Waits at most that long for what is queued to go out, then ends the line. */
    public void finish(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (lock) {
            finishing = true;
            try {
                for (long left = millis;
                        writing && ended == null && left > 0;
                        left = (end - System.nanoTime()) / 1_000_000) {
                    lock.wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        close("closed here");
    }

    /** Ends the line at once and drops the frames that wait. Idempotent. */
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

    /** All that waits; flushes only when nothing more does, so that a burst goes out in few packets. */
    private void write() {
        try {
            OutputStream to = out;
            if (to == null) {
                to = new BufferedOutputStream(socket.getOutputStream());
                out = to;
            }
            do {
                for (byte[] frame = next(); frame != null; frame = next()) {
                    to.write(frame);
                }
                to.flush();
            } while (!isDone());
        } catch (IOException e) {
            close(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (RuntimeException | Error fault) {
            close("a fault: " + fault);
        }
    }

    private byte @Nullable [] next() {
        synchronized (lock) {
            byte[] frame = ended == null ? waiting.poll() : null;
            if (frame != null) {
                waitingBytes -= frame.length;
            }
            return frame;
        }
    }

    /** Nothing waits: the next frame brings a thread of its own. */
    private boolean isDone() {
        synchronized (lock) {
            writing = ended == null && !waiting.isEmpty();
            lock.notifyAll();
            return !writing;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
