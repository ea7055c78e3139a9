package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * The way of the application's messages: to every member's lane, to whoever serves, into the order, or back to itself.
 */
final class Sending {
    private final LaneContext context;
    private final MemberLanes members;
    private final PrimaryProgress service;
    private final LanePorts ends;
    private final Requests requests;
    private final Orders orders;
    private final AsServer asServer = new AsServer();
    /** Reliable ones, while nothing flows. */
    private final Deque<SharedMessage> waiting = new ArrayDeque<>();
    /** Messages that nobody may be shown yet. */
    private final HeldBack held;

    private final Deque<SharedMessage> toMyself = new ArrayDeque<>();
    private final Map<Integer, long[]> sequences = new HashMap<>();
    private final Scratch scratch = new Scratch();
    private final Backlog.Way toPrimary = this::request;
    /** Whether it was said that messages are let go. */
    private boolean told;

    Sending(LaneContext context, MemberLanes members, PrimaryProgress service, LanePorts ends, int keptMax) {
        this.context = context;
        this.members = members;
        this.service = service;
        this.ends = ends;
        this.held = new HeldBack(context, ends);
        this.requests = new Requests(keptMax);
        this.orders = new Orders(keptMax);
    }

    Orders orders() {
        return orders;
    }

    /**
     * Requests that the server has and ordered messages that are delivered here, kept because the next server's history
     * may lack them.
     */
    int kept() {
        return requests.kept() + orders.kept();
    }

    /** Let go although they may still get lost. */
    long atRisk() {
        return requests.atRisk() + orders.atRisk();
    }

    /**
     * How many of mine may be lost, if the game goes on from there: from a state that contains just these, and with
     * this log.
     */
    long lost(Optional<Map<MemberId, Marks>> base, Log log) {
        return base.map(marks -> requests.lost(mine(marks))).orElse(0L) + orders.lost(log.orderedOf(context.me));
    }

    private Marks mine(Map<MemberId, Marks> all) {
        return all.getOrDefault(context.me.origin(), Marks.NONE);
    }

    // ---- from the application

    /** Takes what is in the outbox. */
    void takeIn(long now) {
        if (ends.inbox().isMuted()) return;
        if (context.playing) loopBack(now);
        SendQueue outbox = ends.outbox();
        for (OutgoingMessage next = outbox.poll(); next != null; next = outbox.poll()) {
            SharedMessage shared = next.reliable() ? new SharedMessage(next, outbox) : null;
            if (!context.playing) {
                if (shared != null && !held.isBehind(next)) waiting.add(shared);
                else if (shared != null) held.add(next, shared);
            } else if (held.holds(next)) {
                held.add(next, shared);
            } else if (shared != null) {
                route(shared, now);
            } else {
                fire(next, now);
            }
        }
        if (context.playing) showHeld(now);
        ends.sink().ordered();
    }

    /** Sends what has waited while nothing flowed. */
    void release(long now) {
        while (!waiting.isEmpty()) {
            SharedMessage next = waiting.remove();
            if (held.holds(next.message)) held.add(next.message, next);
            else route(next, now);
        }
        ends.sink().ordered();
    }

    // ---- what the backup does not hold yet (P48)

    private void showHeld(long now) {
        for (HeldBack.One next = held.poll(); next != null; next = held.poll()) {
            if (next.shared() != null) route(next.shared(), now);
            else fire(next.message(), now);
        }
    }

    /** The cut that the newest message waits for; 0 if none waits. */
    long heldUpTo() {
        return held.upTo();
    }

    /** Deposed: whether what it has sent to members counts is known once it is in a game again. */
    void deposed() {
        held.drain(waiting);
        asServer.deposed(waiting.size());
    }

    /** Another's history goes on; false if it was not deposed. */
    boolean recants() {
        return asServer.recants(members.lanes(), toMyself, waiting);
    }

