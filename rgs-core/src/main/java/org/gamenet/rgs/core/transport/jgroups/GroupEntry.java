package org.gamenet.rgs.core.transport.jgroups;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport's connection to a group: none or one, and one that is built beforehand for the next one. The thread
 * that takes the transport's steps, but for {@link #line}, {@link #places} and {@link #know}: any thread.
 */
final class GroupEntry {
    private static final Logger LOG = LoggerFactory.getLogger(JGroupsTransport.class);

    private final TransportSettings settings;
    private final Supplier<List<Protocol>> way;
    private final BooleanSupplier closed;
    private final Object lineLock = new Object();
    private volatile @Nullable GroupLine line;
    private volatile List<Endpoint> places = List.of();
    /** For the next entry. */
    private @Nullable Kit ready;

    /** A connection that is built and has not begun. */
    private record Kit(GroupLine line, Attempt attempt) {}

    /**
     * @param way new protocols for each connection, put between the sockets and the rest
     * @param closed whether the transport is
     */
    GroupEntry(TransportSettings settings, Supplier<List<Protocol>> way, BooleanSupplier closed) {
        this.settings = settings;
        this.way = way;
        this.closed = closed;
    }

    /** The connection that there is now. */
    @Nullable
    GroupLine line() {
        return line;
    }

    /** The places where members are looked for, by the next connection. */
    void places(List<Endpoint> members) {
        places = List.copyOf(members);
    }

    /** The same, and by the connection that there is. */
    void know(List<Endpoint> members) {
        places(members);
        GroupLine current = line;
        if (current != null) {
            current.know(places);
        }
    }

    /** Builds the connection for the next entry. */
    void prepare(GroupListener told, OpenPort port) {
        if (ready != null || closed.getAsBoolean()) {
            return;
        }
        try {
            ready = build(told, port);
        } catch (Exception later) {
            LOG.debug("{} cannot build a connection beforehand: {}", settings.name(), later.toString());
        }
    }

    private Kit build(GroupListener told, OpenPort port) throws Exception {
        Attempt attempt = new Attempt();
        GroupStack stack = new GroupStack(port, settings, attempt, told::closed);
        return new Kit(new GroupLine(stack, stack.protocols(way.get()), told, settings, attempt), attempt);
    }

    private Kit kit(GroupListener told, OpenPort port) throws Exception {
        Kit kit = ready == null ? build(told, port) : ready;
        ready = null;
        return kit;
    }

    /** Leaves the group that it is in, and enters this one; the listener is told if that fails. */
    void enter(String name, boolean founds, long endNanos, GroupListener told, OpenPort port) {
        leave();
        GroupLine entering = null;
        try {
            Kit kit = kit(told, port);
            if (founds) {
                kit.attempt().found();
            } else {
                kit.attempt().joinUntil(endNanos);
            }
            entering = kit.line();
            entering.know(places);
            synchronized (lineLock) {
                if (closed.getAsBoolean()) {
                    entering.close();
                    return;
                }
                line = entering;
            }
            entering.connect(name);
            LOG.debug("{} is in the group {}", settings.name(), name);
        } catch (Exception refused) {
            boolean wasIn = entering != null && entering.in();
            leave();
            if (!closed.getAsBoolean() && !wasIn) {
                String what = founds ? "cannot found the group '" : "cannot join the group '";
                told.failed(Reason.NETWORK, what + name + "': " + JGroupsTransport.cause(refused));
            }
        }
    }

    void leave() {
        GroupLine left;
        synchronized (lineLock) {
            left = line;
            line = null;
        }
        if (left != null) {
            left.close();
        }
    }

    /** Leaves, and frees the connection that was built and is not wanted any more. */
    void close() {
        leave();
        Kit unused = ready;
        ready = null;
        if (unused != null) {
            unused.line().close();
        }
    }
}
