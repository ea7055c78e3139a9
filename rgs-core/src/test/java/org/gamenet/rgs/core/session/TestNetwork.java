package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiPredicate;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/** Groups in virtual time: everything takes one millisecond, processes die, are cut off, hang. */
final class TestNetwork {
    private static final long HOP_NANOS = 1_000_000;

    private final ManualClock clock;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private final Map<String, List<End>> groups = new HashMap<>();
    private final List<End> ends = new ArrayList<>();
    private final Set<End> muted = new HashSet<>();
    /** Whether there is a way from one to another. */
    BiPredicate<End, End> reaches = (from, to) -> true;

    private @Nullable List<Runnable> held;
    private long order;
    private int ports = 1;
    long framesSent;

    /**
     * The fate of a frame on its way: changed or not, and one arrival for each delay, in nanoseconds beyond the usual.
     */
    record Fate(byte[] frame, List<Long> delays) {
        static Fate arrives(byte[] frame) {
            return new Fate(frame, List.of(0L));
        }

        static Fate late(byte[] frame, long millis) {
            return new Fate(frame, List.of(millis * 1_000_000));
        }

        static Fate twice(byte[] frame, long millisApart) {
            return new Fate(frame, List.of(0L, millisApart * 1_000_000));
        }

        static Fate lost(byte[] frame) {
            return new Fate(frame, List.of());
        }
    }

    /** Decides what becomes of each frame. */
    interface Weather {
        Fate of(End from, End to, byte[] frame);
    }

    /** How much longer a frame takes that goes to all at once. */
    long castsTakeMillis;

    Weather weather = (from, to, frame) -> Fate.arrives(frame);
    /** Ends that find nobody, however many there are. */
    final Set<End> shutOut = new HashSet<>();

    /** Where the next process listens: at the address of one that is gone. */
    @Nullable
    Endpoint reused;
    /** Ends whose certificates do not permit serving. */
    final Set<End> barred = new HashSet<>();

    private record Due(long at, long order, Runnable what) {}

    TestNetwork(ManualClock clock) {
        this.clock = clock;
    }

    End open() {
        Endpoint place = reused;
        reused = null;
        End end = new End(place != null ? place : new Endpoint("10.0.0.1", ports, 10_000 + ports++));
        ends.add(end);
        return end;
    }

    void later(long nanos, Runnable what) {
        due.add(new Due(clock.nanoTime() + nanos, order++, what));
    }

    long nextAt() {
        return due.isEmpty() ? Long.MAX_VALUE : due.peek().at;
    }

    boolean deliver() {
        boolean any = false;
        while (!due.isEmpty() && due.peek().at <= clock.nanoTime()) {
            due.poll().what.run();
            any = true;
        }
        return any;
    }

    /** kill -9: sockets close, the listener refuses. */
    void kill(End dead) {
        dead.dead = true;
        dead.leaveGroup(true);
    }

    /** Nothing goes in or out of it, and nobody is told. */
    void mute(End end, boolean on) {
        if (on) muted.add(end);
        else muted.remove(end);
    }

    /**
     * The group layer notices who reaches whom: each part has a view of its own, and all have one again where nothing
     * is cut.
     */
    void viewsFollow() {
        for (List<End> in : groups.values()) {
            List<End> rest = new ArrayList<>(in);
            while (!rest.isEmpty()) {
                End first = rest.get(0);
                List<End> part = rest.stream()
                        .filter(e -> e == first || reaches.test(first, e))
                        .toList();
                tell(part);
                rest.removeAll(part);
            }
        }
    }

    /** Cut off: the group layer puts it out, and it is not told. */
    void putOut(End out) {
        mute(out, true);
        List<End> in = groups.get(out.group);
        in.remove(out);
        tell(in);
    }

    /**
     * The split is healed, and whoever was put out is the first of the view that all are told: it coordinates the
     * group.
     */
    void merge(End first) {
        mute(first, false);
        List<End> in = groups.get(first.group);
        in.add(0, first);
        tell(in);
    }

    /** From now on what is said over a way that is cut arrives once it is healed. */
    void holds() {
        if (held == null) held = new ArrayList<>();
    }

    /** Held frames are lost. */
    void drops() {
        held = null;
    }

    /** Held frames arrive, as far as there is a way. */
    void lets() {
        List<Runnable> all = held == null ? List.of() : held;
        held = null;
        all.forEach(Runnable::run);
    }

    private static void tell(List<End> in) {
        List<Node> nodes = in.stream().map(e -> e.node).toList();
        in.forEach(e -> e.listener.view(nodes, in.get(0) == e));
    }

    final class End implements GroupTransport {
        final Endpoint place;
        private final Node node;
        private GroupListener listener;
        private String group = "";
        private boolean dead;
        private final Map<End, byte[]> lastSent = new HashMap<>();
        /** Where it looks for members. */
        List<Endpoint> places = List.of();

        private End(Endpoint place) {
            this.place = place;
            this.node = new Node(7, ends.size() + 1);
        }

        boolean closed;
        /** How long it takes to enter a group. */
        long entersAfterMillis = 1;

        long listensAfterMillis = 1;
        /** Until it is told that a listener refuses it. */
        long probesTakeMillis = 1;

        @Override
        public void listen(GroupListener told) {
            listener = told;
            later(listensAfterMillis * HOP_NANOS, () -> told.listening(place));
        }

