package org.gamenet.rgs.core.lanes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.lanes.DataFrame.Packaged;
import org.gamenet.rgs.core.lanes.DataFrame.Report;
import org.gamenet.rgs.core.lanes.DataFrame.Served;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * All lanes of one session (P24). Worker's thread only. Time is monotonic nanoseconds.
 *
 * <p>Order of calls: what the application is told goes into the inbox first, then the lanes are told; so a newcomer's messages follow its
 * {@code Joined}, and those of a new epoch its {@code Resumed}.
 */
public final class Lanes {
    /** A receiver that has taken so much says so at once. */
    private static final int REPORT_MESSAGES = Backlog.WINDOW / 4;
    private static final int REPORT_BYTES = Backlog.WINDOW_BYTES / 4;
    /** A newcomer may be busy restoring before it takes its first message. */
    private static final long NEWCOMER_NANOS = 5_000_000_000L;
    /** Reports after which what has not changed is reported again: 2 D. */
    private static final int REPEAT_ROUNDS = 10;
    private static final int FORMER_MAX = 256;
    /** Whoever was put out for so long cannot have gone on elsewhere unless by the last resort (P38). */
    private static final long PUT_OUT_NANOS = 10_000_000_000L;
    private static final MemberId NOBODY = new MemberId(0, new Incarnation(0, 0));

    /**
     * @param game as in the frames' headers
     * @param suspectNanos D
     * @param sendMessages {@code Limit.SEND_MESSAGES}
     * @param stateful whether the game has a state handler: then a request is stable when every member's latest package contains it
     */
    public record Setup(long game, long suspectNanos, int sendMessages, boolean stateful) {}

    private final long game;
    private final Peers peers;
    private final Outbox outbox;
    private final Deliveries inbox;
    private final Sink sink;
    private boolean stateful;
    private long suspectNanos;

    private final Map<MemberId, MemberLane> lanes = new LinkedHashMap<>();
    /** What was taken of those who are out, by the low half of their incarnation: their next one asks. */
    private final Map<Long, Former> former = new LinkedHashMap<>();
    private final Map<MemberId, Boolean> gone = new LinkedHashMap<>();
    private final Early early = new Early();
    private final Deque<Shared> waiting = new ArrayDeque<>();
    private final Deque<Shared> toMyself = new ArrayDeque<>();
    private final Map<Integer, long[]> sequences = new HashMap<>();
    private final Requests requests;
    private final Orders orders = new Orders();
    private Packaged packaged;
    private boolean packagedNews = true;
    private byte @Nullable [] tableBytes;
    private Map<MemberId, Marks> table = Map.of();

    private MemberId me = NOBODY;
    private Peer self = Peer.of(0, "");
    private Epoch epoch = Epoch.NONE;
    private MemberId primary = NOBODY;
    private boolean playing;
    private @Nullable Stability stability;
    private Map<MemberId, Marks> base = Map.of();
    private Stream myRequests = Stream.fresh();
    private long requestsAt;
    private long reportedAt;
    private long rounds;

    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong overflowed = new AtomicLong();

    private record Former(MemberId id, MarkSet taken) {}

    public Lanes(Setup setup, Peers peers, Outbox outbox, Deliveries inbox, Sink sink) {
        this.game = setup.game();
        this.suspectNanos = setup.suspectNanos();
        this.stateful = setup.stateful();
        this.peers = peers;
        this.outbox = outbox;
        this.inbox = inbox;
        this.sink = sink;
        this.requests = new Requests(setup.sendMessages());
        this.packaged = new Packaged(!stateful, 0, 0);
    }

    // ---- life

    /** D as the game's rules say, once they are known. */
    public void suspectAfter(long nanos) {
        suspectNanos = nanos;
    }

    /** Whether the game has a state handler: settled when its first {@code update} comes. */
    public void stateful(boolean handler) {
        if (handler == stateful) return;
        stateful = handler;
        packaged = new Packaged(!handler, packaged.epoch(), packaged.time());
        packagedNews = true;
    }

    /**
     * In the game under this id, playing in the epoch of {@code log.end()}: founded it, or was admitted. After a rejoin: in a new
     * incarnation; what is not acknowledged is numbered anew, except what {@code log.ordered()} and {@code contained} show as done.
     *
     * @param contained the marks of the state that came with the admission; empty if there was none
     */
    public void admitted(MemberId me, Log log, Map<MemberId, Marks> contained, long now) {
        contained.keySet().forEach(peers::learn);
        become(me, log, contained, now);
        enter(log);
        if (serves()) serveFrom(contained);
        flow(now);
    }

