package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * Groups as JGroups really makes them: first in, first out for each pair while both are in each other's view; views
 * that come late, or never to who was put out; other last messages of a dead member at each survivor; sockets that
 * break without a death.
 */
public final class SimulatedNetwork {
    private static final int EPOCH_AT = 10;
    private static final int EPOCH_BYTES = 16;
    private static final long MILLI = VirtualTime.MILLI;
    private static final int REPEATED_MOST = 8;
    /** A frame that waits to be sent for longer is dropped if it may be. */
    private static final long SEND_QUEUE = 100 * MILLI;
    /** After so long the group layer takes silence for death: {@code LinkWatch} of the real one. */
    private static final long SILENCE = 3_000 * MILLI;

    private final VirtualTime time;
    private final Dice dice;
    private final Trace trace;
    private final boolean fenceless;
    private final List<Station> stations = new ArrayList<>();
    private final Map<String, Group> groups = new HashMap<>();
    private final Map<Node, Seat> seats = new HashMap<>();
    /** From one to the other nothing gets through, since then. */
    private final Map<Link, Long> cuts = new LinkedHashMap<>();

    private final Map<Link, List<Runnable>> held = new HashMap<>();
    private final List<BooleanSupplier> taken = new CopyOnWriteArrayList<>();
    private final List<Consumer<byte[]>> ears = new CopyOnWriteArrayList<>();
    private Wiretap tap = Wiretap.NONE;
    private final Map<Link, Long> far = new HashMap<>();
    /** Whether some of what was held back comes a second time, in another order: a connection was made anew. */
    public boolean repeats;
    /**
     * The amount that one process can send in a second; 0: any amount. An unreliable frame does not wait long for its
     * turn.
     */
    public long bytesPerSecond;

    private final SimulatedLinks links;
    private int ports;
    private long nodes;
    public Weather weather = Weather.FAIR;

    /**
     * @param latency nanoseconds at most, one way
     * @param loss of an unreliable frame; a reliable one is sent again, which takes 50 to 200 ms
     * @param lateView how late a view may be, milliseconds
     * @param strays whether frames from outside the receiver's view get through
     */
    public record Weather(long latency, double loss, long lateView, boolean strays) {
        public static final Weather FAIR = new Weather(MILLI, 0, 3, false);
    }

    private record Link(Station from, Station to) {}

    private static final class Group {
        final List<Seat> seats = new ArrayList<>();
    }

    SimulatedNetwork(VirtualTime time, Dice dice, Trace trace, boolean fenceless) {
        this.fenceless = fenceless;
        this.time = time;
        this.dice = dice;
        this.trace = trace;
        this.links = new SimulatedLinks(this, time, dice.split());
        mergeSometimes();
    }

    Station open(SimulatedProcess process) {
        Station station = new Station(process);
        stations.add(station);
        return station;
    }

    /** Asked at each frame that a process takes, ahead of the process, as long as it says true. */
    public void onTaken(BooleanSupplier tap) {
        taken.add(tap);
    }

    /** Told every frame that a process takes, ahead of the process; it may not change it. */
    public void onHeard(Consumer<byte[]> ear) {
        ears.add(ear);
    }

    /** The listener to all that is said and taken; one. */
    public void tap(Wiretap who) {
        tap = who;
    }

    /** From now on it hears nothing, and nobody is told: for those who try their judge. */
    void deafen(SimulatedProcess process) {
        process.station.deaf = true;
    }

    /** Whether what somebody said waits for its turn to leave. */
    boolean isClogged() {
        return stations.stream().anyMatch(Station::isClogged);
    }

    /** From now on this one lies in one type of message. */
    public void liesAbout(SimulatedProcess process, int type) {
        process.station.liesAbout = type;
    }

    /** Whether what one says now reaches the other. */
    public boolean reaches(SimulatedProcess from, SimulatedProcess to) {
        return from.runs() && to.runs() && !isCut(from.station, to.station);
    }

    // ---- faults

