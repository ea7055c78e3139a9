package org.gamenet.rgs.core.transport.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.TcpConnectionNonBlocking;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TP;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' TCP, made to block nobody: sockets are opened and closed beside the threads that send or install views, a
 * packet is read as a whole before it is parsed, and what must not wait is written without the bundler.
 */
final class GameTcp extends TCP {
    private static final int DIAL_QUEUE = 128;
    private static final int READ_STEP = 64 * 1024;
    private static final int BATCH_FLAG = 1;
    /** So many packets may wait for a socket before the bundler puts several messages into one. */
    private static final int UNBUNDLED_PACKETS = 4;

    private static final int PACKET_START_BYTES = 512;
    private static final int MESSAGE_BYTES_MIN = 4;
    private static final long CLOSE_GRACE_MILLIS = 50;
    private static final long RENEW_MILLIS = 50;
    private static final long[] BURIAL_MILLIS = {50, 1000};
    private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** What is accepted now is in JGroups' table a moment later. */
    private static final long STRAY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long STRANGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Executor dialers;
    private final int packetBytes;
    private final Map<PhysicalAddress, Dial> dials = new ConcurrentHashMap<>();
    private final Map<Address, Connection> open = new ConcurrentHashMap<>();
    private final Map<Address, Long> lost = new ConcurrentHashMap<>();
    /** Every socket that is open, and since when; JGroups' own table may have lost one. */
    private final Map<Connection, Long> live = new ConcurrentHashMap<>();
    /** When the last packet came from there. */
    private final Map<Address, Long> heard = new ConcurrentHashMap<>();

    private final Map<PhysicalAddress, Refusal> refusals = new ConcurrentHashMap<>();
    private final Map<Address, Long> strangers = new HashMap<>();
    private Set<Address> memberPlaces = Set.of();
    private volatile boolean dead;
    private final ThreadLocal<byte[]> packets = ThreadLocal.withInitial(() -> new byte[READ_STEP]);
    private final ThreadLocal<ByteArrayDataOutputStream> written =
            ThreadLocal.withInitial(() -> new ByteArrayDataOutputStream(PACKET_START_BYTES));

    GameTcp(Executor dialers, int packetBytes) {
        this.dialers = dialers;
        this.packetBytes = packetBytes;
        setId(ClassConfigurator.getProtocolId(TP.class));
        setMaxLength(packetBytes);
        message_processing_policy = null;
        msg_processing_policy = new ReaderDelivers();
    }

    /** Why a dial failed, and when. */
    private record Refusal(String why, long nanos) {

        /** Whether the host itself said that nobody listens there. */
        boolean isFinal() {
            return why.contains("refused");
        }

        boolean isFresh() {
            return System.nanoTime() - nanos < REFUSED_NANOS;
        }
    }

    /** Why the last dial of that place failed; null if it did not. */
    @Nullable
    String refusal(PhysicalAddress place) {
        Refusal last = refusals.get(place);
        return last == null ? null : last.why;
    }

    /** Whether this member's host refused the last dial: nobody listens there any more. */
    boolean refused(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        Refusal refusal = place == null ? null : refusals.get(place);
        return refusal != null && refusal.isFinal();
    }

    /** Whether a socket to this member closed within so many milliseconds. */
    boolean lostLately(Address member, long millis) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        Long since = place == null ? null : lost.get(place);
        return since != null && System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Packets that wait for the socket to this member; 0 if there is none. */
    int queued(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        Connection connection = place == null ? null : open.get(place);
        return connection instanceof TcpConnectionNonBlocking socket ? socket.queueSize() : 0;
    }

    /** Breaks all sockets and opens none any more. */
    void die() {
        dead = true;
        reset();
    }

    /** Closes all sockets as a reset by the network would: without a word to the other end. */
    void reset() {
        live.keySet().forEach(GameTcp::cut);
    }

    private static void cut(Connection connection) {
        try {
            connection.close(false);
        } catch (IOException gone) {
            // that is what was wanted
        }
    }

    /**
     * After a cut TCP tries ever later. What was opened before {@code since} and brings nothing now is closed; whatever
     * was in it is said again on a new one.
     */
    void renew(PhysicalAddress place, long since) {
        long now = System.nanoTime();
        DaemonThreads.later(RENEW_MILLIS, () -> {
            Long came = heard.get(place);
            if (came == null || came - now < 0) {
                live.entrySet().stream()
                        .filter(each -> place.equals(each.getKey().peerAddress()) && each.getValue() - since < 0)
                        .forEach(each -> cut(each.getKey()));
            }
        });
    }