    /** A spare is handed the frozen game that this log tells of: members are known, nothing flows before {@link #resumed}. */
    public void tookOver(MemberId me, Log before, long now) {
        become(me, before, Map.of(), now);
        frozen();
    }

    private void become(MemberId now, Log log, Map<MemberId, Marks> contained, long nanos) {
        MemberId before = me;
        me = now;
        playing = false;
        stability = null;
        myRequests = Stream.fresh();
        gone.clear();
        former.clear();
        Map<MemberId, MemberLane> old = new LinkedHashMap<>(lanes);
        lanes.clear();
        peers.learn(log.roster());
        self = peers.peer(me.peer());
        for (Member member : log.roster().members()) if (!member.id().equals(me)) open(member, nanos);
        if (before.equals(NOBODY)) return;
        old.forEach((id, lane) -> carryOver(before, lane));
        fell(requests.renumber(before, contained));
        orders.renumber(log.ordered().getOrDefault(before, 0L));
        packaged = new Packaged(!stateful, 0, 0);
        packagedNews = true;
    }

    /** What a member that is still in had not acknowledged to my incarnation before. */
    private void carryOver(MemberId before, MemberLane old) {
        MemberLane lane = lanes.get(old.id);
        if (lane == null) {
            old.close();
            return;
        }
        lane.remember(old);
        if (old.leftover != null) {
            old.out.clear((message, number) -> lane.out.add(message));
            lane.leftover = old.leftover;
            lane.formerLow = old.formerLow;
        } else if (!old.out.isEmpty()) {
            Backlog leftover = new Backlog();
            List<Backlog.Kept> kept = new ArrayList<>();
            old.out.clear((message, number) -> kept.add(new Backlog.Kept(message, number)));
            leftover.replace(kept);
            lane.leftover = leftover;
            lane.formerLow = before.incarnation().nonce();
        }
    }

    /** Frozen was shown: nothing is delivered, reliable messages wait. */
    public void frozen() {
        playing = false;
    }

    /** Resumed in the same epoch. */
    public void thawed(long now) {
        if (playing) return;
        rewind();
        flow(now);
    }

    /** A frame was delivered, while playing or on the way to a resume; its event is in the inbox already. */
    public void frame(Frame frame, long now) {
        FrameBody body = frame.body();
        if (body instanceof FrameBody.Joined joined) {
            join(joined.member(), now);
            if (playing) refeed(now);
        } else if (body instanceof FrameBody.Exited exited) {
            boolean against = exited.why() != Reason.LEFT && lanes.containsKey(exited.who());
            if (stability != null && against) stability.putOut(exited.who(), now + PUT_OUT_NANOS);
            exit(exited.who(), against);
        } else if (body instanceof FrameBody.Ack ack) {
            for (FrameBody.Exited exited : ack.exits()) exit(exited.who());
            ack.admitted().ifPresent(member -> join(member, now));
        } else if (body instanceof FrameBody.Ordered ordered) {
            ordered(frame, ordered, now);
        }
    }

    /**
     * Playing in the epoch of {@code log.end()}; its frames have been told by {@link #frame}.
     *
     * @param base the marks of the restored state (P23: {@code Ack.marks}); empty where the server and its state stayed
     */
    public void resumed(Log log, Optional<Map<MemberId, Marks>> base, long now) {
        boolean served = stability != null;
        base.ifPresent(marks -> marks.keySet().forEach(peers::learn));
        enter(log);
        orders.stamped(log.ordered().getOrDefault(me, 0L), sink, false, now);
        base.ifPresent(marks -> fell(requests.rebase(me, marks)));
        if (!serves()) {
            stopServing();
        } else if (base.isPresent()) {
            serveFrom(base.get());
        } else if (!served) {
            serveFrom(inbox.handedOut().marks());
        }
        rewind();
        flow(now);
    }

    /**
     * Out of the game, to come back by {@link #admitted}: WAITING. What is reliable waits; except that what a deposed server sent to members
     * reaches nobody any more, for it is of a history that does not go on. Its requests and its totally ordered messages wait.
     */
    public void left() {
        playing = false;
        pump(0);
        if (serves()) recant();
        epoch = Epoch.NONE;
        primary = NOBODY;
        stopServing();
    }

