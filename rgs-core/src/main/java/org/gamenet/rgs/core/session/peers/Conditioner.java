package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Chance;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.jspecify.annotations.Nullable;

/**
 * The last stop before the transport: everything that a session says passes here, at once, or under {@link Conditions}
 * late, twice or not at all. Each receiver's copy has a fate of its own. Reliable frames keep the order they have on
 * their lane. Worker's thread.
 */
public final class Conditioner implements Beat {
    static final int FRAMES_MAX = 16_384;
    static final long BYTES_MAX = 32L << 20;
    private static final int WAYS_MAX = 8_192;
    private static final int RESENDS_MAX = 5;
    private static final long SHORTEST_ROUND_TRIP_NANOS = 20_000_000;
    /** Longer than the pause between two messages at thirty a second, so that the next one overtakes. */
    private static final long HELD_BACK_NANOS = 50_000_000;

    private final GroupTransport transport;
    private final Neighbours neighbours;
    private final SessionTime time;
    private final Chance chance;
    private final PriorityQueue<Held> held =
            new PriorityQueue<>(Comparator.comparingLong(Held::dueAt).thenComparingLong(Held::count));
    /** When the last frame of a lane that keeps its order is due. */
    private final Map<Way, Long> lastDueAt = new HashMap<>();

    private Conditions conditions = Conditions.NONE;
    private @Nullable SplittableRandom dice;
    private long count;
    private long heldBytes;
    private long latestAt;

    private record Held(long dueAt, long count, Way way, byte[] frame) {}

    /** To an end of the group on a lane, or over the link to a process. */
    private sealed interface Way {
        Lane lane();
    }

    private record InGroup(Node to, Lane lane) implements Way {}

    private record OverLink(Endpoint to, Lane lane) implements Way {}

    public Conditioner(GroupTransport transport, Neighbours neighbours, SessionTime time, Chance chance) {
        this.transport = transport;
        this.neighbours = neighbours;
        this.time = time;
        this.chance = chance;
    }

    public void set(Conditions wanted) {
        conditions = wanted;
        if (isCalm()) releaseUntil(Long.MAX_VALUE);
        // The seed is drawn late: a session that never needs chance takes none.
        else if (dice == null) dice = new SplittableRandom(chance.next());
    }

    private boolean isCalm() {
        return conditions.equals(Conditions.NONE);
    }

    /** To one end of the group. The bytes are not the caller's any more. */
    void send(Node to, byte[] frame, Lane lane) {
        if (isCalm()) transport.send(to, frame, lane);
        else hold(new InGroup(to, lane), frame, time.now());
    }

    /** To all others in the group. The bytes are not the caller's any more. */
    void cast(byte[] frame, Lane lane) {
        if (isCalm()) {
            transport.cast(frame, lane);
            return;
        }
        long now = time.now();
        for (Node to : neighbours.others()) hold(new InGroup(to, lane), frame.clone(), now);
    }

    /**
     * Over the link to that process; false if it did not go that way. A frame that is held counts as said: if no link
     * stands when it is due it is lost, and said again like all that is urgent.
     */
    boolean say(Endpoint to, byte[] frame, Lane lane) {
        if (isCalm()) return transport.say(to, frame, lane);
        if (!transport.linked(to)) return false;
        hold(new OverLink(to, lane), frame, time.now());
        return true;
    }

    /** See {@link GroupTransport#waits}. */
    boolean waits(Endpoint process) {
        return transport.waits(process);
    }

    /** Over the link to that process, at once; false if it did not go. The bytes are the caller's again afterwards. */
    boolean saysCopy(Endpoint to, ByteBuffer frame, Lane lane) {
        return isCalm() && transport.saysCopy(to, frame, lane);
    }

    /**
     * Over the link to that process as soon as one stands; false if there is no such thing. A frame that is held waits
     * for its time, and then for the link.
     */
    boolean call(Endpoint to, byte[] frame, Lane lane) {
        if (!transport.hasLinks()) return false;
        if (isCalm()) transport.call(to, frame, lane);
        else hold(new OverLink(to, lane), frame, time.now());
        return true;
    }

    private void hold(Way way, byte[] frame, long now) {
        Lane lane = way.lane();
        boolean reliable = lane != Lane.UNRELIABLE;
        if (!reliable && happens(conditions.loss())) return;
        long dueAt = now + trip();
        for (int resends = 0; reliable && resends < RESENDS_MAX && happens(conditions.loss()); resends++)
            dueAt += roundTrip() + trip();
        boolean overtaken = !reliable && happens(conditions.reorder());
        if (lastDueAt.size() > WAYS_MAX) lastDueAt.values().removeIf(due -> due <= now);
        if (overtaken) dueAt += HELD_BACK_NANOS;
        else if (lane != Lane.URGENT) dueAt = behind(way, dueAt);
        add(way, frame, dueAt);
        if (!reliable && happens(conditions.duplicates())) add(way, frame.clone(), dueAt + trip());
        while (held.size() > FRAMES_MAX || heldBytes > BYTES_MAX) release(held.remove());
    }

    private long behind(Way way, long dueAt) {
        long due = Math.max(dueAt, lastDueAt.getOrDefault(way, dueAt));
        lastDueAt.put(way, due);
        return due;
    }

    private void add(Way way, byte[] frame, long dueAt) {
        held.add(new Held(dueAt, ++count, way, frame));
        heldBytes += frame.length;
        latestAt = Math.max(latestAt, dueAt);
    }

    private boolean happens(double share) {
        return share > 0 && dice().nextDouble() < share;
    }

    private long trip() {
        long jitter = conditions.jitter().toNanos();
        return conditions.latency().toNanos() + (jitter == 0 ? 0 : dice().nextLong(jitter));
    }

    private SplittableRandom dice() {
        SplittableRandom drawn = dice;
        if (drawn == null) throw new AssertionError("calm, and yet something is left to chance");
        return drawn;
    }

    private long roundTrip() {
        return Math.max(SHORTEST_ROUND_TRIP_NANOS, 2 * conditions.latency().toNanos());
    }

    /** Lets go what is due; returns how much. */
    @Override
    public int tick(long now) {
        return held.isEmpty() ? 0 : releaseUntil(now);
    }

    private int releaseUntil(long now) {
        int released = 0;
        for (Held first = held.peek(); first != null && first.dueAt <= now; first = held.peek()) {
            release(held.remove());
            released++;
        }
        if (held.isEmpty()) lastDueAt.clear();
        return released;
    }

    private void release(Held out) {
        heldBytes -= out.frame.length;
        if (out.way instanceof InGroup in) transport.send(in.to, out.frame, in.lane);
        else if (out.way instanceof OverLink over) transport.call(over.to, out.frame, over.lane);
    }

    /** When the next is due; {@link Long#MAX_VALUE} if nothing is held. */
    @Override
    public long nextAt(long now) {
        Held first = held.peek();
        return first == null ? Long.MAX_VALUE : first.dueAt;
    }

    /** When the last of what is held is due; now if nothing is. */
    public long lastAt(long now) {
        return held.isEmpty() ? now : Math.max(now, latestAt);
    }

    /** Out of the group: what was on its way there is lost. */
    public void leaveGroup() {
        held.clear();
        heldBytes = 0;
        lastDueAt.clear();
    }

    int heldFrames() {
        return held.size();
    }

    long heldBytes() {
        return heldBytes;
    }
}