    /**
     * Both ends dialled at once, or a table was cleared, and a socket is left that only the other end holds for theirs:
     * it would refuse every new one for ever. Closed here, it is closed there.
     */
    private void cutStrays(PhysicalAddress place) {
        live.forEach((stray, since) -> {
            if (place.equals(stray.peerAddress())
                    && System.nanoTime() - since > STRAY_NANOS
                    && !srv.connectionEstablishedTo(place)) {
                log.trace("%s: a socket to %s that nobody uses is closed", local_addr, place);
                cut(stray);
            }
        });
    }

    /**
     * To one member it is written at once, without waking a thread of the bundler, unless so much waits that bundles
     * are worth it.
     */
    @Override
    public Object down(Message message) {
        Address to = message.getDest();
        if (to == null || to.equals(local_addr) || !message.isFlagSet(Message.Flag.DONT_BUNDLE) && !flows(to)) {
            return super.down(message);
        }
        // a member is named by 128 random bits, which only its group knows; a place may be another group's by now
        if (to instanceof PhysicalAddress && header != null) {
            message.putHeaderIfAbsent(id, header);
        }
        if (message.getSrc() == null) {
            message.setSrc(local_addr);
        }
        try {
            ByteArrayDataOutputStream out = written.get();
            Util.writeMessage(message, out.position(0), false);
            doSend(out.buffer(), 0, out.position(), to);
            if (out.buffer().length > 2 * TransportLimits.FRAGMENT_BYTES) {
                written.remove();
            }
        } catch (Exception unreachable) {
            log.trace("%s: not sent to %s: %s", local_addr, to, unreachable);
        }
        return null;
    }

    /** Whether there is a socket to this member, and little waits for it. */
    private boolean flows(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place != null
                && open.get(place) instanceof TcpConnectionNonBlocking socket
                && socket.queueSize() < UNBUNDLED_PACKETS;
    }

    @Override
    public void sendUnicast(PhysicalAddress to, byte[] data, int offset, int length) throws Exception {
        if (dead) {
            return;
        }
        if (to.equals(local_physical_addr) || srv.connectionEstablishedTo(to)) {
            send(to, data, offset, length);
            return;
        }
        Refusal refusal = refusals.get(to);
        if (refusal != null && refusal.isFinal() && refusal.isFresh()) {
            // whatever is cast goes to the dead as well until a view is without them: one dial of many is enough
            return;
        }
        Dial dial = dials.computeIfAbsent(to, Dial::new);
        if (dial.add(Arrays.copyOfRange(data, offset, offset + length))) {
            try {
                dialers.execute(dial);
            } catch (RejectedExecutionException busy) {
                dials.remove(to, dial);
            }
        }
    }

    /** Packets that wait until a socket is open; whoever adds the first one starts the dial. */
    private final class Dial implements Runnable {
        private final PhysicalAddress to;
        private final Queue<byte[]> waiting = new ArrayDeque<>();
        private boolean started;

        Dial(PhysicalAddress to) {
            this.to = to;
        }

        synchronized boolean add(byte[] packet) {
            if (waiting.size() < DIAL_QUEUE) {
                waiting.add(packet);
            }
            boolean first = !started;
            started = true;
            return first;
        }

        private synchronized byte @Nullable [] next() {
            byte[] packet = waiting.poll();
            if (packet == null) {
                dials.remove(to, this);
            }
            return packet;
        }

