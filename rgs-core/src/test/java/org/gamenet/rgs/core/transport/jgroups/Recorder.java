package org.gamenet.rgs.core.transport.jgroups;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Node;

/** A transport with everything it told, in order, and waiting for it with a deadline. */
final class Recorder implements GroupListener, AutoCloseable {
    static final long PATIENCE_MILLIS = 40_000;

    record Frame(Node from, String text, int length, long nanos) {}

    final JGroupsTransport transport;
    private final List<Frame> frames = new ArrayList<>();
    private final List<Node> closed = new ArrayList<>();
    private final List<Probe> probes = new ArrayList<>();
    private final List<Integer> connectedSizes = new ArrayList<>();
    private Endpoint place;
    private Node self;
    private List<Node> members = List.of();
    private boolean coordinates;
    private int views;
    private String failure;
    private Reason reason;

    Recorder(TransportSettings settings) {
        this(new JGroupsTransport(settings));
    }

    Recorder(JGroupsTransport transport) {
        this.transport = transport;
        transport.listen(this);
        await("listening", () -> place != null || failure != null);
    }

    static Recorder player(String name) {
        return new Recorder(TransportSettings.loopback(name, false));
    }

    static Recorder server(String name) {
        return new Recorder(TransportSettings.loopback(name, true));
    }

    Recorder found(String group) {
        transport.found(group);
        await("founding " + group, () -> self != null || failure != null);
        return this;
    }

    Recorder join(String group, Recorder... others) {
        startJoin(group, others);
        await("joining " + group, () -> self != null || failure != null);
        return this;
    }

    void startJoin(String group, Recorder... others) {
        List<Endpoint> places = new ArrayList<>();
        for (Recorder other : others) {
            places.add(other.place());
        }
        transport.join(group, places, PATIENCE_MILLIS - 5_000);
    }

    synchronized void forget() {
        self = null;
        failure = null;
        members = List.of();
        closed.clear();
        frames.clear();
    }

    synchronized void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("waited in vain for: " + what + "; now " + this);
            }
            try {
                wait(Math.min(left, 100));
            } catch (InterruptedException ended) {
                throw new AssertionError(ended);
            }
        }
    }

    /** For what nobody tells. */
    static void awaitQuietly(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain for: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Dials until that is what comes of it: whoever answers late counts as silent. */
    void probe(Endpoint process, Probe expected) {
        int[] before = {-1};
        await(expected + " at " + process, () -> {
            if (probes.contains(expected)) return true;
            if (probes.size() > before[0]) transport.probe(process);
            before[0] = probes.size();
            return false;
        });
    }

    void awaitMembers(int count) {
        await(count + " members", () -> members.size() == count);
    }

    void awaitFrames(int count, Predicate<Frame> which) {
        await(count + " frames", () -> frames.stream().filter(which).count() >= count);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    synchronized List<Frame> frames() {
        return List.copyOf(frames);
    }

    synchronized Endpoint place() {
        return place;
    }

    synchronized Node self() {
        return self;
    }

    synchronized List<Node> members() {
        return members;
    }

    synchronized List<Node> closed() {
        return List.copyOf(closed);
    }

    synchronized List<Probe> probes() {
        return List.copyOf(probes);
    }

    synchronized List<Integer> connectedSizes() {
        return List.copyOf(connectedSizes);
    }

    synchronized boolean coordinates() {
        return coordinates;
    }

    synchronized int views() {
        return views;
    }

    synchronized String failure() {
        return failure;
    }

    synchronized Reason reason() {
        return reason;
    }

    @Override
    public synchronized void listening(Endpoint at) {
        place = at;
        notifyAll();
    }

    @Override
    public synchronized void connected(Node me, List<Node> all) {
        self = me;
        members = all;
        connectedSizes.add(all.size());
        notifyAll();
    }

    @Override
    public synchronized void failed(Reason why, String detail) {
        reason = why;
        failure = detail;
        notifyAll();
    }

    @Override
    public synchronized void received(Node from, ByteBuffer frame) {
        int length = frame.remaining();
        String text = length > 100 ? "" : StandardCharsets.UTF_8.decode(frame).toString();
        frames.add(new Frame(from, text, length, System.nanoTime()));
        notifyAll();
    }

    @Override
    public synchronized void view(List<Node> all, boolean coordinator) {
        members = all;
        coordinates = coordinator;
        views++;
        notifyAll();
    }

    @Override
    public synchronized void closed(Node peer) {
        closed.add(peer);
        notifyAll();
    }

    @Override
    public synchronized void probed(Endpoint process, Probe result) {
        probes.add(result);
        notifyAll();
    }

    @Override
    public void close() {
        transport.close();
    }

    @Override
    public synchronized String toString() {
        return "self " + self + ", members " + members + ", frames " + frames.size() + ", closed " + closed
                + ", failure " + failure;
    }
}