    private void recant() {
        for (MemberLane lane : lanes.values()) lane.close();
        while (!toMyself.isEmpty()) toMyself.remove().settle();
        for (int i = waiting.size(); i > 0; i--) {
            Shared shared = waiting.remove();
            Outgoing message = shared.message;
            if (message.to() == Outgoing.To.SERVER || message.how() == Delivery.TOTAL_ORDER) waiting.add(shared);
            else shared.settle();
        }
    }

    private void enter(Log log) {
        epoch = log.end().epoch();
        peers.learn(log.roster());
        for (MemberId member : List.copyOf(lanes.keySet())) if (!log.roster().has(member)) exit(member);
        for (Member member : log.roster().members()) if (!lanes.containsKey(member.id()) && !member.id().equals(me)) join(member, 0);
        primary = log.authority().isEmpty() ? NOBODY : log.authority().get(0);
        packagedNews = true;
    }

    private boolean serves() {
        return primary.equals(me);
    }

    private void serveFrom(Map<MemberId, Marks> contained) {
        contained.keySet().forEach(peers::learn);
        stability = new Stability(epoch.number());
        base = contained;
        myRequests = Stream.from(contained, me);
        for (MemberLane lane : lanes.values()) {
            lane.requests = Stream.from(contained, lane.id);
            lane.toldStable = Map.of();
        }
    }

    private void stopServing() {
        stability = null;
        base = Map.of();
        for (MemberLane lane : lanes.values()) lane.requests = null;
    }

    private void rewind() {
        for (MemberLane lane : lanes.values()) lane.out.rewind();
        requests.open().rewind();
    }

    private void flow(long now) {
        playing = true;
        for (MemberLane lane : lanes.values()) {
            lane.reportDue = true;
            lane.progressAt = now;
            lane.repeatedAt = now;
        }
        requestsAt = now;
        refeed(now);
        send(now);
        orders.repeat(sink, now);
        while (!waiting.isEmpty()) route(waiting.remove(), now);
        pump(now);
    }

    // ---- members

    private MemberLane open(Member member, long now) {
        MemberLane lane = new MemberLane(member, peers.learn(member), this::way);
        lane.progressAt = now;
        lane.repeatedAt = now;
        lanes.put(lane.id, lane);
        gone.remove(lane.id);
        return lane;
    }

    private void join(Member member, long now) {
        if (member.id().equals(me) || lanes.containsKey(member.id())) return;
        for (MemberId other : List.copyOf(lanes.keySet())) if (other.peer() == member.id().peer()) exit(other);
        MemberLane lane = open(member, now);
        tableBytes = null;
        if (stability != null) lane.requests = Stream.from(base, lane.id);
    }

    private void exit(MemberId who) {
        exit(who, false);
    }

    private void exit(MemberId who, boolean against) {
        MemberLane lane = lanes.remove(who);
        gone.put(who, true);
        trim(gone);
        if (lane == null) return;
        lane.close();
        former.put(who.incarnation().nonce(), new Former(who, lane.in.taken()));
        trim(former);
        if (stability != null && !against) stability.gone(who);
        inbox.handedOut().gone(who);
        inbox.gone(who.peer());
        outbox.forget(who.peer());
    }

    private static void trim(Map<?, ?> table) {
        if (table.size() <= FORMER_MAX) return;
        Object eldest = table.keySet().iterator().next();
        table.remove(eldest);
    }

    // ---- out

    /** Takes what is in the outbox, and tries what waits: after the outbox's wake, and when the inbox is relieved. */
    public void pump(long now) {
        if (playing) loopBack(now);
        for (Outgoing next = outbox.poll(); next != null; next = outbox.poll()) {
            if (next.reliable()) {
                Shared shared = new Shared(next, outbox);
                if (playing) route(shared, now);
                else waiting.add(shared);
            } else if (playing) {
                fire(next, now);
            }
        }
        if (playing) {
            if (myRequests.refused()) drain(myRequests, now);
            for (MemberLane lane : lanes.values()) {
                if (lane.in.refused()) drain(lane.in, now);
                if (lane.requests != null && lane.requests.refused()) drain(lane.requests, now);
                if (due(lane.in)) report(lane);
            }
        }
    }

    private void drain(Stream stream, long now) {
        stream.drain(inbox, now);
        if (stream == myRequests) sendRequests(now);
    }

