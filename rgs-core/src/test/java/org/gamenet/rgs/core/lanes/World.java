package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * Ends of lanes on a network that loses, doubles and reorders, in virtual time; the agreement is played by the test.
 */
final class World {
    static final long D = 1_000_000_000L;
    static final long MILLI = 1_000_000L;
    static final long GAME = 7;

    /** A message: the {@code count}-th of its sender in this way. */
    record Say(String who, String how, int count) {}

    /** Newest wins. */
    record Place(int count) {}

    /** The game's state: what was bought, each once if all is well. */
    record Bought(List<String> what) {}

    static final Records RECORDS = Records.of(Say.class, Place.class, Bought.class);
    static final SizeLimit LIMIT = new SizeLimit("MESSAGE_BYTES", 1 << 20);
    static final int SAY = RECORDS.idOf(Say.class);
    static final int PLACE = RECORDS.idOf(Place.class);
    static final int BOUGHT = RECORDS.idOf(Bought.class);

    final Random random;
    final Map<Long, End> ends = new LinkedHashMap<>();
    private final PriorityQueue<Packet> wire =
            new PriorityQueue<>(Comparator.comparingLong(Packet::at).thenComparingLong(Packet::order));
    long now = 5 * D;
    private long packets;
    private final Map<Integer, Integer> sent = new HashMap<>();
    double loss;
    double doubled;
    long delayNanos = MILLI / 10;
    long jitterNanos = MILLI;
    Log log = Log.EMPTY;
    private final Map<Long, Long> nonces = new HashMap<>();
    private final Map<Long, Long> attempts = new HashMap<>();
    /** The members that the arbiter lists besides the roster. */
    final List<MemberId> listed = new ArrayList<>();
    /** The last entry that everybody is known to have delivered: a later one may vanish. */
    Position stable = Position.NONE;

    private record Packet(long at, long order, MemberId from, long to, byte[] frame) {}

    World(long seed) {
        random = new Random(seed);
    }

    /** The next incarnation of this peer's session. */
    MemberId draw(long peer) {
        long nonce = nonces.computeIfAbsent(peer, p -> random.nextLong());
        return new MemberId(peer, new Incarnation(attempts.merge(peer, 1L, Long::sum), nonce));
    }

    /** The peer comes back from another process. */
    void anotherSession(long peer) {
        nonces.remove(peer);
        ends.remove(peer);
    }

    static Member member(MemberId id) {
        return member(id, Kind.PLAYER);
    }

    static Member member(MemberId id, Kind kind) {
        return new Member(id, "p" + id.peer(), kind, new org.gamenet.rgs.core.machine.Endpoint("127.0.0.1", 1, 2), 1);
    }

    // ---- the network

