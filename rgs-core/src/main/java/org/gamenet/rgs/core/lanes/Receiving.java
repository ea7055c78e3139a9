package org.gamenet.rgs.core.lanes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.jspecify.annotations.Nullable;

/**
 * Everything that members send: fenced by epoch and incarnation, read, put in order, handed over. Never throws for what
 * others sent.
 */
final class Receiving {
    private final LaneContext context;
    private final MemberLanes members;
    private final Reporting reporting;
    private final LanePorts ends;
    private final EarlyFrames early = new EarlyFrames();
    private byte @Nullable [] tableBytes;
    private Map<MemberId, Marks> table = Map.of();

    Receiving(LaneContext context, MemberLanes members, Reporting reporting, LanePorts ends) {
        this.context = context;
        this.members = members;
        this.reporting = reporting;
        this.ends = ends;
    }

    // ---- the fence

    void received(FrameHeader header, ByteBuffer body, long now) {
        if (!header.epoch().equals(context.epoch)) {
            if (header.epoch().isAfter(context.epoch)) hold(header, body);
            else turnAway(header);
            return;
        }
        if (!context.playing) {
            hold(header, body);
            return;
        }
        MemberLane lane = members.lane(header.sender());
        if (lane == null) {
            if (members.isOut(header.sender()) || header.sender().equals(context.me))
                ends.counts().stale.incrementAndGet();
            else hold(header, body);
            return;
        }
        try {
            if (header.type() == DataFrame.REPORT) reporting.reported(lane, DataFrame.report(body), now);
            else if (!lane.maySend) ends.counts().malformed.incrementAndGet();
            else message(lane, header, body, now);
        } catch (MalformedException | BufferUnderflowException e) {
            ends.counts().malformed.incrementAndGet();
        }
    }

    private void hold(FrameHeader header, ByteBuffer body) {
        ends.counts().overflowed.addAndGet(early.hold(header, body));
    }

    private void turnAway(FrameHeader header) {
        ends.counts().stale.incrementAndGet();
        ends.sink().stale(header.sender());
    }

    /** Somebody joined, or another epoch began: what came too early is looked at again. */
    void refeed(long now) {
        for (EarlyFrames.Held held : early.release()) {
            boolean overtaken = !held.header().epoch().equals(context.epoch)
                    && !held.header().epoch().isAfter(context.epoch);
            if (overtaken)
                ends.counts().stale.incrementAndGet(); // its sender may have gone on as I did: nothing to answer
            else received(held.header(), held.body(), now);
        }
    }

    // ---- a member's messages

    private void message(MemberLane lane, FrameHeader header, ByteBuffer body, long now) {
        int start = body.position();
        int flags = DataFrame.flags(body);
        boolean sequenced = header.type() == DataFrame.SEQUENCED;
        Subject subject = DataFrame.subject(body, flags, sequenced);
        if (header.type() == DataFrame.RELIABLE && body.getInt() != DataFrame.addressOf(context.me)) {
            // Numbered for my incarnation before this one.
            ends.counts().stale.incrementAndGet();
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
            if (number < 1 || floor < 1 || previous < 0 || ordered && previous == number)
                throw new MalformedException("number " + number);
        }
        StateMarks state = null;
        if ((flags & DataFrame.STATE) != 0) {
            Epoch of = (flags & DataFrame.OLDER_STATE) != 0 ? DataFrame.epoch(body) : header.epoch();
            Map<MemberId, Marks> marks = table(body);
            if (marks == null) {
                // It contains requests of somebody whose JOIN I have not delivered: without their marks they would be
                // taken for missing.
                body.position(start);
                hold(header, body);
                return;
            }
            // Only the server's state has any.
            if (lane.id.equals(context.primary)) state = new StateMarks(of, header.sentAt(), marks);
        }
        List<DatumTrace.Arrived> traces =
                (flags & DataFrame.TRACED) == 0 ? null : traces(lane, header.sentAt(), body, now);
        switch (header.type()) {
            case DataFrame.RELIABLE -> {
                Delivery how = ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED;
                Arrival arrival =
                        new Arrival(lane.id, lane.peer, how, subject, header.sentAt(), 0, state, body, traces);
                take(lane.in, number, floor, previous, arrival, now);
                reporting.reportIfDue(lane, lane.in);
            }
            case DataFrame.REQUEST -> {
                Stream requests = lane.requests;
                if (requests == null) return;
                Delivery how = ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED;
                Arrival arrival =
                        new Arrival(lane.id, lane.peer, how, subject, header.sentAt(), number, null, body, traces);
                // Its sender says it again, to whoever serves then.
                if (context.holds) return;
                take(requests, number, floor, previous, arrival, now);
                reporting.reportIfDue(lane, requests);
            }
            case DataFrame.SEQUENCED, DataFrame.UNRELIABLE -> {
                if ((flags & DataFrame.TO_SERVER) != 0 && (!context.serves() || context.holds)) return;
                if (sequenced && !lane.isNewest(subject, number)) return;
                Delivery how = sequenced ? Delivery.UNRELIABLE_SEQUENCED : Delivery.UNRELIABLE;
                ends.inbox()
                        .offer(
                                new Arrival(lane.id, lane.peer, how, subject, header.sentAt(), 0, state, body, traces),
                                now);
            }
            default -> throw new MalformedException("type " + header.type());
        }
    }