    private void route(Shared shared, long now) {
        Outgoing message = shared.message;
        if (message.how() == Delivery.TOTAL_ORDER) {
            made(message);
            orders.add(shared, sink, now);
            return;
        }
        switch (message.to()) {
            case ALL -> {
                made(message);
                for (MemberLane lane : lanes.values()) send(lane, shared.owe(), now);
                loopBack(shared, now);
            }
            case ONE -> {
                made(message);
                if (message.peer() == me.peer()) {
                    loopBack(shared, now);
                } else {
                    MemberLane lane = find(message.peer());
                    if (lane == null) shared.settle();
                    else send(lane, shared, now);
                }
            }
            case SERVER -> {
                boolean idle = requests.open().inFlight() == 0;
                requests.add(shared);
                if (idle) requestsAt = now;
                sendRequests(now);
            }
        }
    }

    private void made(Outgoing message) {
        if (message.state() != null && stability != null) stability.made(message.state());
    }

    private @Nullable MemberLane find(long peer) {
        for (MemberLane lane : lanes.values()) if (lane.id.peer() == peer) return lane;
        return null;
    }

    private void send(MemberLane lane, Shared shared, long now) {
        if (lane.out.inFlight() == 0) {
            lane.progressAt = now;
            lane.repeatedAt = now;
        }
        lane.out.add(shared);
        send(lane);
    }

    private void send(MemberLane lane) {
        if (lane.leftover != null) return;
        lane.out.send(lane.way);
    }

    private Backlog.Way way(MemberId to) {
        return (message, number, floor, previous) ->
                sink.transmit(to, encode(DataFrame.RELIABLE, to, message, number, floor, previous), Lane.RELIABLE);
    }

    private void send(long now) {
        for (MemberLane lane : lanes.values()) send(lane);
        sendRequests(now);
    }

    private void sendRequests(long now) {
        if (!playing || primary.equals(NOBODY)) return;
        if (serves()) {
            askMyself(now);
            return;
        }
        requests.open().send((message, number, floor, previous) ->
                sink.transmit(primary, encode(DataFrame.REQUEST, primary, message, number, floor, previous), Lane.RELIABLE));
    }

    /** My own requests, while I serve, take the same way without the wire. */
    private void askMyself(long now) {
        long floor;
        do {
            requests.open().send((message, number, lowest, previous) -> {
                myRequests.raise(lowest, n -> inbox.handedOut().abandon(me, n));
                myRequests.arrive(number, message.ordered(), previous, arrival(me, self, message.message, number, now), inbox, now);
            });
            floor = requests.open().floor();
            fell(requests.taken(myRequests.upTo()));
        } while (requests.open().floor() != floor && !requests.open().isEmpty());
    }

    private byte[] encode(int type, MemberId receiver, Shared shared, long number, long floor, long previous) {
        Outgoing message = shared.message;
        int flags = shared.ordered() ? DataFrame.ORDERED : 0;
        byte @Nullable [] marks = null;
        StateMarks state = message.state();
        if (state != null && serves()) {
            flags |= DataFrame.STATE | (state.epoch().equals(epoch) ? 0 : DataFrame.OLDER_STATE);
            marks = shared.marks(epoch);
        }
        return DataFrame.message(header(type, number, message.sentAt()), addressOf(receiver), message, flags, floor, previous, marks);
    }

    private static int addressOf(MemberId receiver) {
        return (int) receiver.incarnation().nonce();
    }

    private FrameHeader header(int type, long number, double sentAt) {
        return new FrameHeader(type, game, epoch, me, number, sentAt, 0);
    }

    /** A server's own world is drawn before it comes back: only what it asks of itself is followed. */
    private static Arrival arrival(MemberId sender, Peer from, Outgoing message, long request, long now) {
        List<Trace> traces = message.to() == Outgoing.To.SERVER ? message.traces() : null;
        return new Arrival(sender, from, message.how(), message.type(), message.sentAt(), request, message.state(),
                ByteBuffer.wrap(message.bytes()), traces == null ? null
                        : traces.stream().map(t -> new Trace.Arrived(t, message.sentAt(), now)).toList());
    }

