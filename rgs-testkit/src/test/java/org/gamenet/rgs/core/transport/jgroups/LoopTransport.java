package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;

/**
 * JGroups as it is, without sockets and without anything of RGS's own inside it. What a socket would tell, a death or a
 * reset, a table of all such processes tells; what is left to JGroups is who is in the group, and what arrives.
 */
final class LoopTransport implements GroupTransport {
    private static final Map<Integer, LoopTransport> ALL = new ConcurrentHashMap<>();
    private static final AtomicInteger PORTS = new AtomicInteger();
    private static final int PORTS_MOST = 60_000;
    private static final int RESEND_MILLIS = 50;

    private final String name;
    private final boolean last;
    private final Supplier<List<Protocol>> way;
    private final int port = 1 + PORTS.getAndIncrement() % PORTS_MOST;
    private final ExecutorService steps = Executors.newSingleThreadExecutor(LoopTransport::daemon);
    private final ExecutorService hints = Executors.newSingleThreadExecutor(LoopTransport::daemon);
    private volatile @Nullable GroupListener listener;
    private volatile @Nullable Line line;
    private volatile boolean dead;
    private volatile long givenUpAt = Long.MIN_VALUE;

    LoopTransport(String name, boolean last, Supplier<List<Protocol>> way) {
        this.name = name;
        this.last = last;
        this.way = way;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "loop");
        thread.setDaemon(true);
        return thread;
    }

    private static void step(ExecutorService on, Runnable work) {
        try {
            on.execute(work);
        } catch (RejectedExecutionException closed) {
            // nobody waits for it any more
        }
    }

    @Override
    public void listen(GroupListener told) {
        listener = told;
        ALL.put(port, this);
        step(hints, () -> told.listening(new Endpoint("127.0.0.1", port, port)));
    }

    @Override
    public void found(String group) {
        step(steps, () -> connect(group, true, Long.MAX_VALUE));
    }

    @Override
    public void join(String group, List<Endpoint> members, long deadlineMillis) {
        long asked = System.nanoTime();
        step(steps, () -> connect(group, false, asked + TimeUnit.MILLISECONDS.toNanos(deadlineMillis)));
    }

    /** A joiner whom JGroups leaves alone in a group of one tries again. */
    private void connect(String group, boolean founds, long endNanos) {
        long began = System.nanoTime();
        leave();
        try {
            do {
                Line next = new Line(founds);
                line = next;
                next.channel.connect(group);
                if (next.told) return;
                leave();
            } while (!dead && givenUpAt < began && System.nanoTime() < endNanos);
            if (listener != null)
                listener.failed(Reason.NETWORK, "nobody lets " + name + " into the group '" + group + "'");
        } catch (Exception refused) {
            leave();
            if (listener != null) listener.failed(Reason.NETWORK, String.valueOf(refused));
        }
    }

    private void leave() {
        Line left = line;
        line = null;
        if (left != null) left.channel.close();
    }

    @Override
    public void know(List<Endpoint> members) {
        // JGroups finds all that are in this JVM
    }

    @Override
    public void send(Node to, byte[] frame, Lane lane) {
        Line now = line;
        Address address = now == null ? null : now.other(to);
        if (now != null && address != null) now.hand(address, frame, lane);
    }

    @Override
    public void cast(byte[] frame, Lane lane) {
        Line now = line;
        if (now != null) now.hand(null, frame, lane);
    }

    @Override
    public void suspect(Node suspected) {
        Line now = line;
        Address address = now == null ? null : now.other(suspected);
        if (now != null && address != null)
            step(hints, () -> now.verify.up(new Event(Event.SUSPECT, List.of(address))));
    }

    @Override
    public void probe(Endpoint process) {
        GroupListener told = listener;
        if (told != null)
            step(
                    hints,
                    () -> told.probed(
                            process,
                            ALL.containsKey(process.probePort())
                                    ? GroupListener.Probe.ANSWERED
                                    : GroupListener.Probe.REFUSED));
    }

    @Override
    public void disconnect() {
        givenUpAt = System.nanoTime();
        step(steps, this::leave);
    }

    @Override
    public void close() {
        ALL.remove(port, this);
        givenUpAt = System.nanoTime();
        step(steps, this::leave);
        steps.shutdown();
        hints.shutdown();
    }

    /** Says nothing any more; the others' sockets would close. */
    void die() {
        dead = true;
        ALL.remove(port, this);
        closeOthers(false);
    }

    /** As if all its sockets were reset. */
    void resetConnections() {
        closeOthers(true);
    }

    private void closeOthers(boolean mine) {
        Line now = line;
        if (now == null) return;
        for (LoopTransport other : ALL.values()) {
            Line its = other.line;
            if (other == this || its == null || now.other(its.node) == null) continue;
            if (mine && listener != null) listener.closed(its.node);
            if (other.listener != null) other.listener.closed(now.node);
        }
    }

    /** One connection to one group. */
    private final class Line implements Receiver {
        private final Address self = Addresses.draw(last, null);
        private final Node node = Addresses.node(self);
        private final VERIFY_SUSPECT2 verify = new VERIFY_SUSPECT2().setTimeout(50);
        private final JChannel channel;
        private final boolean founds;
        private volatile @Nullable ViewRoster roster;
        private volatile boolean told;

        Line(boolean founds) throws Exception {
            this.founds = founds;
            List<Protocol> all = new ArrayList<>(List.of(new SHARED_LOOPBACK()));
            all.addAll(way.get());
            all.addAll(List.of(
                    new Cord(),
                    new SHARED_LOOPBACK_PING(),
                    new MERGE3().setMinInterval(500).setMaxInterval(2000),
                    new FD_ALL3().setTimeout(3000).setInterval(500),
                    verify,
                    new NAKACK2()
                            .useMcastXmit(false)
                            .setXmitInterval(RESEND_MILLIS)
                            .setResendLastSeqnoMaxTimes(20),
                    new UNICAST3().setXmitInterval(RESEND_MILLIS),
                    new STABLE().setDesiredAverageGossip(5000).setMaxBytes(1_000_000),
                    new GMS()
                            .printLocalAddress(false)
                            .setJoinTimeout(200)
                            .setLeaveTimeout(300)
                            .setViewAckCollectionTimeout(200)
                            .setMergeTimeout(1_000)
                            .setMembershipChangePolicy(new ServersLast()),
                    new FRAG2().setFragSize(TransportLimits.FRAGMENT_BYTES)));
            channel = new JChannel(all);
            channel.setName(name);
            channel.addAddressGenerator(() -> self);
            channel.setReceiver(this);
        }

        @Nullable
        Address other(Node member) {
            ViewRoster now = roster;
            Address address = now == null ? null : now.address(member);
            return self.equals(address) ? null : address;
        }

        void hand(@Nullable Address to, byte[] frame, Lane lane) {
            Message message = new BytesMessage(to, frame)
                    .setFlag(Message.TransientFlag.DONT_LOOPBACK, Message.TransientFlag.DONT_BLOCK);
            if (lane != Lane.RELIABLE) message.setFlag(Message.Flag.OOB);
            if (lane == Lane.UNRELIABLE && frame.length <= TransportLimits.FRAGMENT_BYTES)
                message.setFlag(Message.Flag.NO_RELIABILITY);
            try {
                channel.send(message);
            } catch (Exception leaving) {
                // dropped like anything else that cannot be reached
            }
        }

        @Override
        public void viewAccepted(View view) {
            GroupListener to = listener;
            if (to == null || dead || !told && !founds && view.size() == 1) return;
            ViewRoster now = new ViewRoster(view, self);
            roster = now;
            if (!told) {
                told = true;
                to.connected(node, now.members());
            }
            to.view(now.members(), self.equals(view.getCoord()));
        }

        @Override
        public void receive(Message message) {
            GroupListener to = listener;
            if (to == null || dead || !message.hasPayload() || self.equals(message.getSrc())) return;
            to.received(
                    Addresses.node(message.getSrc()),
                    ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength()));
        }

        @Override
        public void receive(MessageBatch batch) {
            for (Message message : batch) receive(message);
        }
    }

    /** Cut when the process dies. */
    private final class Cord extends Protocol {
        @Override
        public @Nullable Object down(Message message) {
            return dead ? null : down_prot.down(message);
        }

        @Override
        public @Nullable Object up(Message message) {
            return dead ? null : up_prot.up(message);
        }

        @Override
        public void up(MessageBatch batch) {
            if (!dead) up_prot.up(batch);
        }
    }
}
