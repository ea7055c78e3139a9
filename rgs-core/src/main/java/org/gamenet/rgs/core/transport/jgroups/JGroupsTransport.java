package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group transport on JGroups over links, in the clear or with mutual TLS.
 *
 * <p>Any thread may call; nothing blocks but {@link #close}. The listener is called on threads of the transport,
 * several at a time, and must only enqueue. All threads are daemons. After {@link #disconnect} the process listens on
 * the same port; another {@link #join} brings another node, which {@link GroupListener#connected} tells.
 */
public final class JGroupsTransport implements GroupTransport {
    private static final Logger LOG = LoggerFactory.getLogger(JGroupsTransport.class);
    private static final int DIALS_AT_ONCE = 64;
    private static final long CLOSE_MILLIS = 500;

    private final TransportSettings settings;
    private final boolean announced;
    private final ThreadPoolExecutor steps =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                Thread thread = new Thread(work, "rgs-transport");
                thread.setDaemon(true);
                return thread;
            });
    private final ThreadPoolExecutor dialers = DaemonThreads.onDemand("dial", DIALS_AT_ONCE);
    private final Dialler probes = new Dialler();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final GroupEntry group;
    private volatile @Nullable GroupListener listener;
    private volatile @Nullable OpenPort port;

    /** Makes a transport that does nothing yet. */
    public JGroupsTransport(TransportSettings settings) {
        this(settings, true);
    }

    /** One that need not be announced in the log is of no interest to a person. */
    JGroupsTransport(TransportSettings settings, boolean announced) {
        this(settings, announced, List::of);
    }

    /**
     * Over a way that tests make as bad as they like: {@code way} gives new protocols for each connection, put between
     * the sockets and the rest.
     */
    JGroupsTransport(TransportSettings settings, boolean announced, Supplier<List<Protocol>> way) {
        this.settings = settings;
        this.announced = announced;
        this.group = new GroupEntry(settings, way, closed::get);
        steps.allowCoreThreadTimeOut(true);
    }

    @Override
    public void listen(GroupListener listener) {
        if (this.listener != null) {
            throw new IllegalStateException("this transport listens already");
        }
        this.listener = listener;
        step(() -> open(listener));
    }

    private void open(GroupListener listener) {
        try {
            SafeStart.ensure();
            InetAddress host = BindAddress.choose(settings.host(), settings.toward(), settings.tls() != null);
            OpenPort opened = bind(host, listener);
            port = opened;
            if (closed.get()) {
                opened.close();
                return;
            }
            opened.start();
            Endpoint self = opened.place();
            announce(self);
            listener.listening(self);
        } catch (IOException refused) {
            listener.failed(Reason.NETWORK, String.valueOf(refused.getMessage()));
        } catch (RuntimeException | LinkageError fault) {
            LOG.warn("RGS cannot listen: {}", fault.toString(), fault);
            boolean noNetwork = root(fault) instanceof SocketException;
            listener.failed(
                    noNetwork ? Reason.NETWORK : Reason.INTERNAL,
                    noNetwork
                            ? "no network can be used (" + cause(fault)
                                    + "): bring up one, if only loopback, and start the process again"
                            : cause(fault));
        }
    }

    private void announce(Endpoint self) {
        if (announced) {
            LOG.info(
                    "{} listens on {}{}, {}",
                    settings.name(),
                    self,
                    settings.host() == null ? " (chosen; give a host to change it)" : "",
                    settings.tls() == null ? "in the clear" : "mutual TLS");
        }
    }

    private OpenPort bind(InetAddress host, GroupListener told) throws IOException {
        try {
            return new OpenPort(host, settings, new LinkReports(told, group));
        } catch (SocketException taken) {
            throw new IOException(
                    "cannot listen on " + host.getHostAddress() + " port " + settings.port() + " (" + taken.getMessage()
                            + "): "
                            + (settings.port() == 0
                                    ? "give the host an address of this machine"
                                    : "end the other process there, give another port, or 0 for any free one"),
                    taken);
        }
    }

    @Override
    public void prepare() {
        step(() -> {
            GroupListener told = listener;
            OpenPort opened = port;
            if (told != null && opened != null) {
                group.prepare(told, opened);
            }
        });
    }

    @Override
    public void found(String name) {
        step(() -> connect(name, true, 0));
    }

    @Override
    public void join(String name, List<Endpoint> members, long deadlineMillis) {
        group.places(members);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
        step(() -> connect(name, false, end));
    }

    private void connect(String name, boolean founds, long endNanos) {
        GroupListener told = listener;
        OpenPort opened = port;
        if (told == null || opened == null) {
            if (told != null) {
                told.failed(
                        Reason.NETWORK, "this transport does not listen, so it cannot enter the group '" + name + "'");
            }
            return;
        }
        group.enter(name, founds, endNanos, told, opened);
    }

    private static Throwable root(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static String cause(Throwable thrown) {
        Throwable cause = root(thrown);
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    @Override
    public void know(List<Endpoint> members) {
        group.know(members);
    }

    @Override
    public void send(Node to, byte[] frame, Lane lane) {
        GroupLine current = group.line();
        if (current != null && fits(frame)) {
            current.send(to, frame, lane);
        }
    }

    @Override
    public void cast(byte[] frame, Lane lane) {
        GroupLine current = group.line();
        if (current != null && fits(frame)) {
            current.cast(frame, lane);
        }
    }

    @Override
    public void link(Set<Endpoint> members) {
        OpenPort opened = port;
        if (opened != null) {
            opened.links().want(members);
        }
    }

    @Override
    public boolean linked(Endpoint process) {
        OpenPort opened = port;
        return opened != null && opened.links().isLinked(process);
    }

    @Override
    public boolean say(Endpoint to, byte[] frame, Lane lane) {
        OpenPort opened = port;
        return opened != null && fits(frame) && opened.links().say(to, frame, lane);
    }

    @Override
    public boolean waits(Endpoint process) {
        OpenPort opened = port;
        return opened != null && opened.links().waits(process);
    }

    @Override
    public boolean saysCopy(Endpoint to, ByteBuffer frame, Lane lane) {
        OpenPort opened = port;
        return opened != null && opened.links().saysCopy(to, frame, lane);
    }

    @Override
    public long unreadNanos() {
        OpenPort opened = port;
        return opened == null ? 0 : opened.unreadNanos();
    }

    @Override
    public boolean hasLinks() {
        return true;
    }

    @Override
    public void call(Endpoint to, byte[] frame, Lane lane) {
        OpenPort opened = port;
        if (opened != null && fits(frame)) {
            opened.links().call(to, frame, lane);
        }
    }

    @Override
    public void cork() {
        OpenPort opened = port;
        if (opened != null) {
            opened.links().cork();
        }
    }

    @Override
    public void uncork() {
        OpenPort opened = port;
        if (opened != null) {
            opened.links().uncork();
        }
    }

    private boolean fits(byte[] frame) {
        int most = settings.limits().frameBytes();
        if (frame.length > most) {
            LOG.warn("a frame of {} bytes was dropped; at most {} are sent", frame.length, most);
        }
        return frame.length > 0 && frame.length <= most;
    }

    @Override
    public boolean mayServe(@Nullable Endpoint process) {
        Trust trust = settings.tls();
        OpenPort opened = port;
        if (trust == null || opened == null) {
            return trust == null;
        }
        return trust.permits(process == null ? null : opened.links().certificate(process));
    }

    @Override
    public void suspect(Node dead) {
        GroupLine current = group.line();
        if (current != null) {
            step(dialers, () -> current.suspect(dead));
        }
    }

    @Override
    public @Nullable Endpoint placeOf(Node node) {
        GroupLine current = group.line();
        return current == null ? null : current.placeOf(node);
    }

    @Override
    public void probe(Endpoint process) {
        GroupListener told = listener;
        if (told != null && !closed.get()) {
            probes.dial(process, told::probed);
        }
    }

    @Override
    public void disconnect() {
        GroupLine current = group.line();
        if (current != null) {
            current.giveUp();
        }
        step(group::leave);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        GroupLine current = group.line();
        if (current != null) {
            current.giveUp();
        }
        CountDownLatch left = new CountDownLatch(1);
        step(() -> {
            group.close();
            left.countDown();
        });
        try {
            left.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        OpenPort opened = port;
        if (opened != null) {
            opened.close();
        }
        steps.shutdown();
        dialers.shutdown();
        probes.close();
    }

    private void step(Runnable work) {
        step(steps, work);
    }

    private static void step(ThreadPoolExecutor threads, Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException closing) {
            // closed, or too much at once: like anything else that comes too late
        }
    }

    /** Packets that wait for the link to this member. */
    int queued(Node member) {
        GroupLine current = group.line();
        return current == null ? 0 : current.queued(member);
    }

    /**
     * As if the process were killed: its port refuses, its links break without a word, and nothing comes from it any
     * more.
     */
    void die() {
        OpenPort opened = port;
        if (opened != null) {
            opened.close();
        }
        GroupLine current = group.line();
        if (current != null) {
            current.die();
        }
    }

    /** Closes all links of the living process as a reset by the network would. For tests of what must survive that. */
    void resetConnections() {
        OpenPort opened = port;
        if (opened != null) {
            opened.links().reset();
        }
    }
}