    /** Fire and forget. */
    private void fire(Outgoing message, long now) {
        made(message);
        long number = 0;
        int type = DataFrame.UNRELIABLE;
        if (message.how() == Delivery.UNRELIABLE_SEQUENCED) {
            type = DataFrame.SEQUENCED;
            number = ++sequences.computeIfAbsent(message.type(), t -> new long[1])[0];
        }
        boolean toMe = message.to() == Outgoing.To.ALL || message.to() == Outgoing.To.ONE && message.peer() == me.peer()
                || message.to() == Outgoing.To.SERVER && serves();
        MemberId one = null;
        if (message.to() == Outgoing.To.SERVER && !serves()) {
            one = primary;
        } else if (message.to() == Outgoing.To.ONE && !toMe) {
            MemberLane lane = find(message.peer());
            if (lane == null) return;
            one = lane.id;
        }
        if (one != null && !one.equals(NOBODY) || message.to() == Outgoing.To.ALL && !lanes.isEmpty()) {
            int flags = message.to() == Outgoing.To.SERVER ? DataFrame.TO_SERVER : 0;
            byte @Nullable [] marks = null;
            if (message.state() != null && serves()) {
                flags |= DataFrame.STATE | (message.state().epoch().equals(epoch) ? 0 : DataFrame.OLDER_STATE);
                marks = DataFrame.marks(message.state(), epoch);
            }
            byte[] frame = DataFrame.message(header(type, number, message.sentAt()), message, flags, 0, 0, marks);
            if (one != null) sink.transmit(one, frame, Lane.UNRELIABLE);
            else sink.cast(frame, Lane.UNRELIABLE);
        }
        if (toMe) inbox.offer(arrival(me, self, message, 0, now), now);
    }

    /** My own copy, encoded as it is. */
    private void loopBack(Shared shared, long now) {
        if (toMyself.isEmpty() && inbox.offer(arrival(me, self, shared.message, 0, now), now)) shared.settle();
        else toMyself.add(shared);
    }

    private void loopBack(long now) {
        while (!toMyself.isEmpty() && inbox.offer(arrival(me, self, toMyself.getFirst().message, 0, now), now)) toMyself.remove().settle();
    }

    // ---- in

    /** A data frame arrived: {@link #carries} its type. The buffer holds just the body and is the lanes' to keep. Never throws for what others sent. */
    public void received(FrameHeader header, ByteBuffer body, long now) {
        if (!header.epoch().equals(epoch)) {
            if (header.epoch().isAfter(epoch)) hold(header, body);
            else turnAway(header);
            return;
        }
        if (!playing) {
            hold(header, body);
            return;
        }
        MemberLane lane = lanes.get(header.sender());
        if (lane == null) {
            if (gone.containsKey(header.sender()) || header.sender().equals(me)) stale.incrementAndGet();
            else hold(header, body);
            return;
        }
        try {
            if (header.type() == DataFrame.REPORT) reported(lane, DataFrame.report(body), now);
            else if (!lane.maySend) malformed.incrementAndGet();
            else message(lane, header, body, now);
        } catch (MalformedException | BufferUnderflowException e) {
            malformed.incrementAndGet();
        }
    }

    private void hold(FrameHeader header, ByteBuffer body) {
        overflowed.addAndGet(early.hold(header, body));
    }

    private void turnAway(FrameHeader header) {
        stale.incrementAndGet();
        sink.stale(header.sender());
    }

    private void refeed(long now) {
        for (Early.Held held : early.release()) {
            boolean overtaken = !held.header().epoch().equals(epoch) && !held.header().epoch().isAfter(epoch);
            if (overtaken) stale.incrementAndGet(); // its sender may have gone on as I did: nothing to answer
            else received(held.header(), held.body(), now);
        }
    }

    /** Whether this type of frame is for the lanes. */
    public static boolean carries(int type) {
        return type >= DataFrame.RELIABLE && type <= DataFrame.REPORT;
    }