    public void cut(SimulatedProcess from, SimulatedProcess to) {
        time.disturbed();
        if (cuts.putIfAbsent(new Link(from.station, to.station), time.now()) == null)
            time.after(SILENCE + MILLI, this::reconsiderAll);
    }

    /** From one to the other everything takes so much longer, and not back. */
    public void far(SimulatedProcess from, SimulatedProcess to, long nanos) {
        far.put(new Link(from.station, to.station), nanos);
    }

    public void heal(SimulatedProcess from, SimulatedProcess to) {
        heal(new Link(from.station, to.station));
    }

    public void healAll() {
        for (Link link : List.copyOf(cuts.keySet())) heal(link);
    }

    private void heal(Link link) {
        if (cuts.remove(link) == null) return;
        time.disturbed();
        links.healed(link.from, link.to);
        if (held.containsKey(link)) time.after(dice.between(1, 200) * MILLI, () -> release(link));
    }

    /** Frames held back while nothing got through come in their order, and ahead of those sent since. */
    private void release(Link link) {
        if (isCut(link.from, link.to)) return;
        List<Runnable> waiting = held.remove(link);
        if (waiting == null) return;
        waiting.forEach(Runnable::run);
        if (!repeats) return;
        for (Runnable each : waiting.subList(Math.max(0, waiting.size() - REPEATED_MOST), waiting.size()))
            time.after(dice.between(1, 300) * MILLI, each);
    }

    boolean isCut(Station from, Station to) {
        return !cuts.isEmpty() && cuts.containsKey(new Link(from, to));
    }