    private void take(Stream stream, long number, long floor, long previous, Arrival arrival, long now) {
        if (!stream.plausible(number, floor)) {
            ends.counts().overflowed.incrementAndGet();
            return;
        }
        stream.raise(floor);
        boolean ordered = arrival.how() == Delivery.RELIABLE_ORDERED;
        if (!stream.arrive(number, ordered, previous, arrival, ends.inbox(), now))
            ends.counts().overflowed.incrementAndGet();
    }

    /** A totally ordered message, at its place in the order. */
    void ordered(LogEntry entry, EntryBody.Ordered message, long now) {
        ByteBuffer body = ByteBuffer.wrap(message.message().bytes());
        try {
            int flags = DataFrame.flags(body);
            StateMarks state = null;
            if ((flags & DataFrame.STATE) != 0) {
                Epoch of = (flags & DataFrame.OLDER_STATE) != 0 ? DataFrame.epoch(body) : entry.epoch();
                Map<MemberId, Marks> marks = table(body);
                if (marks != null && message.from().equals(context.primary))
                    state = new StateMarks(of, message.sentAt(), marks);
            }
            Peer from = ends.peers().peer(message.from().peer());
            ends.inbox()
                    .ordered(
                            new Arrival(
                                    message.from(),
                                    from,
                                    Delivery.TOTAL_ORDER,
                                    message.type(),
                                    message.sentAt(),
                                    0,
                                    state,
                                    body),
                            now);
        } catch (MalformedException | BufferUnderflowException e) {
            ends.counts().malformed.incrementAndGet();
        }
    }

    // ---- what messages carry

    /** Only the server may say what it has had. The sender of a datum on its way there is known without asking. */
    private @Nullable List<DatumTrace.Arrived> traces(MemberLane lane, double sentAt, ByteBuffer body, long now) {
        int count = DatumTrace.count(body);
        List<DatumTrace.Arrived> arrived = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            DatumTrace each = DatumTrace.next(body);
            if (each.isToServer()
                    ? each.origin() == lane.id.peer() && context.serves()
                    : lane.id.equals(context.primary)) {
                arrived.add(new DatumTrace.Arrived(each, sentAt, now));
            }
        }
        return arrived.isEmpty() ? null : arrived;
    }

    /**
     * Reads a table, or takes the last one again if the bytes are the same; null if it names somebody who is not known
     * yet.
     */
    private @Nullable Map<MemberId, Marks> table(ByteBuffer body) {
        int from = body.position();
        byte[] before = tableBytes;
        if (before != null
                && body.remaining() >= before.length
                && body.slice(from, before.length).equals(ByteBuffer.wrap(before))) {
            body.position(from + before.length);
            return table;
        }
        Map<MemberId, Marks> read = DataFrame.table(body, ends.peers()::session);
        if (read == null) return null;
        table = read;
        byte[] bytes = new byte[body.position() - from];
        body.get(from, bytes);
        tableBytes = bytes;
        return table;
    }

    /** Others are members now: the same bytes may mean another. */
    void forgetTable() {
        tableBytes = null;
    }
}