    private void route(SharedMessage shared, long now) {
        OutgoingMessage message = shared.message;
        if (message.how() == Delivery.TOTAL_ORDER) {
            service.made(message);
            orders.add(shared, ends.sink(), now);
            return;
        }
        if (context.isObsolete(message)) {
            shared.settle();
            return;
        }
        switch (message.to()) {
            case ALL -> {
                service.made(message);
                for (MemberLane lane : members.lanes()) send(lane, shared.owe(), now);
                loopBack(shared, now);
            }
            case ONE -> {
                service.made(message);
                MemberLane lane = members.find(message.peer());
                if (message.peer() == context.me.peer()) loopBack(shared, now);
                else if (lane != null) send(lane, shared, now);
                else if (!ends.mail().add(message.peer(), shared)) shared.settle();
            }
            case SERVER -> {
                requests.add(shared);
                sendRequests(now);
            }
        }
    }

    // ---- to a member

    private void send(MemberLane lane, SharedMessage shared, long now) {
        if (lane.out.inFlight() == 0) lane.progressed(now);
        lane.out.add(shared);
        lane.send(now);
    }

    /** How messages go to this member. */
    Backlog.Way way(MemberId to) {
        return (message, number, floor, previous) -> ends.sink()
                .transmit(to, encode(DataFrame.RELIABLE, to, message, number, floor, previous), Lane.RELIABLE);
    }

    /** In {@link #scratch}, until the next. */
    private ByteBuffer encode(
            int type, MemberId receiver, SharedMessage shared, long number, long floor, long previous) {
        OutgoingMessage message = shared.message;
        int flags = shared.ordered() ? DataFrame.ORDERED : 0;
        byte @Nullable [] marks = null;
        StateMarks state = message.state();
        if (state != null && context.serves()) {
            flags |= stateFlags(state);
            marks = shared.marks(context.epoch);
        }
        return DataFrame.message(
                scratch,
                context.header(type, message.sentAt()),
                number,
                DataFrame.addressOf(receiver),
                message,
                flags,
                floor,
                previous,
                marks);
    }

    private int stateFlags(StateMarks state) {
        return DataFrame.STATE | (state.epoch().equals(context.epoch) ? 0 : DataFrame.OLDER_STATE);
    }

    // ---- to whoever serves

    void sendRequests(long now) {
        MemberId primary = context.primary;
        if (!context.playing || primary.equals(LaneContext.NOBODY)) return;
        if (context.serves()) {
            if (context.holds) return;
            askMyself(now);
            return;
        }
        requests.open().send(toPrimary, now);
    }

    private void request(SharedMessage message, long number, long floor, long previous) {
        ByteBuffer frame = encode(DataFrame.REQUEST, context.primary, message, number, floor, previous);
        ends.sink().transmit(context.primary, frame, Lane.RELIABLE);
    }

    /** My own requests, while I serve, take the same way without the wire. */
    private void askMyself(long now) {
        long floor;
        MemberId me = context.me.origin();
        Stream mine = service.mine();
        do {
            requests.open()
                    .send(
                            (message, number, lowest, previous) -> {
                                mine.raise(
                                        lowest,
                                        (from, to) -> ends.inbox().handedOut().abandon(me, from, to));
                                mine.arrive(
                                        number,
                                        message.ordered(),
                                        previous,
                                        myOwn(message.message, number, now),
                                        ends.inbox(),
                                        now);
                            },
                            now);
            floor = requests.open().floor();
            fell(requests.taken(mine.upTo(), now));
        } while (requests.open().floor() != floor && !requests.open().isEmpty());
    }

    /** The server has taken all requests up to this number. */
    void requestsTaken(long upTo, long now) {
        fell(requests.taken(upTo, now));
    }

    /** These of mine are in whatever state is going to be restored. */
    void requestsStable(Marks marks) {
        requests.stable(marks);
    }

    /** Mine are in the order up to this one, the last of them at this place or before it. */
    void stamped(long upTo, Position at, boolean flows, long now) {
        fell(orders.stamped(upTo, at, ends.sink(), flows, now));
    }

    /** Another server, from a state that contains just these. */
    void rebase(Map<MemberId, Marks> base) {
        fell(requests.rebase(mine(base)));
    }

    /**
     * I am in the game anew, with a state that contains just these, or none, and with this log: what they lack is sent
     * again under its number.
     */
    void comeBack(Optional<Map<MemberId, Marks>> contained, Log log) {
        asServer.isIn();
        if (contained.isPresent()) rebase(contained.get());
        else requests.reopen();
        orders.rebase(log.orderedOf(context.me), log.end());
    }