    private void message(MemberLane lane, FrameHeader header, ByteBuffer body, long now) {
        int start = body.position();
        int flags = DataFrame.flags(body);
        int type = DataFrame.type(body);
        if (header.type() == DataFrame.RELIABLE && body.getInt() != addressOf(me)) {
            // Numbered for my incarnation before this one.
            stale.incrementAndGet();
            return;
        }
        long number = header.sequence();
        boolean ordered = (flags & DataFrame.ORDERED) != 0;
        boolean numbered = header.type() == DataFrame.RELIABLE || header.type() == DataFrame.REQUEST;
        long floor = 0;
        long previous = 0;
        if (numbered) {
            floor = number - DataFrame.number(body);
            if (ordered) previous = number - DataFrame.number(body);
            if (number < 1 || floor < 1 || previous < 0 || ordered && previous == number) throw new MalformedException("number " + number);
        }
        StateMarks state = null;
        if ((flags & DataFrame.STATE) != 0) {
            Epoch of = (flags & DataFrame.OLDER_STATE) != 0 ? DataFrame.epoch(body) : header.epoch();
            Map<MemberId, Marks> marks = table(body);
            if (marks == null) {
                // It contains requests of somebody whose JOIN I have not delivered: without their marks they would be taken for missing.
                body.position(start);
                hold(header, body);
                return;
            }
            // Only the server's state has any.
            if (lane.id.equals(primary)) state = new StateMarks(of, header.sentAt(), marks);
        }
        List<Trace.Arrived> traces = (flags & DataFrame.TRACED) == 0 ? null : traces(lane, header.sentAt(), body, now);
        switch (header.type()) {
            case DataFrame.RELIABLE -> {
                Delivery how = ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED;
                Arrival arrival = new Arrival(lane.id, lane.peer, how, type, header.sentAt(), 0, state, body, traces);
                take(lane.in, number, floor, previous, arrival, null, now);
                if (due(lane.in)) report(lane);
            }
            case DataFrame.REQUEST -> {
                if (lane.requests == null) return;
                Delivery how = ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED;
                Arrival arrival = new Arrival(lane.id, lane.peer, how, type, header.sentAt(), number, null, body, traces);
                take(lane.requests, number, floor, previous, arrival, n -> inbox.handedOut().abandon(lane.id, n), now);
                if (due(lane.requests)) report(lane);
            }
            case DataFrame.SEQUENCED, DataFrame.UNRELIABLE -> {
                if ((flags & DataFrame.TO_SERVER) != 0 && !serves()) return;
                boolean sequenced = header.type() == DataFrame.SEQUENCED;
                if (sequenced && !lane.isNewest(type, number)) return;
                Delivery how = sequenced ? Delivery.UNRELIABLE_SEQUENCED : Delivery.UNRELIABLE;
                inbox.offer(new Arrival(lane.id, lane.peer, how, type, header.sentAt(), 0, state, body, traces), now);
            }
            default -> throw new MalformedException("type " + header.type());
        }
    }

    /** Only the server may say what the server has had; whose datum it is on its way there is known without asking. */
    private @Nullable List<Trace.Arrived> traces(MemberLane lane, double sentAt, ByteBuffer body, long now) {
        List<Trace.Arrived> arrived = new ArrayList<>();
        for (Trace each : Trace.read(body)) {
            if (each.isToServer() ? each.origin() == lane.id.peer() && serves() : lane.id.equals(primary)) {
                arrived.add(new Trace.Arrived(each, sentAt, now));
            }
        }
        return arrived.isEmpty() ? null : arrived;
    }

    private void take(Stream stream, long number, long floor, long previous, Arrival arrival, Stream.@Nullable Abandoned abandoned,
                      long now) {
        if (!stream.plausible(number, floor)) {
            overflowed.incrementAndGet();
            return;
        }
        stream.raise(floor, abandoned);
        boolean ordered = arrival.how() == Delivery.RELIABLE_ORDERED;
        if (!stream.arrive(number, ordered, previous, arrival, inbox, now)) overflowed.incrementAndGet();
    }

    /** Reads a table; the one before is taken again where the bytes are the same; null if it names somebody who is not known yet. */
    private @Nullable Map<MemberId, Marks> table(ByteBuffer body) {
        int from = body.position();
        byte[] before = tableBytes;
        if (before != null && body.remaining() >= before.length
                && body.slice(from, before.length).equals(ByteBuffer.wrap(before))) {
            body.position(from + before.length);
            return table;
        }
        Map<MemberId, Marks> read = DataFrame.table(body, peers::byLow);
        if (read == null) return null;
        table = read;
        byte[] bytes = new byte[body.position() - from];
        body.get(from, bytes);
        tableBytes = bytes;
        return table;
    }

    private void ordered(Frame frame, FrameBody.Ordered message, long now) {
        if (message.from().equals(me)) orders.stamped(message.number(), sink, playing, now);
        ByteBuffer body = ByteBuffer.wrap(message.message().bytes());
        try {
            int flags = DataFrame.flags(body);
            StateMarks state = null;
            if ((flags & DataFrame.STATE) != 0) {
                Epoch of = (flags & DataFrame.OLDER_STATE) != 0 ? DataFrame.epoch(body) : frame.epoch();
                Map<MemberId, Marks> marks = table(body);
                if (marks != null && message.from().equals(primary)) state = new StateMarks(of, message.sentAt(), marks);
            }
            Peer from = peers.peer(message.from().peer());
            inbox.ordered(new Arrival(message.from(), from, Delivery.TOTAL_ORDER, message.type(), message.sentAt(), 0, state, body), now);
        } catch (MalformedException | BufferUnderflowException e) {
            malformed.incrementAndGet();
        }
    }

