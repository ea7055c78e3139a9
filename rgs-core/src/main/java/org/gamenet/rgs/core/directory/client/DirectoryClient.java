package org.gamenet.rgs.core.directory.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.keys.LineProof;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory over one TCP connection, the process's line (P13). Nothing is connected before somebody asks or
 * listens; then the line is kept, and made anew while anybody waits or listens.
 *
 * <p>One thread, the teller, owns all that changes and calls all consumers; the dialer connects; the line reads and
 * writes on threads of its own. All are daemons. Methods: any thread; only {@link #close} waits, for 200 ms at most.
 */
public final class DirectoryClient implements DirectoryPort {

    /** How long an answer may take unless said otherwise, milliseconds. */
    public static final long TIMEOUT_MILLIS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryClient.class);
    private static final int UNTOLD_FRAMES_MAX = 4_096;
    private static final long PING_MILLIS = 1_000;
    private static final long FAREWELL_MILLIS = 200;
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Keys KEYS = new Ed25519();

    private final long timeoutMillis;
    private final LineDialer dialer;
    private final ScheduledThreadPoolExecutor teller;
    private final List<Consumer<? super DirectoryPush>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong requestIds = new AtomicLong();
    private final Semaphore untold = new Semaphore(UNTOLD_FRAMES_MAX);

    private final PendingRequests pending = new PendingRequests();

    /** By which the directory signs, as it said last; empty: it has not said so. */
    private volatile byte[] signsWith = {};

    // Owned by the teller.
    private final LineWatch watch;
    private @Nullable DirectoryLine line;
    private @Nullable DirectoryAddress lineTo;
    private byte[] challenge = {};
    private final Set<Keys.Key> keys = new LinkedHashSet<>();
    private boolean downTold;
    private boolean closed;

    /**
     * A client of the directory at one of these addresses.
     *
     * @param addresses {@code host:port}, tried in turn, at least one; {@link IllegalArgumentException} names what is
     *     wrong with one
     * @param tls of mutual TLS; null: plain TCP
     * @param timeoutMillis how long an answer may take
     */
    public DirectoryClient(List<String> addresses, @Nullable SSLContext tls, long timeoutMillis) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("No directory address; name at least one, for example localhost:7400");
        }
        if (timeoutMillis < 1) {
            throw new IllegalArgumentException("A timeout of " + timeoutMillis + " ms; it must be 1 or more");
        }
        this.timeoutMillis = timeoutMillis;
        String name = "rgs-directory-" + COUNT.incrementAndGet();
        teller = new ScheduledThreadPoolExecutor(1, task -> daemon(task, name), new ThreadPoolExecutor.AbortPolicy());
        teller.setRemoveOnCancelPolicy(true);
        teller.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        dialer = new LineDialer(
                name, addresses.stream().map(DirectoryAddress::parse).toList(), tls, new Events());
        watch = new LineWatch(this::later, dialer::dial);
        post(DirectoryWire::prepare);
    }

    /** A client over plain TCP with a timeout of 1 s. */
    public DirectoryClient(List<String> addresses) {
        this(addresses, null, TIMEOUT_MILLIS);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
        if (!pending.admit()) {
            tell(
                    then,
                    new DirectoryReply.Unreachable(PendingRequests.MAX + " requests wait for the directory already"));
        } else if (!post(() -> askNow(request, then))) {
            pending.withdraw();
            then.accept(closedHere());
        }
    }

    private static DirectoryReply closedHere() {
        return new DirectoryReply.Unreachable("the line to the directory was closed by this process");
    }

    /** Tells on the teller; when that has ended, here: an answer is owed all the same. */
    private void tell(Consumer<? super DirectoryReply> then, DirectoryReply reply) {
        if (!post(() -> then.accept(reply))) {
            then.accept(reply);
        }
    }

    private boolean post(Runnable task) {
        try {
            teller.execute(() -> guarded(task));
            return true;
        } catch (RejectedExecutionException closedMeanwhile) {
            return false;
        }
    }

    /** A consumer that throws must cost nobody else an answer. */
    static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("A consumer of the directory's answers failed", e);
        }
    }

    private void askNow(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
        LineFrame frame;
        try {
            frame = new LineFrame(LineFrame.Kind.REQUEST, requestIds.incrementAndGet(), DirectoryWire.encode(request));
        } catch (IllegalArgumentException e) {
            pending.withdraw();
            then.accept(new DirectoryReply.Refused(
                    Reason.INTERNAL, request.getClass().getSimpleName() + " cannot be sent: " + e.getMessage()));
            return;
        }
        if (closed) {
            pending.withdraw();
            then.accept(closedHere());
            return;
        }
        long id = frame.requestId();
        var timeout =
                teller.schedule(() -> guarded(() -> pending.answer(id, late())), timeoutMillis, TimeUnit.MILLISECONDS);
        pending.add(frame, then, timeout);
        if (line == null) {
            dialer.dial();
        } else if (!line.send(frame)) {
            pending.answer(id, new DirectoryReply.Unreachable("the line to the directory at " + lineTo + " is full"));
        } else {
            watch.said();
        }
    }

    private void later(long millis, Runnable task) {
        teller.schedule(() -> guarded(task), millis, TimeUnit.MILLISECONDS);
    }

    private DirectoryReply late() {
        if (line != null) {
            return new DirectoryReply.Unreachable(lineTo + " (" + LineDialer.silent(timeoutMillis) + ")");
        }
        return new DirectoryReply.Unreachable(
                dialer.tried() + ", tried for " + timeoutMillis + " ms: start one there, or name the right address");
    }

    @Override
    public void listen(Consumer<? super DirectoryPush> pushes) {
        post(() -> {
            listeners.add(pushes);
            if (line != null) {
                pushes.accept(new DirectoryPush.LineUp());
            } else if (!closed) {
                dialer.dial();
            }
        });
    }

    @Override
    public void speaksFor(Keys.Key key) {
        post(() -> {
            if (keys.add(key) && line != null) {
                prove(line, key);
            }
        });
    }

    @Override
    public boolean signs() {
        return signsWith.length > 0;
    }

    @Override
    public boolean hasSigned(byte[] text, byte[] signature) {
        return KEYS.isSigned(signsWith, text, signature);
    }

    @Override
    public void forgets(Keys.Key key) {
        post(() -> keys.remove(key));
    }

    /** A directory that names no number, in a test say, wants no proof. */
    private void prove(DirectoryLine to, Keys.Key key) {
        if (challenge.length > 0) {
            to.send(new LineFrame(LineFrame.Kind.PROOF, 0, LineProof.of(key, challenge)));
        }
    }

    private void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.SignsWith with) {
            signsWith = with.key().bytes();
        } else {
            push(push);
        }
    }

    private void push(DirectoryPush push) {
        listeners.forEach(listener -> guarded(() -> listener.accept(push)));
    }

    @Override
    public void close() {
        Semaphore done = new Semaphore(0);
        boolean first = post(() -> {
            closed = true;
            dialer.close();
            DirectoryLine last = line;
            use(null);
            if (last != null) {
                // A release that was just asked for should still go out.
                last.finish(FAREWELL_MILLIS);
            }
            pending.answerAll(closedHere());
            done.release();
        });
        if (first && !Thread.currentThread().isInterrupted()) {
            try {
                done.tryAcquire(2 * FAREWELL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        teller.shutdown();
    }

    private void up(DirectoryLine newLine, DirectoryAddress address, byte[] number) {
        DirectoryLine old = line;
        if (closed || old != null && !watch.isDoubtful()) {
            newLine.close("not wanted any more");
            return;
        }
        if (old != null) {
            lost("nothing came for too long, and another was made");
            old.close("another was made");
        }
        use(newLine);
        lineTo = address;
        downTold = false;
        challenge = number;
        newLine.start();
        keys.forEach(key -> prove(newLine, key));
        teller.schedule(() -> ping(newLine), PING_MILLIS, TimeUnit.MILLISECONDS);
        push(new DirectoryPush.LineUp());
        for (LineFrame frame : pending.frames()) {
            if (!newLine.send(frame)) {
                pending.answer(
                        frame.requestId(),
                        new DirectoryReply.Unreachable("the line to the directory at " + address + " is full"));
            }
        }
    }

    private void ping(DirectoryLine pinged) {
        if (line == pinged) {
            if (pinged.send(LineFrame.ping())) {
                watch.said();
            }
            teller.schedule(() -> ping(pinged), PING_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void ended(DirectoryLine old, String why) {
        if (line != old) {
            return;
        }
        down(lost(why));
        redial();
    }

    private String lost(String why) {
        use(null);
        String detail = "the line to the directory at " + lineTo + " ended: " + why;
        pending.answerAll(new DirectoryReply.Unreachable(detail));
        return detail;
    }

    private void use(@Nullable DirectoryLine current) {
        line = current;
        watch.line(current);
    }

    private void down(String why) {
        if (!downTold) {
            downTold = true;
            push(new DirectoryPush.LineDown(why));
        }
    }

    private void redial() {
        if (!closed && line == null && (!listeners.isEmpty() || !pending.isEmpty())) {
            dialer.dial();
        }
    }

    private void received(LineFrame frame) {
        watch.heard();
        try {
            switch (frame.kind()) {
                case REPLY -> pending.answer(frame.requestId(), DirectoryWire.decodeReply(frame.body()));
                case PUSH -> pushed(DirectoryWire.decodePush(frame.body()));
                case PING, REQUEST, PROOF -> {}
            }
        } catch (MalformedException e) {
            LOG.warn("The directory at {} says what this version does not understand: {}", lineTo, e.getMessage());
        }
    }

    /** Input from other threads, handed to the teller. */
    private final class Events implements LineDialer.Listener, DirectoryLine.Listener {

        @Override
        public void connected(DirectoryLine newLine, DirectoryAddress address, byte[] number) {
            if (!post(() -> up(newLine, address, number))) {
                newLine.close("not wanted any more");
            }
        }

        @Override
        public void failed(String tried) {
            post(() -> {
                if (line == null) {
                    down("no directory can be reached: " + tried);
                    redial();
                } else if (watch.isDoubtful()) {
                    dialer.dial();
                }
            });
        }

        @Override
        public DirectoryLine.Listener ofLine() {
            return this;
        }

        @Override
        public void received(DirectoryLine from, LineFrame frame) throws InterruptedException {
            // A directory that floods is made to wait.
            untold.acquire();
            boolean posted = post(() -> {
                untold.release();
                // The line before may still have something to say.
                if (line == from) {
                    DirectoryClient.this.received(frame);
                }
            });
            if (!posted) {
                untold.release();
            }
        }

        @Override
        public void ended(DirectoryLine old, String why) {
            post(() -> DirectoryClient.this.ended(old, why));
        }
    }
}