        @Override
        public void found(String name) {
            places = List.of(place);
            enter(name);
        }

        private void enter(String name) {
            later(entersAfterMillis * HOP_NANOS, () -> {
                if (dead || closed) return;
                if (places.isEmpty()) {
                    listener.failed(Reason.NETWORK, "no member's place is known");
                    return;
                }
                group = name;
                List<End> in = groups.computeIfAbsent(name, n -> new ArrayList<>());
                if (!in.contains(this)) in.add(this);
                List<Node> nodes = in.stream().map(e -> e.node).toList();
                listener.connected(node, nodes);
                in.forEach(e -> e.listener.view(nodes, in.get(0) == e));
            });
        }

        @Override
        public void join(String name, List<Endpoint> members, long deadlineMillis) {
            boolean anybody = !shutOut.contains(this)
                    && ends.stream()
                            .anyMatch(e -> !e.dead && !e.closed && e.group.equals(name) && members.contains(e.place));
            places = members;
            if (anybody) enter(name);
            else
                later(
                        deadlineMillis * 1_000_000,
                        () -> listener.failed(Reason.NETWORK, "nobody of " + members + " answers"));
        }

        @Override
        public void know(List<Endpoint> members) {
            places = members;
        }

        @Override
        public void send(Node to, byte[] frame, Lane lane) {
            for (End other : ends) if (other.node.equals(to)) carry(other, frame);
        }

        /** So many copies of what this process sent last to that one arrive there, all at once. */
        void flood(End other, int copies) {
            byte[] frame = lastSent.get(other);
            for (int i = 0; i < copies; i++)
                other.listener.received(node, ByteBuffer.wrap(frame).asReadOnlyBuffer());
        }

        /** A frame of somebody who is in no group, at this process's port. */
        void hears(Node stranger, byte[] frame) {
            if (!dead && !closed)
                listener.received(stranger, ByteBuffer.wrap(frame).asReadOnlyBuffer());
        }

        /** A frame that its own process says once more. */
        void repeats(End other, byte[] frame) {
            other.hears(node, frame);
        }

        @Override
        public void cast(byte[] frame, Lane lane) {
            List<End> others = groups.getOrDefault(group, List.of()).stream()
                    .filter(other -> other != this)
                    .toList();
            if (castsTakeMillis == 0) others.forEach(other -> carry(other, frame));
            else later(castsTakeMillis * 1_000_000, () -> others.forEach(other -> carry(other, frame)));
        }

        private void carry(End other, byte[] frame) {
            if (dead || closed || !other.group.equals(group) || group.isEmpty()) return;
            framesSent++;
            lastSent.put(other, frame);
            Fate fate = weather.of(this, other, frame);
            for (long delay : fate.delays()) later(HOP_NANOS + delay, () -> arrive(other, fate.frame()));
        }

        /** A way that is cut holds what is on it, until it is healed or given up. */
        private boolean isHeld(End other, byte[] frame) {
            if (held == null || reaches.test(this, other)) return false;
            held.add(() -> arrive(other, frame));
            return true;
        }

        private void arrive(End other, byte[] frame) {
            if (other.dead || other.closed || muted.contains(this) || muted.contains(other)) return;
            if (isHeld(other, frame)) return;
            if (!reaches.test(this, other)) return;
            other.listener.received(node, ByteBuffer.wrap(frame).asReadOnlyBuffer());
        }

        @Override
        public void suspect(Node suspected) {}

        /** An end in no group has a place of its own, too. */
        @Override
        public Endpoint placeOf(Node speaker) {
            return ends.stream()
                    .filter(end -> end.node.equals(speaker))
                    .map(end -> end.place)
                    .findFirst()
                    .orElse(new Endpoint("10.9.9.9", 1, 1));
        }

        @Override
        public boolean mayServe(@Nullable Endpoint process) {
            return process != null && barred.stream().noneMatch(end -> end.place.equals(process));
        }

        @Override
        public void probe(Endpoint process) {
            for (End other : ends) {
                if (!other.place.equals(process) || (other.dead || other.closed) && isReused(process)) continue;
                boolean cut = !reaches.test(this, other);
                boolean gone = (other.dead || other.closed) && !cut;
                boolean silent = cut || muted.contains(this) || muted.contains(other);
                Probe result = gone ? Probe.REFUSED : silent ? Probe.SILENT : Probe.ANSWERED;
                later(silent ? 50 * HOP_NANOS : probesTakeMillis * 1_000_000, () -> listener.probed(process, result));
            }
        }

        private boolean isReused(Endpoint process) {
            return ends.stream().anyMatch(end -> !end.dead && !end.closed && end.place.equals(process));
        }

        @Override
        public void disconnect() {
            leaveGroup(false);
        }

        private void leaveGroup(boolean broken) {
            List<End> in = groups.getOrDefault(group, new ArrayList<>());
            String from = group;
            group = "";
            if (!in.remove(this)) return;
            List<Node> rest = in.stream().map(e -> e.node).toList();
            later(10 * HOP_NANOS, () -> {
                for (End other : List.copyOf(in)) {
                    if (other.dead || !other.group.equals(from)) continue;
                    if (broken && reaches.test(this, other)) other.listener.closed(node);
                    other.listener.view(rest, in.get(0) == other);
                }
            });
        }

        @Override
        public void close() {
            if (closed) return;
            leaveGroup(false);
            closed = true;
        }
    }
}
