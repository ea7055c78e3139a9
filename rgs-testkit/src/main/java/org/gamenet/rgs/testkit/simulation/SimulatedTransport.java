package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/** The transport of one process. */
final class SimulatedTransport implements GroupTransport {
    private static final int EPOCH_AT = 10;
    private static final int EPOCH_BYTES = 16;
    private static final long MILLI = VirtualTime.MILLI;
    /** A frame that waits to be sent for longer is dropped if it may be. */
    private static final long SEND_QUEUE = 100 * MILLI;

    private final SimulatedNetwork network;
    private final VirtualTime time;
    private final Dice dice;
    private final SimulatedViews views;
    private final NetworkPaths paths;
    final SimulatedProcess process;
    final Endpoint place;
    GroupListener listener;
    SimulatedChannel channel;
    boolean closed;
    private boolean hostDied;
    boolean deaf;
    private long sendsUntil;
    private long urgentUntil;
    /** The same as it was before the present turn, and when that was. */
    private long urgentBefore;

    private long turnAt;
    int liesAbout = -1;
    long awaySince;
    private long attempt;
    /** Where it looks for members. */
    private List<Endpoint> places = List.of();
    /** As in the header of what this transport sent last. */
    private final byte[] epoch = new byte[EPOCH_BYTES];

    /** @param port where it listens; each has another */
    SimulatedTransport(SimulatedNetwork network, SimulatedProcess process, int port) {
        this.network = network;
        this.time = network.time;
        this.dice = network.dice;
        this.views = network.views;
        this.paths = network.paths;
        this.process = process;
        this.place = new Endpoint("10.0.0.1", port, 10_000 + port);
    }

    @Override
    public void listen(GroupListener told) {
        listener = told;
        soon(MILLI, () -> told.listening(place));
    }

    boolean isClogged() {
        return sendsUntil - time.now() > SEND_QUEUE;
    }

    /** When this much will have left; what is urgent overtakes the rest, and waits for what is urgent as well. */
    long sends(int bytes, Lane lane) {
        if (network.bytesPerSecond == 0) return 0;
        long takes = bytes * 1_000_000_000L / network.bytesPerSecond;
        sendsUntil = Math.max(sendsUntil, time.now()) + takes;
        if (lane != Lane.URGENT) return sendsUntil;
        if (turnAt != time.now()) urgentBefore = urgentUntil;
        turnAt = time.now();
        urgentUntil = Math.max(urgentUntil, time.now()) + takes;
        return urgentUntil;
    }

    /** Its frame; with some byte changed if it lies about frames of that type. */
    private byte[] said(byte[] frame) {
        if (frame.length <= FrameHeader.BYTES || liesAbout != Byte.toUnsignedInt(frame[1])) return frame;
        byte[] lie = frame.clone();
        lie[FrameHeader.BYTES + dice.below(frame.length - FrameHeader.BYTES)] = (byte) dice.below(256);
        return lie;
    }

    /** Its node in the group; null while it is in none. */
    Node node() {
        return channel == null ? null : channel.node;
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
        soon(dice.between(MILLI, 20 * MILLI), () -> enter(views.found(name), null));
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
        for (SimulatedTransport other : network.transports) {
            SimulatedChannel contact = other.channel;
            if (contact == null
                    || !places.contains(other.place)
                    || views.find(name) != contact.group
                    || contact.view.isEmpty()) continue;
            SimulatedChannel coordinator = views.at(contact.view.iterator().next());
            boolean both = !paths.isCut(this, other) && !paths.isCut(other, this) && other.process.runs();
            if (both
                    && coordinator != null
                    && !coordinator.left
                    && coordinator.transport.process.runs()
                    && !paths.isCut(this, coordinator.transport)
                    && !paths.isCut(coordinator.transport, this)
                    && other != this) {
                leave(false);
                enter(contact.group, coordinator);
                return;
            }
        }
        if (time.now() >= deadline) listener.failed(Reason.NETWORK, "nobody of " + places + " answers");
        else soon(50 * MILLI, () -> tryJoin(mine, name, deadline));
    }

    private void enter(SimulatedViews.Group group, SimulatedChannel coordinator) {
        SimulatedChannel entering = new SimulatedChannel(network, this, group);
        channel = entering;
        views.enter(entering, coordinator);
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
        SimulatedChannel leaving = channel;
        if (leaving == null) return;
        channel = null;
        leaving.left = true;
        time.after(dice.between(10, 80) * MILLI, () -> {
            views.forget(leaving);
            views.reconsider(leaving.group);
        });
    }

    @Override
    public void close() {
        if (closed) return;
        disconnect();
        closed = true;
        network.links.breakAll(this, MILLI);
    }

    @Override
    public void know(List<Endpoint> members) {
        places = members;
    }

    // ---- frames

    @Override
    public void send(Node to, byte[] frame, Lane lane) {
        process.countSaid(to);
        network.trace.wire(process.number, frame);
        network.tap.said(process, frame);
        SimulatedChannel mine = channel;
        SimulatedChannel other = views.at(to);
        if (mine != null && other != null && other.group == mine.group && other != mine)
            mine.carry(other, said(frame), lane, false);
    }