    // ---- reports

    private static boolean due(@Nullable Stream stream) {
        return stream != null && (stream.news >= REPORT_MESSAGES || stream.newsBytes >= REPORT_BYTES);
    }

    private void report(MemberLane lane) {
        boolean full = inbox.isFull(lane.id.peer());
        Marks answer = null;
        long answerLow = lane.askedLow;
        if (answerLow != 0) {
            Former before = former.get(answerLow);
            answer = before != null && before.id.peer() == lane.id.peer() ? before.taken.marks() : Marks.NONE;
        }
        Served served = null;
        if (lane.requests != null) {
            served = new Served(lane.requests.upTo(), lane.toldStable);
            lane.requests.reported();
        }
        boolean toServer = packagedNews && lane.id.equals(primary);
        Report report = new Report(lane.id.incarnation().nonce(), lane.in.upTo(), full, lane.leftover != null ? lane.formerLow : 0, answerLow, answer,
                served, toServer ? packaged : null);
        if (toServer) packagedNews = false;
        lane.in.reported();
        lane.askedLow = 0;
        lane.reportDue = false;
        lane.toldFull = full;
        sink.transmit(lane.id, DataFrame.report(header(DataFrame.REPORT, 0, 0), report), Lane.URGENT);
    }

    private void reported(MemberLane lane, Report report, long now) {
        if (report.about() != me.incarnation().nonce()) return;
        lane.heard = true;
        if (report.former() != null && lane.leftover != null && report.formerLow() == lane.formerLow) {
            lane.settleFormer(report.former());
            lane.progressAt = now;
            lane.repeatedAt = now;
        }
        if (report.askFormer() != 0) {
            lane.askedLow = report.askFormer();
            lane.reportDue = true;
        }
        if (lane.leftover == null && lane.out.done(Math.min(report.upTo(), lane.out.next() - 1), (message, number) -> message.settle())) {
            lane.progressAt = now;
            lane.repeatedAt = now;
        }
        if (report.full() && !lane.full) lane.fullSince = now;
        lane.full = report.full();
        send(lane);
        jam(lane, now);
        if (report.packaged() != null && stability != null) stability.packaged(lane.id, report.packaged());
        if (report.served() != null && lane.id.equals(primary)) served(report.served(), now);
    }

    private void served(Served served, long now) {
        long floor = requests.open().floor();
        fell(requests.taken(served.taken()));
        if (requests.open().floor() != floor) requestsAt = now;
        stable(served.stable());
        sendRequests(now);
    }

    private void stable(Map<Long, Marks> byLow) {
        byLow.forEach((low, marks) -> {
            boolean mine = low == me.incarnation().nonce();
            MemberId incarnation = mine ? me : peers.byLow(low);
            if (incarnation != null && incarnation.peer() == me.peer()) requests.stable(incarnation, mine, marks);
        });
    }

    private void fell(int messages) {
        if (messages == 0) return;
        overflowed.addAndGet(messages);
        sink.fellOut("requests whose effect was in no copy of the state yet", messages);
    }

    // ---- time

    /** Repeats, reports, complains. Every D/10 or more often. */
    public void tick(long now) {
        pump(now);
        if (!playing) return;
        orders.tick(sink, now);
        long patience = 2 * suspectNanos / 5;
        for (MemberLane lane : lanes.values()) {
            if (lane.out.inFlight() > 0 && now - lane.repeatedAt >= patience) repeat(lane, now);
            jam(lane, now);
            complain(lane, now);
        }
        if (!serves() && requests.open().inFlight() > 0 && now - requestsAt >= patience) {
            requestsAt = now;
            requests.open().rewind();
            sendRequests(now);
        }
        if (now - reportedAt >= suspectNanos / 5) {
            reportedAt = now;
            announceStable(now);
            if (++rounds % REPEAT_ROUNDS == 0) repeatNews();
            for (MemberLane lane : lanes.values()) if (hasNews(lane)) report(lane);
        }
    }

    private void repeat(MemberLane lane, long now) {
        lane.repeatedAt = now;
        lane.out.rewind();
        send(lane);
    }

