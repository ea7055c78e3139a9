package org.gamenet.rgs.core.lanes;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * All lanes of one session (P24). Worker's thread only. Time is monotonic nanoseconds.
 *
 * <p>Order of calls: what the application is told goes into the inbox first, then the lanes are told; so a newcomer's messages follow its
 * {@code Joined}, and those of a new epoch its {@code Resumed}.
 */
public final class Lanes {
    /** Whoever was put out for so long cannot have gone on elsewhere unless by the last resort (P38). */
    private static final long PUT_OUT_NANOS = 10_000_000_000L;

    /**
     * @param game as in the frames' headers
     * @param suspectNanos D
     * @param sendMessages {@code Limit.SEND_MESSAGES}
     * @param stateful whether the game has a state handler: then a request is stable when every member's latest package contains it
     */
    public record Setup(long game, long suspectNanos, int sendMessages, boolean stateful) {}

    private final Ends ends;
    private final Footing footing;
    private final Members members = new Members();
    private final Service service;
    private final Sending sending;
    private final Reporting reporting;
    private final Receiving receiving;
    private long suspectNanos;

    public Lanes(Setup setup, Peers peers, Outbox outbox, Deliveries inbox, Sink sink) {
        this.ends = new Ends(outbox, inbox, sink, peers, new Counts());
        this.footing = new Footing(setup.game());
        this.service = new Service(footing, members);
        this.sending = new Sending(footing, members, service, ends, setup.sendMessages());
        this.reporting = new Reporting(footing, members, service, sending, ends, setup.stateful());
        this.receiving = new Receiving(footing, members, reporting, ends);
        this.suspectNanos = setup.suspectNanos();
    }

    // ---- life

    /** D as the game's rules say, once they are known. */
    public void suspectAfter(long nanos) {
        suspectNanos = nanos;
    }

    /** Whether the game has a state handler: settled when its first {@code update} comes. */
    public void stateful(boolean handler) {
        reporting.stateful(handler);
    }

    /**
     * In the game under this id, playing in the epoch of {@code log.end()}: founded it, or was admitted. After a rejoin: in a new
     * incarnation; what is not acknowledged is numbered anew, except what {@code log.ordered()} and {@code contained} show as done.
     *
     * @param contained the marks of the state that came with the admission; empty if there was none
     */
    public void admitted(MemberId me, Log log, Map<MemberId, Marks> contained, long now) {
        contained.keySet().forEach(ends.peers()::learn);
        become(me, log, contained, now);
        enter(log);
        if (footing.serves()) serveFrom(contained);
        flow(now);
    }

    /** A spare is handed the frozen game that this log tells of: members are known, nothing flows before {@link #resumed}. */
    public void tookOver(MemberId me, Log before, long now) {
        become(me, before, Map.of(), now);
        frozen();
    }

    private void become(MemberId me, Log log, Map<MemberId, Marks> contained, long now) {
        MemberId before = footing.me;
        footing.me = me;
        footing.playing = false;
        service.forget();
        Collection<MemberLane> old = members.clear();
        ends.peers().learn(log.roster());
        footing.self = ends.peers().peer(me.peer());
        for (Member member : log.roster().members()) if (!member.id().equals(me)) open(member, now);
        if (before.equals(Footing.NOBODY)) return;
        for (MemberLane lane : old) {
            MemberLane next = members.lane(lane.id);
            if (next == null) lane.close();
            else next.remember(lane, before);
        }
        sending.renumber(before, contained, log.ordered().getOrDefault(before, 0L));
        reporting.forget();
    }

    /** Frozen was shown: nothing is delivered, reliable messages wait. */
    public void frozen() {
        footing.playing = false;
    }

    /** Resumed in the same epoch. */
    public void thawed(long now) {
        if (footing.playing) return;
        sending.rewind();
        flow(now);
    }