    void transmit(MemberId from, long to, byte[] frame) {
        sent.merge((int) frame[1], 1, Integer::sum);
        int copies = random.nextDouble() < loss ? 0 : random.nextDouble() < doubled ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long delay = delayNanos + (long) (random.nextDouble() * jitterNanos);
            wire.add(new Packet(now + delay, packets++, from, to, frame));
        }
    }

    /** Frames of this type that anybody has sent so far. */
    int sent(int type) {
        return sent.getOrDefault(type, 0);
    }

    void run(long millis) {
        long until = now + millis * MILLI;
        while (now < until) {
            now += MILLI;
            while (!wire.isEmpty() && wire.peek().at <= now) {
                Packet packet = wire.remove();
                End end = ends.get(packet.to);
                if (end == null || end.dead) continue;
                end.receive(packet.frame);
            }
            for (End end : List.copyOf(ends.values())) if (!end.dead) end.live();
            while (!later.isEmpty()) later.remove().run();
        }
    }

    private final java.util.ArrayDeque<Runnable> later = new java.util.ArrayDeque<>();

    void later(Runnable what) {
        later.add(what);
    }

    // ---- the agreement

    End found(long peer) {
        End end = new End(this, peer);
        ends.put(peer, end);
        return found(end);
    }

    End found(End end) {
        long peer = end.peer;
        end.me = draw(peer);
        LogEntry ack = new LogEntry(
                new Position(new Epoch(1, random.nextLong()), 0),
                EntryBody.Ack.of(
                        Position.NONE,
                        List.of(end.me),
                        Optional.of(member(end.me)),
                        List.of(end.me),
                        List.of(),
                        List.of(),
                        Map.of(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        log = log.with(ack);
        end.lanes.admitted(end.me, log, Optional.empty(), now);
        end.playing = true;
        return end;
    }

    /** A new process, or one that comes back; its state is the server's. */
    End join(long peer) {
        End end = ends.computeIfAbsent(peer, p -> new End(this, p));
        boolean again = end.me != null;
        if (again) end.lanes.left();
        end.dead = false;
        end.me = draw(peer);
        stamp(new EntryBody.Joined(member(end.me), again));
        End server = server();
        server.drain();
        StateMarks marks = server.inbox.handedOut().state(log.end().epoch(), seconds());
        server.lanes.gave(end.me, marks);
        end.restore(new ArrayList<>(server.bought), marks);
        end.uncertain += end.lanes.uncertain(Optional.of(marks.marks()), log);
        end.lanes.admitted(end.me, log, Optional.of(marks.marks()), now);
        end.playing = true;
        end.packaged = List.of();
        end.packagedMarks = StateMarks.NONE;
        end.takePackage();
        return end;
    }

    End server() {
        return ends.get(log.authority().get(0).peer());
    }

    /** The server tells its state, and these package what they have of it. */
    void share(End... those) {
        server().tellState(Delivery.RELIABLE_ORDERED);
        run(50);
        for (End end : those) end.takePackage();
    }

    double seconds() {
        return now / 1e9;
    }

    void stamp(EntryBody body) {
        LogEntry frame = new LogEntry(log.end().next(), body);
        log = log.with(frame);
        for (End end : ends.values()) {
            if (end.dead || !end.playing) continue;
            if (body instanceof EntryBody.Joined joined && joined.member().id().equals(end.me)) continue;
            if (body instanceof EntryBody.Exited exited && exited.who().equals(end.me)) {
                end.lanes.left();
                end.playing = false;
                continue;
            }
            end.lanes.delivered(frame, now);
        }
    }

    void exit(MemberId who) {
        stamp(new EntryBody.Exited(who, Reason.CRASHED, ""));
    }

    /** Like a primary: stamps in the order of each sender's numbers. */
    void order(MemberId from, long number, int type, double sentAt, Payload message) {
        if (random.nextDouble() < loss
                || log.orderedOf(from) + 1 != number
                || !log.roster().has(from)) return;
        stamp(new EntryBody.Ordered(from, number, type, sentAt, message));
    }

    void freeze() {
        for (End end : ends.values()) if (!end.dead && end.playing) end.lanes.frozen();
    }

    /** The next epoch under this server; {@code base} empty: nothing was restored. */
    LogEntry acknowledge(MemberId server, Optional<Map<MemberId, Marks>> base, List<MemberId> lost) {
        List<EntryBody.Exited> exits = lost.stream()
                .map(m -> new EntryBody.Exited(m, Reason.CRASHED, ""))
                .toList();
        List<MemberId> stay =
                log.roster().ids().stream().filter(m -> !lost.contains(m)).toList();
        LogEntry ack = new LogEntry(
                new Position(new Epoch(log.end().epoch().number() + 1, random.nextLong()), 0),
                EntryBody.Ack.of(
                        log.end(),
                        List.of(server),
                        Optional.empty(),
                        stay,
                        List.of(),
                        exits,
                        base.orElse(Map.of()),
                        base.isEmpty(),
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        log = log.with(ack);
        return ack;
    }

    /** One that is not in the roster takes over, and is admitted in the place of one that is out. */
    LogEntry admit(MemberId server, List<MemberId> stay, MemberId out, Optional<Map<MemberId, Marks>> base) {
        LogEntry ack = new LogEntry(
                new Position(new Epoch(log.end().epoch().number() + 1, 5), 0),
                EntryBody.Ack.of(
                        log.end(),
                        List.of(server),
                        Optional.of(member(server)),
                        stay,
                        List.of(),
                        List.of(new EntryBody.Exited(out, Reason.CRASHED, "")),
                        base.orElse(Map.of()),
                        base.isEmpty(),
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        log = log.with(ack);
        return ack;
    }

    /** A planned change, to this server with that backup. */
    LogEntry backedUp(MemberId server, MemberId backup) {
        LogEntry ack = new LogEntry(
                new Position(new Epoch(log.end().epoch().number() + 1, random.nextLong()), 0),
                EntryBody.Ack.of(
                        log.end(),
                        List.of(server, backup),
                        Optional.empty(),
                        log.roster().ids(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        true,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        log = log.with(ack);
        return ack;
    }

    void resume(End end, LogEntry ack, Optional<Map<MemberId, Marks>> base) {
        end.uncertain += end.lanes.uncertain(base, log);
        end.lanes.delivered(ack, now);
        end.lanes.resumed(log, base, now);
    }

    /** Into an endpoint, as the worker does. */
    static void feed(Lanes lanes, byte[] frame, long now) {
        ByteBuffer buffer = ByteBuffer.wrap(frame).asReadOnlyBuffer();
        FrameHeader header = FrameHeader.read(buffer);
        if (!Lanes.carries(header.type())) throw new AssertionError("type " + header.type());
        lanes.received(header, buffer, now);
    }

    static OutgoingMessage all(Record message, Delivery how, double at) {
        return new OutgoingMessage(
                OutgoingMessage.To.ALL,
                0,
                how,
                RECORDS.idOf(message.getClass()),
                RECORDS.encodeBody(message, LIMIT, 0),
                at,
                null);
    }

    static OutgoingMessage one(long peer, Record message, Delivery how, double at) {
        return new OutgoingMessage(
                OutgoingMessage.To.ONE,
                peer,
                how,
                RECORDS.idOf(message.getClass()),
                RECORDS.encodeBody(message, LIMIT, 0),
                at,
                null);
    }

    static OutgoingMessage server(Record message, Delivery how, double at) {
        return new OutgoingMessage(
                OutgoingMessage.To.SERVER,
                0,
                how,
                RECORDS.idOf(message.getClass()),
                RECORDS.encodeBody(message, LIMIT, 0),
                at,
                null);
    }

    /** For a {@link Sink}. */
    void send(MemberId from, MemberId to, byte[] frame, Lane lane) {
        transmit(from, to.peer(), frame);
    }
}