    /** A reader that takes some, but too little, is never full for long; what shows is that its backlog does not end. */
    private static void jam(MemberLane lane, long now) {
        boolean jammed = lane.out.jammed();
        if (jammed && !lane.jammed) lane.jammedSince = now;
        lane.jammed = jammed;
        lane.fullInJam = jammed && (lane.fullInJam || lane.full);
    }

    private void complain(MemberLane lane, long now) {
        long patience = lane.heard ? suspectNanos : Math.max(NEWCOMER_NANOS, 5 * suspectNanos);
        if (lane.full && now - lane.fullSince >= patience) sink.full(lane.id, now - lane.fullSince);
        else if (lane.fullInJam && now - lane.jammedSince >= patience) sink.full(lane.id, now - lane.jammedSince);
        else if (lane.jammed && now - lane.progressAt >= patience) sink.full(lane.id, now - lane.progressAt);
    }

    /** Reports get lost with the views that they were sent in; what is told only once is told again, seldom. */
    private void repeatNews() {
        packagedNews = true;
        for (MemberLane lane : lanes.values()) lane.reportDue |= !lane.toldStable.isEmpty();
    }

    private boolean hasNews(MemberLane lane) {
        Stream of = lane.requests;
        return lane.reportDue || lane.in.news > 0 || lane.in.repeated || of != null && (of.news > 0 || of.repeated)
                || lane.askedLow != 0 || lane.leftover != null || lane.id.equals(primary) && packagedNews
                || lane.toldFull || inbox.isFull(lane.id.peer());
    }

    /** At the server: what its states contain for good, told to whom it concerns. */
    private void announceStable(long now) {
        Stability knows = stability;
        if (knows == null) return;
        Map<MemberId, Marks> handedOut = inbox.handedOut().marks();
        Map<MemberId, Marks> stable = stateful ? knows.stable(lanes.keySet(), handedOut, now) : handedOut;
        if (stable == null) return;
        Map<Long, Map<Long, Marks>> byPeer = new HashMap<>();
        stable.forEach((sender, marks) -> byPeer.computeIfAbsent(sender.peer(), p -> new HashMap<>())
                .put(sender.incarnation().nonce(), marks));
        for (MemberLane lane : lanes.values()) {
            Map<Long, Marks> news = byPeer.get(lane.id.peer());
            if (news == null || news.equals(lane.toldStable)) continue;
            lane.toldStable = news;
            lane.reportDue = true;
        }
        Map<Long, Marks> mine = byPeer.get(me.peer());
        if (mine != null) stable(mine);
    }

    /** A view of the group layer lacked me or this member: frames may have been lost. */
    public void resend(MemberId member, long now) {
        MemberLane lane = lanes.get(member);
        if (lane == null || !playing) return;
        repeat(lane, now);
        lane.reportDue = true;
        if (!member.equals(primary)) return;
        packagedNews = true;
        requestsAt = now;
        requests.open().rewind();
        sendRequests(now);
        orders.repeat(sink, now);
    }

    /**
     * A package of mine was taken that reflects this state of the server. False if an earlier package reflects a later one, because states
     * overtook each other on the way: then keep that one, for what it contains may be stable by now.
     */
    public boolean packaged(Epoch stateEpoch, double stateTime) {
        if (stateEpoch.number() < packaged.epoch() || stateEpoch.number() == packaged.epoch() && stateTime < packaged.time()) return false;
        packaged = new Packaged(!stateful, stateEpoch.number(), stateTime);
        packagedNews = true;
        return true;
    }

    /** The state for a newcomer was taken: it counts as the newcomer's latest package until it reports one. */
    public void gave(MemberId newcomer, StateMarks state) {
        if (stability != null) stability.gave(newcomer, state);
    }

    /** The directory knows these as the members of the epoch that I serve in. */
    public void confirmed(Epoch of, Collection<MemberId> members) {
        if (stability != null && of.equals(epoch)) stability.confirmed(members);
    }

    /** Requests that the server has, kept because the next server may lack them. */
    int kept() {
        return requests.kept();
    }

    // ---- any thread

    /** Messages of an older epoch, or of somebody who is out, that were turned away. */
    public long stale() {
        return stale.get();
    }

    /** Frames that could not be read. */
    public long malformed() {
        return malformed.get();
    }

    /** Messages dropped because a buffer here was full. */
    public long overflowed() {
        return overflowed.get() + outbox.dropped();
    }
}