    /** A frame was delivered, while playing or on the way to a resume; its event is in the inbox already. */
    public void frame(Frame frame, long now) {
        FrameBody body = frame.body();
        if (body instanceof FrameBody.Joined joined) {
            join(joined.member(), now);
            if (footing.playing) receiving.refeed(now);
        } else if (body instanceof FrameBody.Exited exited) {
            exit(exited, now);
        } else if (body instanceof FrameBody.Ack ack) {
            for (FrameBody.Exited exited : ack.exits()) exit(exited.who(), false);
            ack.admitted().ifPresent(member -> join(member, now));
        } else if (body instanceof FrameBody.Ordered ordered) {
            if (ordered.from().equals(footing.me)) sending.orders().stamped(ordered.number(), ends.sink(), footing.playing, now);
            receiving.ordered(frame, ordered, now);
        }
    }

    /**
     * Playing in the epoch of {@code log.end()}; its frames have been told by {@link #frame}.
     *
     * @param base the marks of the restored state (P23: {@code Ack.marks}); empty where the server and its state stayed
     */
    public void resumed(Log log, Optional<Map<MemberId, Marks>> base, long now) {
        boolean served = service.stability() != null;
        base.ifPresent(marks -> marks.keySet().forEach(ends.peers()::learn));
        enter(log);
        sending.orders().stamped(log.ordered().getOrDefault(footing.me, 0L), ends.sink(), false, now);
        base.ifPresent(sending::rebase);
        if (!footing.serves()) {
            service.end();
        } else if (base.isPresent()) {
            serveFrom(base.get());
        } else if (!served) {
            serveFrom(ends.inbox().handedOut().marks());
        }
        sending.rewind();
        flow(now);
    }

    /**
     * Out of the game, to come back by {@link #admitted}: WAITING. What is reliable waits; except that what a deposed server sent to members
     * reaches nobody any more, for it is of a history that does not go on. Its requests and its totally ordered messages wait.
     */
    public void left() {
        footing.playing = false;
        pump(0);
        if (footing.serves()) sending.recant();
        footing.epoch = Epoch.NONE;
        footing.primary = Footing.NOBODY;
        service.end();
    }

    private void enter(Log log) {
        footing.epoch = log.end().epoch();
        ends.peers().learn(log.roster());
        for (MemberId member : List.copyOf(members.ids())) if (!log.roster().has(member)) exit(member, false);
        for (Member member : log.roster().members()) join(member, 0);
        footing.primary = log.authority().isEmpty() ? Footing.NOBODY : log.authority().get(0);
        reporting.tellPackagedAgain();
    }

    private void serveFrom(Map<MemberId, Marks> contained) {
        contained.keySet().forEach(ends.peers()::learn);
        service.begin(contained);
    }

    private void flow(long now) {
        footing.playing = true;
        for (MemberLane lane : members.lanes()) {
            lane.reportDue = true;
            lane.progressed(now);
        }
        sending.start(now);
        receiving.refeed(now);
        sending.sendAll(now);
        sending.orders().repeat(ends.sink(), now);
        sending.release(now);
        pump(now);
    }

    // ---- members

    private MemberLane open(Member member, long now) {
        MemberLane lane = new MemberLane(member, ends.peers().learn(member), sending::way);
        lane.progressed(now);
        members.add(lane);
        return lane;
    }

    private void join(Member member, long now) {
        if (member.id().equals(footing.me) || members.has(member.id())) return;
        for (MemberId other : members.idsOf(member.id().peer())) exit(other, false);
        MemberLane lane = open(member, now);
        receiving.forgetTable();
        service.joined(lane);
    }

    private void exit(FrameBody.Exited exited, long now) {
        boolean against = exited.why() != Reason.LEFT && members.has(exited.who());
        Stability knows = service.stability();
        if (knows != null && against) knows.putOut(exited.who(), now + PUT_OUT_NANOS);
        exit(exited.who(), against);
    }