    @Override
    public void cast(byte[] frame, Lane lane) {
        process.countSaid(null);
        network.trace.wire(process.number, frame);
        network.tap.said(process, frame);
        SimulatedChannel mine = channel;
        if (mine == null) return;
        for (Node node : mine.view) {
            SimulatedChannel other = views.at(node);
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
        network.links.want(this, members);
    }

    @Override
    public boolean linked(Endpoint to) {
        return network.links.isLinked(this, to);
    }

    @Override
    public boolean say(Endpoint to, byte[] frame, Lane lane) {
        network.trace.wire(process.number, frame);
        network.tap.said(process, frame);
        if (!network.links.say(this, to, said(frame), lane)) return false;
        process.countSaid(to);
        speaks(frame);
        return true;
    }

    @Override
    public boolean waits(Endpoint to) {
        long earlier = turnAt == time.now() ? urgentBefore : urgentUntil;
        return earlier > time.now() || network.links.calls(this, to);
    }

    @Override
    public boolean hasLinks() {
        return true;
    }

    @Override
    public void call(Endpoint to, byte[] frame, Lane lane) {
        network.links.call(this, to, said(frame), lane);
        process.countSaid(to);
        speaks(frame);
    }

    void hearOverLink(SimulatedTransport from, byte[] frame) {
        if (deaf) return;
        process.run(() -> {
            if (closed) return;
            network.taken(from.process, process, frame);
            listener.heard(from.place, asTaken(frame));
        });
    }

    /** Its last word is in this epoch. */
    void speaks(byte[] frame) {
        if (network.fenceless) System.arraycopy(frame, EPOCH_AT, epoch, 0, EPOCH_BYTES);
    }

    /** A frame as the process is given it. */
    ByteBuffer asTaken(byte[] frame) {
        return ByteBuffer.wrap(network.fenceless ? unfenced(frame) : frame).asReadOnlyBuffer();
    }

    /** A message of the game counts as one of the receiver's own epoch. */
    private byte[] unfenced(byte[] frame) {
        if (frame.length <= FrameHeader.BYTES || Byte.toUnsignedInt(frame[1]) < MessageTypes.FIRST_DATA_ID)
            return frame;
        byte[] changed = frame.clone();
        System.arraycopy(epoch, 0, changed, EPOCH_AT, EPOCH_BYTES);
        return changed;
    }

    void linkedTo(SimulatedTransport other) {
        process.run(() -> {
            if (!closed) listener.linked(other.place);
        });
    }

    void unlinkedFrom(SimulatedTransport other) {
        process.run(() -> {
            if (!closed) listener.unlinked(other.place);
        });
    }

    // ---- hints

    @Override
    public void suspect(Node suspected) {
        SimulatedChannel mine = channel;
        SimulatedChannel other = views.at(suspected);
        if (mine == null || other == null) return;
        // VERIFY_SUSPECT2 asks it first.
        time.after(dice.between(50, 120) * MILLI, () -> {
            if (other.transport.process.runs()) return;
            other.suspected = true;
            views.reconsider(other.group);
        });
    }

    @Override
    public @Nullable Endpoint placeOf(Node speaker) {
        SimulatedChannel other = views.at(speaker);
        return other == null ? null : other.transport.place;
    }

    @Override
    public void probe(Endpoint dialled) {
        process.countSaid(dialled);
        for (SimulatedTransport other : network.transports) {
            if (!other.place.equals(dialled)) continue;
            boolean silent = other.hostDied || paths.isCut(this, other) || paths.isCut(other, this);
            Probe result =
                    silent ? Probe.SILENT : other.process.isDead() || other.closed ? Probe.REFUSED : Probe.ANSWERED;
            network.trace.aside("   " + process + " dials " + other.process + ": " + result);
            soon(silent ? 50 * MILLI : MILLI, () -> listener.probed(dialled, result));
        }
    }

    // ---- faults

    void died(boolean host) {
        hostDied = host;
        awaySince = time.now();
        long closes = dice.between(8, 40) * MILLI;
        network.links.died(this);
        Set<SimulatedTransport> linked = network.links.to(this);
        if (!host) network.links.breakAll(this, closes);
        SimulatedChannel mine = channel;
        if (mine == null) return;
        for (SimulatedChannel other : mine.group.channels) {
            if (other == mine) continue;
            // Frames on their way reach some and not others.
            long last = time.now()
                    + switch (dice.below(3)) {
                        case 0 -> 0;
                        case 1 -> dice.between(0, 2 * MILLI);
                        default -> 300 * MILLI;
                    };
            other.lastHeardOfDead.put(mine, last);
            boolean hears = other.view.contains(mine.node) && other.hasLink(mine, linked);
            if (host || !hears || paths.isCut(this, other.transport)) continue;
            time.after(
                    closes + dice.between(0, 5 * MILLI),
                    () -> other.transport.process.run(
                            () -> other.told(() -> other.transport.listener.closed(mine.node))));
        }
        if (!host) {
            time.after(closes + dice.between(50, 100) * MILLI, () -> {
                mine.suspected = true;
                views.reconsider(mine.group);
            });
        }
        time.after(SimulatedViews.SILENCE + MILLI, () -> {
            views.reconsider(mine.group);
            views.forget(mine);
        });
    }

    void stopped() {
        awaySince = time.now();
        time.after(SimulatedViews.SILENCE + MILLI, views::reconsiderAll);
    }

    void wokeUp() {
        if (channel != null) channel.suspected = false;
    }
}