        @Override
        public void run() {
            try {
                cutStrays(to);
                Connection connection = srv.getConnection(to);
                refusals.remove(to);
                if (!srv.running()) {
                    // opened while the group was left: nobody else knows of it
                    Util.close(connection);
                    live.put(connection, System.nanoTime());
                    bury(connection);
                    return;
                }
                for (byte[] packet = next(); packet != null; packet = next()) {
                    send(to, packet, 0, packet.length);
                }
            } catch (Exception refused) {
                refusals.put(to, new Refusal(String.valueOf(refused.getMessage()), System.nanoTime()));
                log.trace("%s: no connection to %s: %s", local_addr, to, refused);
            } finally {
                dials.remove(to, this);
            }
        }
    }

    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < 0 || length > packetBytes) {
            throw new IOException(
                    "a packet of " + length + " bytes from " + sender + "; at most " + packetBytes + " are taken");
        }
        byte[] packet = packets.get();
        for (int have = 0; have < length; ) {
            int step = Math.min(length - have, Math.max(READ_STEP, have));
            if (packet.length < have + step) {
                packet = Arrays.copyOf(packet, have + step);
            }
            in.readFully(packet, have, step);
            have += step;
        }
        if (packet.length <= 2 * TransportLimits.BUNDLE_BYTES) {
            packets.set(packet);
        }
        heard.put(sender, System.nanoTime());
        receive(sender, packet, 0, length);
    }

    @Override
    public void receive(Address sender, byte[] data, int offset, int length) {
        if (plausible(data, offset, length)) {
            super.receive(sender, data, offset, length);
        }
    }

    /** JGroups reserves room for as many messages as a batch claims to have. */
    private static boolean plausible(byte[] data, int offset, int length) {
        int head = Short.BYTES;
        if (length <= head || (data[offset + head] & BATCH_FLAG) == 0) {
            return true;
        }
        try {
            ByteArrayDataInputStream in = new ByteArrayDataInputStream(data, offset + head + 1, length - head - 1);
            Util.readAddress(in);
            Util.readAddress(in);
            int cluster = in.readShort();
            in.skipBytes(Math.max(0, cluster));
            int messages = in.readInt();
            return messages >= 0 && messages <= length / MESSAGE_BYTES_MIN;
        } catch (IOException | ClassNotFoundException | RuntimeException garbage) {
            return false;
        }
    }

    @Override
    public void connectionEstablished(Connection connection) {
        live.put(connection, System.nanoTime());
        open.put(connection.peerAddress(), connection);
        refusals.remove((PhysicalAddress) connection.peerAddress());
        super.connectionEstablished(connection);
    }

    @Override
    public void connectionClosed(Connection connection) {
        Address place = connection.peerAddress();
        if (place == null) {
            return;
        }
        open.remove(place, connection);
        bury(connection);
        // of two that were opened at the same time one is given up; the other still stands, so nothing happened
        if (!srv.connectionEstablishedTo(place)) {
            lost.put(place, System.nanoTime());
            heard.remove(place);
            super.connectionClosed(connection);
        }
    }

    /**
     * JGroups registers a socket and starts its sender after its reader runs: a peer that closes at once leaves a dead
     * socket that passes for open, and a thread. A moment later both are surely there, and go.
     */
    private void bury(Connection connection) {
        if (live.remove(connection) != null) {
            for (long millis : BURIAL_MILLIS) {
                DaemonThreads.later(millis, () -> {
                    srv.removeConnectionIfPresent(connection.peerAddress(), connection);
                    Util.close(connection);
                });
            }
        }
    }

    /**
     * Closes the sockets of those who left, and of strangers that never became members, but never on the thread that
     * installs the view.
     */
    @Override
    public void retainAll(Collection<Address> places) {
        Set<Address> members = new HashSet<>(places);
        long now = System.nanoTime();
        Map<Address, Connection> leaving = new HashMap<>();
        synchronized (strangers) {
            srv.forAllConnections((place, connection) -> {
                if (members.contains(place)) {
                    strangers.remove(place);
                } else if (memberPlaces.contains(place)
                        || now - strangers.computeIfAbsent(place, first -> now) > STRANGER_NANOS) {
                    leaving.put(place, connection);
                }
            });
            strangers.keySet().removeAll(leaving.keySet());
            lost.keySet().retainAll(members);
            memberPlaces = members;
        }
        leaving.forEach(
                (place, connection) -> part(connection, () -> srv.removeConnectionIfPresent(place, connection)));
    }

    @Override
    protected void handleDisconnect() {
        srv.forAllConnections((place, connection) -> forceLater(connection));
        super.handleDisconnect();
        List.copyOf(live.keySet()).forEach(this::bury);
    }

    @Override
    public void stop() {
        if (srv != null) {
            srv.forAllConnections((place, connection) -> forceLater(connection));
        }
        super.stop();
        List.copyOf(live.keySet()).forEach(this::bury);
    }

    private void part(Connection connection, Runnable gracefully) {
        forceLater(connection);
        DaemonThreads.start("part", gracefully);
    }

    /**
     * A graceful close writes, and a member that hangs never reads: after a moment the socket is closed under the
     * writer.
     */
    private static void forceLater(Connection connection) {
        DaemonThreads.later(CLOSE_GRACE_MILLIS, () -> cut(connection));
    }
}