    private void exit(MemberId who, boolean against) {
        if (!members.remove(who)) return;
        Stability knows = service.stability();
        if (knows != null && !against) knows.gone(who);
        ends.inbox().handedOut().gone(who);
        ends.inbox().gone(who.peer());
        ends.outbox().forget(who.peer());
    }

    // ---- messages

    /** Takes what is in the outbox, and tries what waits: after the outbox's wake, and when the inbox is relieved. */
    public void pump(long now) {
        sending.takeIn(now);
        if (!footing.playing) return;
        if (service.mine().refused()) {
            service.mine().drain(ends.inbox(), now);
            sending.sendRequests(now);
        }
        for (MemberLane lane : members.lanes()) {
            if (lane.in.refused()) lane.in.drain(ends.inbox(), now);
            if (lane.requests != null && lane.requests.refused()) lane.requests.drain(ends.inbox(), now);
            reporting.reportIfDue(lane, lane.in);
        }
    }

    /** Whether this type of frame is for the lanes. */
    public static boolean carries(int type) {
        return type >= DataFrame.RELIABLE && type <= DataFrame.REPORT;
    }

    /** A data frame arrived: {@link #carries} its type. The buffer holds just the body and is the lanes' to keep. Never throws for what others sent. */
    public void received(FrameHeader header, ByteBuffer body, long now) {
        receiving.received(header, body, now);
    }

    // ---- time

    /** Repeats, reports, complains. Every D/10 or more often. */
    public void tick(long now) {
        pump(now);
        if (!footing.playing) return;
        sending.orders().tick(ends.sink(), now);
        long patience = 2 * suspectNanos / 5;
        for (MemberLane lane : members.lanes()) {
            if (lane.isOverdue(patience, now)) lane.repeat(now);
            lane.measure(now);
            long stuck = lane.stuckNanos(suspectNanos, now);
            if (stuck > 0) ends.sink().full(lane.id, stuck);
        }
        if (sending.requestsOverdue(patience, now)) sending.repeatRequests(now);
        reporting.tick(suspectNanos, now);
    }

    /** A view of the group layer lacked me or this member: frames may have been lost. */
    public void resend(MemberId member, long now) {
        MemberLane lane = members.lane(member);
        if (lane == null || !footing.playing) return;
        lane.repeat(now);
        lane.reportDue = true;
        if (!member.equals(footing.primary)) return;
        reporting.tellPackagedAgain();
        sending.repeatRequests(now);
        sending.orders().repeat(ends.sink(), now);
    }

    // ---- what goes around beside the messages

    /**
     * A package of mine was taken that reflects this state of the server. False if an earlier package reflects a later one, because states
     * overtook each other on the way: then keep that one, for what it contains may be stable by now.
     */
    public boolean packaged(Epoch stateEpoch, double stateTime) {
        return reporting.packaged(stateEpoch, stateTime);
    }

    /** The state for a newcomer was taken: it counts as the newcomer's latest package until it reports one. */
    public void gave(MemberId newcomer, StateMarks state) {
        Stability knows = service.stability();
        if (knows != null) knows.gave(newcomer, state);
    }

    /** The directory knows these as the members of the epoch that I serve in. */
    public void confirmed(Epoch of, Collection<MemberId> served) {
        Stability knows = service.stability();
        if (knows != null && of.equals(footing.epoch)) knows.confirmed(served);
    }

    /** Requests that the server has, kept because the next server may lack them. */
    int kept() {
        return sending.kept();
    }

    // ---- any thread

    /** Messages of an older epoch, or of somebody who is out, that were turned away. */
    public long stale() {
        return ends.counts().stale.get();
    }

    /** Frames that could not be read. */
    public long malformed() {
        return ends.counts().malformed.get();
    }

    /** Messages dropped because a buffer here was full. */
    public long overflowed() {
        return ends.counts().overflowed.get() + ends.outbox().dropped();
    }
}