    /** One line for as long as it lasts, not one for each. */
    private void fell(int messages) {
        if (messages == 0 || told) return;
        told = true;
        ends.sink().letGo();
    }

    /** Requests that were at risk may be safe by now. */
    void settle() {
        if (told && atRisk() == 0) told = false;
    }

    // ---- again

    void rewind() {
        for (MemberLane lane : members.lanes()) lane.out.rewind();
        requests.open().rewind();
    }

    void sendAll(long now) {
        for (MemberLane lane : members.lanes()) lane.send(now);
        sendRequests(now);
    }

    void repeatRequests(long now) {
        requests.open().rewind();
        sendRequests(now);
    }

    /** The requests that have been unanswered for so long go out once more, all of them or the first. */
    void repeatOverdueRequests(long least, long now) {
        boolean elsewhere = !context.serves() && !context.primary.equals(LaneContext.NOBODY);
        if (elsewhere && requests.open().isOverdue(least, now)) requests.open().again(toPrimary, now);
    }

    // ---- fire and forget

    private void fire(OutgoingMessage message, long now) {
        if (context.isObsolete(message)) return;
        service.made(message);
        boolean sequenced = message.how() == Delivery.UNRELIABLE_SEQUENCED;
        int type = sequenced ? DataFrame.SEQUENCED : DataFrame.UNRELIABLE;
        long number = sequenced ? ++sequences.computeIfAbsent(message.type(), t -> new long[1])[0] : 0;
        boolean serves = context.serves();
        boolean toMe = message.to() == OutgoingMessage.To.ALL
                || message.to() == OutgoingMessage.To.ONE && message.peer() == context.me.peer()
                || message.to() == OutgoingMessage.To.SERVER && serves && !context.holds;
        MemberId one = null;
        if (message.to() == OutgoingMessage.To.SERVER && !serves) {
            one = context.primary;
        } else if (message.to() == OutgoingMessage.To.ONE && !toMe) {
            MemberLane lane = members.find(message.peer());
            if (lane == null) return;
            one = lane.id;
        }
        if (one != null && !one.equals(LaneContext.NOBODY)
                || message.to() == OutgoingMessage.To.ALL && !members.lanes().isEmpty()) {
            ByteBuffer frame = encode(type, message, number);
            if (one != null) ends.sink().transmit(one, frame, Lane.UNRELIABLE);
            else ends.sink().cast(DataFrame.copyOf(frame), Lane.UNRELIABLE);
        }
        if (toMe) ends.inbox().offer(myOwn(message, 0, now), now);
    }

    private ByteBuffer encode(int type, OutgoingMessage message, long number) {
        int flags = message.to() == OutgoingMessage.To.SERVER ? DataFrame.TO_SERVER : 0;
        byte @Nullable [] marks = null;
        StateMarks state = message.state();
        if (state != null && context.serves()) {
            flags |= stateFlags(state);
            marks = DataFrame.marks(state, context.epoch);
        }
        return DataFrame.message(
                scratch, context.header(type, message.sentAt()), number, 0, message, flags, 0, 0, marks);
    }

    // ---- to myself

    /** My own copy, encoded as it is. */
    private void loopBack(SharedMessage shared, long now) {
        if (toMyself.isEmpty() && ends.inbox().offer(myOwn(shared.message, 0, now), now)) shared.settle();
        else toMyself.add(shared);
    }

    private void loopBack(long now) {
        while (!toMyself.isEmpty() && ends.inbox().offer(myOwn(toMyself.getFirst().message, 0, now), now))
            toMyself.remove().settle();
    }

    /** A server's own world is drawn before it comes back: only what it asks of itself is followed. */
    private Arrival myOwn(OutgoingMessage message, long request, long now) {
        List<DatumTrace> traces = message.to() == OutgoingMessage.To.SERVER ? message.traces() : null;
        return new Arrival(
                context.me,
                context.self,
                message.how(),
                message.subject(),
                message.sentAt(),
                request,
                message.state(),
                ByteBuffer.wrap(message.bytes()),
                traces == null
                        ? null
                        : traces.stream()
                                .map(t -> new DatumTrace.Arrived(t, message.sentAt(), now))
                                .toList());
    }
}