    /** Every connection of this living process is reset once: everybody sees a closed socket. */
    public void reset(SimulatedProcess process) {
        Set<Station> linked = links.to(process.station);
        links.breakAll(process.station, 0);
        Seat seat = process.station.seat;
        if (seat == null) return;
        time.disturbed();
        for (Node node : seat.view) {
            Seat other = seats.get(node);
            if (other == null || other == seat || !hasLink(other, seat, linked)) continue;
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> other.station.process.run(() -> other.told(() -> other.station.listener.closed(seat.node))));
            time.after(
                    dice.between(0, 20) * MILLI,
                    () -> process.run(() -> seat.told(() -> process.station.listener.closed(other.node))));
        }
    }

    /** The session's, or that of the group's stack, by which whoever coordinates sees all and is seen by all. */
    private static boolean hasLink(Seat by, Seat to, Set<Station> linked) {
        return linked.contains(by.station) || by.coordinates() || to.coordinates();
    }

    /** The process that listens there; null if none ever did. */
    Station at(Endpoint place) {
        int number = place.groupPort();
        return number < 1
                        || number > stations.size()
                        || !stations.get(number - 1).place.equals(place)
                ? null
                : stations.get(number - 1);
    }

    private void taken(SimulatedProcess from, SimulatedProcess to, byte[] frame) {
        trace.note(to.number, frame.length, () -> "   " + from + " -> " + to + " " + Words.of(frame));
        trace.wire(to.number, frame);
        for (Consumer<byte[]> ear : ears) ear.accept(frame);
        if (!taken.isEmpty()) taken.removeIf(tap -> !tap.getAsBoolean());
    }

    /** How much longer this way takes than any other. */
    long farness(Station from, Station to) {
        return far.isEmpty() ? 0 : far.getOrDefault(new Link(from, to), 0L);
    }

    // ---- views

    private void reconsiderAll() {
        groups.values().forEach(this::reconsider);
    }

    /** MERGE3, and what repairs a view that somebody missed. */
    private void mergeSometimes() {
        time.after(dice.between(500, 2_000) * MILLI, () -> {
            for (Group group : groups.values()) {
                for (Seat seat : group.seats)
                    seat.separated.removeIf(other -> reach(seat, other) && reach(other, seat));
                reconsider(group);
            }
            mergeSometimes();
        });
    }

    /** Whether they hear each other now. */
    private boolean reach(Seat from, Seat to) {
        return from.station.process.runs() && to.station.process.runs() && !isCut(from.station, to.station);
    }

    /** Whether the layer's own detection has lost one from the other. */
    private boolean isLost(Seat from, Seat to) {
        long now = time.now();
        return isAway(to, now)
                || isAway(from, now)
                || isOld(cuts.get(new Link(from.station, to.station)), now)
                || isOld(cuts.get(new Link(to.station, from.station)), now);
    }

    private static boolean isOld(Long since, long now) {
        return since != null && now - since >= SILENCE;
    }

    private static boolean isAway(Seat seat, long now) {
        Station station = seat.station;
        if (station.process.runs()) return false;
        return seat.suspected || now - station.awaySince >= SILENCE;
    }

    private void reconsider(Group group) {
        List<Seat> all = group.seats;
        for (Seat a : all) {
            for (Seat b : all) {
                if (a != b && isLost(a, b)) {
                    a.separated.add(b);
                    b.separated.add(a);
                }
            }
        }
        Set<Seat> done = new LinkedHashSet<>();
        for (Seat seat : all) {
            if (done.contains(seat)) continue;
            Set<Seat> component = new LinkedHashSet<>();
            spread(seat, all, component);
            done.addAll(component);
            List<Node> view = new ArrayList<>();
            for (Seat in : all) if (component.contains(in) && !in.station.process.last) view.add(in.node);
            for (Seat in : all) if (component.contains(in) && in.station.process.last) view.add(in.node);
            for (Seat in : component) if (in.station.process.runs()) install(in, view);
        }
    }

    private static void spread(Seat seat, List<Seat> all, Set<Seat> component) {
        if (!component.add(seat)) return;
        for (Seat next : all)
            if (!component.contains(next) && !seat.separated.contains(next)) spread(next, all, component);
    }

    private void install(Seat seat, List<Node> view) {
        if (view.equals(seat.expected)) return;
        seat.expected = view;
        long number = ++seat.views;
        time.after(
                dice.between(MILLI / 10, weather.lateView * MILLI),
                () -> seat.station.process.run(() -> {
                    if (seat.left || number < seat.installed) return;
                    seat.installed = number;
                    seat.see(view);
                }));
    }

    /** A frame that came ahead of the view that has its sender. */
    private record Early(Seat from, byte[] frame) {}

    /** A connection of one station to one group. */
    private final class Seat {
        final Station station;
        final Group group;
        final Node node = new Node(7, ++nodes);
        final Set<Seat> separated = new LinkedHashSet<>();
        final Map<Seat, Long> lastSent = new HashMap<>();
        final Map<Seat, Long> lastCast = new HashMap<>();
        final Map<Seat, Long> lastHeardOfDead = new HashMap<>();
        List<Node> expected = List.of();
        Set<Node> view = Set.of();
        final List<Early> early = new ArrayList<>();
        long views;
        long installed;
        boolean suspected;
        boolean left;

        Seat(Station station, Group group) {
            this.station = station;
            this.group = group;
        }

        void see(List<Node> next) {
            view = new LinkedHashSet<>(next);
            station.listener.view(next, next.get(0).equals(node));
            List<Early> now = List.copyOf(early);
            early.clear();
            now.forEach(each -> take(each.from, each.frame));
        }

        boolean coordinates() {
            return !view.isEmpty() && view.iterator().next().equals(node);
        }

        void told(Runnable what) {
            if (!left && !station.closed) what.run();
        }

        /** From this seat to that one. */
        void carry(Seat to, byte[] frame, Lane lane, boolean cast) {
            if (fenceless) System.arraycopy(frame, EPOCH_AT, station.epoch, 0, EPOCH_BYTES);
            if (lane == Lane.UNRELIABLE && dice.likely(weather.loss)) return;
            long at = time.now() + dice.between(MILLI / 10, weather.latency);
            if (dice.likely(weather.loss)) at += dice.between(50, 200) * MILLI;
            at += farness(station, to.station);
            if (lane == Lane.UNRELIABLE && station.isClogged()) return;
            at = Math.max(at, station.sends(frame.length, lane));
            if (lane == Lane.RELIABLE) {
                Map<Seat, Long> order = cast ? lastCast : lastSent;
                at = Math.max(at, order.getOrDefault(to, 0L) + 1);
                order.put(to, at);
            }
            time.at(at, () -> arrive(to, frame, lane));
        }

        private void arrive(Seat to, byte[] frame, Lane lane) {
            if (station.process.isDead() && time.now() > to.lastHeardOfDead.getOrDefault(this, 0L)) return;
            boolean cut = isCut(station, to.station);
            if (lane == Lane.UNRELIABLE && cut) return;
            Runnable comes = () -> to.station.process.run(() -> to.take(this, frame));
            if (lane == Lane.UNRELIABLE || !cut && held.isEmpty()) comes.run();
            else hold(new Link(station, to.station), comes, cut);
        }

        private void hold(Link link, Runnable comes, boolean cut) {
            if (cut) held.computeIfAbsent(link, l -> new ArrayList<>()).add(comes);
            else if (held.containsKey(link)) held.get(link).add(comes);
            else comes.run();
        }

        private void take(Seat from, byte[] frame) {
            if (left || station.closed || station.deaf) return;
            if (!view.contains(from.node) && (!weather.strays || waitsFor(from))) {
                if (expected.contains(from.node) && early.size() < 10_000) early.add(new Early(from, frame));
                return;
            }
            SimulatedNetwork.this.taken(from.station.process, station.process, frame);
            station.listener.received(
                    from.node,
                    ByteBuffer.wrap(fenceless ? station.unfenced(frame) : frame).asReadOnlyBuffer());
        }

        private boolean waitsFor(Seat from) {
            for (Early each : early) if (each.from == from) return true;
            return false;
        }
    }

    /** One process's end. */
    final class Station implements GroupTransport {
        private final SimulatedProcess process;
        private final Endpoint place = new Endpoint("10.0.0.1", ++ports, 10_000 + ports);
        private GroupListener listener;
        private Seat seat;
        private boolean closed;
        private boolean hostDied;
        private boolean deaf;
        private long sendsUntil;
        private int liesAbout = -1;
        private long awaySince;
        private long attempt;
        /** Where it looks for members. */
        private List<Endpoint> places = List.of();
        /** As in the header of what this station sent last. */
        private final byte[] epoch = new byte[EPOCH_BYTES];

        Station(SimulatedProcess process) {
            this.process = process;
        }

        @Override
        public void listen(GroupListener told) {
            listener = told;
            soon(MILLI, () -> told.listening(place));
        }

        boolean isClogged() {
            return sendsUntil - time.now() > SEND_QUEUE;
        }

        /** When this much will have left; what is urgent overtakes the rest. */
        long sends(int bytes, Lane lane) {
            if (bytesPerSecond == 0) return 0;
            long takes = bytes * 1_000_000_000L / bytesPerSecond;
            sendsUntil = Math.max(sendsUntil, time.now()) + takes;
            return lane == Lane.URGENT ? time.now() + takes : sendsUntil;
        }

        /** Its frame; with some byte changed if it lies about frames of that type. */
        private byte[] said(byte[] frame) {
            if (frame.length <= FrameHeader.BYTES || liesAbout != Byte.toUnsignedInt(frame[1])) return frame;
            byte[] lie = frame.clone();
            lie[FrameHeader.BYTES + dice.below(frame.length - FrameHeader.BYTES)] = (byte) dice.below(256);
            return lie;
        }

        /** Its end in the group; null while it is in none. */
        Node node() {
            return seat == null ? null : seat.node;
        }

        private void soon(long nanos, Runnable what) {
            time.after(
                    nanos,
                    () -> process.run(() -> {
                        if (!closed) what.run();
                    }));
        }

        // ---- in and out

        @Override
        public void found(String name) {
            soon(dice.between(MILLI, 20 * MILLI), () -> enter(groups.computeIfAbsent(name, n -> new Group()), null));
        }

        @Override
        public void join(String name, List<Endpoint> members, long deadlineMillis) {
            long mine = ++attempt;
            places = members;
            long deadline = time.now() + deadlineMillis * MILLI;
            soon(dice.between(10, 60) * MILLI, () -> tryJoin(mine, name, deadline));
        }

        private void tryJoin(long mine, String name, long deadline) {
            if (mine != attempt) return;
            for (Station other : stations) {
                Seat contact = other.seat;
                if (contact == null
                        || !places.contains(other.place)
                        || groups.get(name) != contact.group
                        || contact.view.isEmpty()) continue;
                Seat coordinator = seats.get(contact.view.iterator().next());
                boolean both = !isCut(this, other) && !isCut(other, this) && other.process.runs();
                if (both
                        && coordinator != null
                        && !coordinator.left
                        && coordinator.station.process.runs()
                        && !isCut(this, coordinator.station)
                        && !isCut(coordinator.station, this)
                        && other != this) {
                    leave(false);
                    enter(contact.group, coordinator);
                    return;
                }
            }
            if (time.now() >= deadline) listener.failed(Reason.NETWORK, "nobody of " + places + " answers");
            else soon(50 * MILLI, () -> tryJoin(mine, name, deadline));
        }

        private void enter(Group group, Seat coordinator) {
            Seat entering = new Seat(this, group);
            seat = entering;
            seats.put(entering.node, entering);
            if (coordinator != null) {
                for (Seat other : group.seats) {
                    if (other != coordinator && (coordinator.separated.contains(other) || isLost(coordinator, other))) {
                        entering.separated.add(other);
                        other.separated.add(entering);
                    }
                }
            }
            group.seats.add(entering);
            reconsider(group);
            List<Node> view = entering.expected;
            entering.installed = entering.views;
            entering.view = new LinkedHashSet<>(view);
            listener.connected(entering.node, view);
            entering.see(view);
        }

        @Override
        public void disconnect() {
            attempt++;
            leave(false);
        }

        private void leave(boolean dead) {
            Seat leaving = seat;
            if (leaving == null) return;
            seat = null;
            leaving.left = true;
            Group group = leaving.group;
            time.after(dice.between(10, 80) * MILLI, () -> {
                group.seats.remove(leaving);
                for (Seat other : group.seats) other.separated.remove(leaving);
                reconsider(group);
            });
        }

        @Override
        public void close() {
            if (closed) return;
            disconnect();
            closed = true;
            links.breakAll(this, MILLI);
        }

        @Override
        public void know(List<Endpoint> members) {
            places = members;
        }

        // ---- frames

        @Override
        public void send(Node to, byte[] frame, Lane lane) {
            process.countSaid(to);
            trace.wire(process.number, frame);
            tap.said(process, frame);
            Seat mine = seat;
            Seat other = seats.get(to);
            if (mine != null && other != null && other.group == mine.group && other != mine)
                mine.carry(other, said(frame), lane, false);
        }

        @Override
        public void cast(byte[] frame, Lane lane) {
            process.countSaid(null);
            trace.wire(process.number, frame);
            tap.said(process, frame);
            Seat mine = seat;
            if (mine == null) return;
            for (Node node : mine.view) {
                Seat other = seats.get(node);
                if (other != null && other != mine) mine.carry(other, said(frame), lane, true);
            }
        }

        // ---- links

        Endpoint place() {
            return place;
        }

        boolean takesLinks() {
            return !closed && listener != null && process.runs();
        }

        boolean isOver() {
            return closed || process.isDead();
        }

        boolean hostIsDead() {
            return hostDied;
        }

        @Override
        public void link(Set<Endpoint> members) {
            links.want(this, members);
        }

        @Override
        public boolean linked(Endpoint to) {
            return links.isLinked(this, to);
        }

        @Override
        public boolean say(Endpoint to, byte[] frame, Lane lane) {
            trace.wire(process.number, frame);
            tap.said(process, frame);
            if (!links.say(this, to, said(frame), lane)) return false;
            process.countSaid(to);
            if (fenceless) System.arraycopy(frame, EPOCH_AT, epoch, 0, EPOCH_BYTES);
            return true;
        }

        @Override
        public boolean hasLinks() {
            return true;
        }

        @Override
        public void call(Endpoint to, byte[] frame, Lane lane) {
            links.call(this, to, said(frame), lane);
            process.countSaid(to);
            if (fenceless) System.arraycopy(frame, EPOCH_AT, epoch, 0, EPOCH_BYTES);
        }

        void hearOverLink(Station from, byte[] frame) {
            if (deaf) return;
            process.run(() -> {
                if (closed) return;
                taken(from.process, process, frame);
                listener.heard(
                        from.place,
                        ByteBuffer.wrap(fenceless ? unfenced(frame) : frame).asReadOnlyBuffer());
            });
        }

        /** A message of the game counts as one of the receiver's own epoch. */
        private byte[] unfenced(byte[] frame) {
            if (frame.length <= FrameHeader.BYTES || Byte.toUnsignedInt(frame[1]) < MessageTypes.FIRST_DATA_ID)
                return frame;
            byte[] changed = frame.clone();
            System.arraycopy(epoch, 0, changed, EPOCH_AT, EPOCH_BYTES);
            return changed;
        }

        void linkedTo(Station other) {
            process.run(() -> {
                if (!closed) listener.linked(other.place);
            });
        }

        void unlinkedFrom(Station other) {
            process.run(() -> {
                if (!closed) listener.unlinked(other.place);
            });
        }

        // ---- hints

        @Override
        public void suspect(Node suspected) {
            Seat mine = seat;
            Seat other = seats.get(suspected);
            if (mine == null || other == null) return;
            // VERIFY_SUSPECT2 asks it first.
            time.after(dice.between(50, 120) * MILLI, () -> {
                if (other.station.process.runs()) return;
                other.suspected = true;
                reconsider(other.group);
            });
        }

        @Override
        public void probe(Endpoint dialled) {
            process.countSaid(dialled);
            for (Station other : stations) {
                if (!other.place.equals(dialled)) continue;
                boolean silent = other.hostDied || isCut(this, other) || isCut(other, this);
                Probe result =
                        silent ? Probe.SILENT : other.process.isDead() || other.closed ? Probe.REFUSED : Probe.ANSWERED;
                trace.aside("   " + process + " dials " + other.process + ": " + result);
                soon(silent ? 50 * MILLI : MILLI, () -> listener.probed(dialled, result));
            }
        }

        // ---- faults

        void died(boolean host) {
            hostDied = host;
            awaySince = time.now();
            long closes = dice.between(8, 40) * MILLI;
            links.died(this);
            Set<Station> linked = links.to(this);
            if (!host) links.breakAll(this, closes);
            Seat mine = seat;
            if (mine == null) return;
            for (Seat other : mine.group.seats) {
                if (other == mine) continue;
                // Frames on their way reach some and not others.
                long last = time.now()
                        + switch (dice.below(3)) {
                            case 0 -> 0;
                            case 1 -> dice.between(0, 2 * MILLI);
                            default -> 300 * MILLI;
                        };
                other.lastHeardOfDead.put(mine, last);
                boolean hears = other.view.contains(mine.node) && hasLink(other, mine, linked);
                if (host || !hears || isCut(this, other.station)) continue;
                time.after(
                        closes + dice.between(0, 5 * MILLI),
                        () -> other.station.process.run(
                                () -> other.told(() -> other.station.listener.closed(mine.node))));
            }
            Group group = mine.group;
            if (!host) {
                time.after(closes + dice.between(50, 100) * MILLI, () -> {
                    mine.suspected = true;
                    reconsider(group);
                });
            }
            time.after(SILENCE + MILLI, () -> {
                reconsider(group);
                group.seats.remove(mine);
                for (Seat other : group.seats) other.separated.remove(mine);
            });
        }

        void stopped() {
            awaySince = time.now();
            time.after(SILENCE + MILLI, SimulatedNetwork.this::reconsiderAll);
        }

        void wokeUp() {
            if (seat != null) seat.suspected = false;
        }
    }
}
