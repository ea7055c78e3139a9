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
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * All lanes of one session (P24). Worker's thread, but for {@link #stale}, {@link #malformed} and {@link #overflowed}:
 * any thread. Time is monotonic nanoseconds.
 *
 * <p>Order of calls: what the application is told goes into the inbox first, then the lanes are told; so a newcomer's
 * messages follow its {@code Joined}, and those of a new epoch its {@code Resumed}.
 */
public final class Lanes {
    /**
     * @param game as in the frames' headers
     * @param suspectNanos D
     * @param sendMessages {@code Limit.SEND_MESSAGES}
     * @param stateful whether the game has a state handler: then a request is stable when every member's latest package
     *     contains it
     */
    public record Setup(long game, long suspectNanos, int sendMessages, boolean stateful) {}

    private final LanePorts ends;
    private final LaneContext context;
    private final MemberLanes members = new MemberLanes();
    private final AwayMail mail;
    private final PrimaryProgress service;
    private final Sending sending;
    private final Reporting reporting;
    private final Receiving receiving;
    private long suspectNanos;

    public Lanes(Setup setup, KnownPeers peers, SendQueue outbox, Deliveries inbox, Sink sink) {
        Counts counts = new Counts();
        this.mail = new AwayMail(counts);
        this.ends = new LanePorts(outbox, inbox, sink, peers, counts, mail);
        this.context = new LaneContext(setup.game());
        this.service = new PrimaryProgress(context, members, ends);
        this.sending = new Sending(context, members, service, ends, setup.sendMessages());
        this.reporting = new Reporting(context, members, service, sending, ends, setup.stateful());
        this.receiving = new Receiving(context, members, reporting, ends);
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
     * In the game under this id, playing in the epoch of {@code log.end()}: founded it, or was admitted. After a
     * rejoin: in a new incarnation of the same session; requests and totally ordered messages keep their numbers, and
     * those that {@code contained} and {@code log.ordered()} lack are sent again.
     *
     * @param contained the marks of the state that came with the admission; empty if there was none
     */
    public void admitted(MemberId me, Log log, Optional<Map<MemberId, Marks>> contained, long now) {
        contained.ifPresent(marks -> marks.keySet().forEach(ends.peers()::learn));
        if (sending.recants()) mail.recant();
        become(me, log, contained, now);
        enter(log);
        if (context.serves()) service.begin();
        flow(now);
    }

    /**
     * A spare is handed the frozen game that this log tells of, or its own history is the one that goes on (P75):
     * members are known, nothing flows before {@link #resumed}.
     */
    public void tookOver(MemberId me, Log before, long now) {
        become(me, before, Optional.empty(), now);
        frozen();
    }

    private void become(MemberId me, Log log, Optional<Map<MemberId, Marks>> contained, long now) {
        MemberId before = context.me;
        context.me = me;
        context.playing = false;
        service.forget();
        Collection<MemberLane> old = members.clear();
        ends.peers().learn(log.roster());
        context.self = ends.peers().peer(me.peer());
        for (Member member : log.roster().members()) if (!member.id().equals(me)) open(member, now);
        if (before.equals(LaneContext.NOBODY)) return;
        for (MemberLane lane : old) {
            MemberLane next = members.lane(lane.id);
            if (next != null) next.remember(lane, before);
            else if (log.roster().findAway(lane.id.peer()).isPresent() || members.find(lane.id.peer()) != null)
                mail.keep(lane, before);
            else lane.close();
        }
        members.lanes().forEach(mail::back);
        mail.only(log.roster().away());
        sending.comeBack(contained, log);
        reporting.forget();
    }

    /** Frozen was shown: nothing is delivered, reliable messages wait. */
    public void frozen() {
        context.playing = false;
    }

    /** This server hands over: requests wait here, until it serves on or another does. */
    public void hold() {
        context.holds = true;
    }

    /** It serves on. */
    public void holdNoMore(long now) {
        context.holds = false;
        sending.sendRequests(now);
        pump(now);
    }

    /** Resumed in the same epoch. */
    public void thawed(long now) {
        if (context.playing) return;
        sending.rewind();
        flow(now);
    }

    /** An entry was delivered, while playing or on the way to a resume; its event is in the inbox already. */
    public void delivered(LogEntry entry, long now) {
        EntryBody body = entry.body();
        if (body instanceof EntryBody.Joined joined) {
            join(joined.member(), now);
            if (context.playing) receiving.refeed(now);
        } else if (body instanceof EntryBody.Exited exited) {
            exit(exited);
        } else if (body instanceof EntryBody.Ack ack) {
            for (EntryBody.Exited exited : ack.exits()) exit(exited);
            ack.admitted().ifPresent(holder -> admit(holder, now));
        } else if (body instanceof EntryBody.Ordered ordered) {
            if (context.isMine(ordered.from())) sending.stamped(ordered.number(), entry.at(), context.playing, now);
            receiving.ordered(entry, ordered, now);
        }
    }

    /**
     * Playing in the epoch of {@code log.end()}; its entries have been told by {@link #delivered}.
     *
     * @param base the marks of the restored state (P23: {@code Ack.marks}); empty where the server and its state stayed
     */
    public void resumed(Log log, Optional<Map<MemberId, Marks>> base, long now) {
        boolean served = service.stability() != null;
        base.ifPresent(marks -> marks.keySet().forEach(ends.peers()::learn));
        enter(log);
        sending.stamped(log.orderedOf(context.me), log.end(), false, now);
        base.ifPresent(sending::rebase);
        if (!context.serves()) service.end();
        else if (base.isPresent() || !served) service.begin();
        else service.goOn();
        sending.rewind();
        flow(now);
    }

    /**
     * Out of the game, to come back by {@link #admitted} or {@link #tookOver}: WAITING. Reliable messages wait; except
     * that those of a deposed server to members reach nobody any more where another's history goes on.
     */
    public void left() {
        context.playing = false;
        pump(0);
        if (context.serves()) sending.deposed();
        context.epoch = Epoch.NONE;
        context.primary = LaneContext.NOBODY;
        service.end();
    }

    private void enter(Log log) {
        context.epoch = log.end().epoch();
        context.holds = false;
        ends.peers().learn(log.roster());
        for (MemberId member : List.copyOf(members.ids())) if (!log.roster().has(member)) exit(member);
        for (Member member : log.roster().members()) join(member, 0);
        mail.only(log.roster().away());
        context.primary =
                log.authority().isEmpty() ? LaneContext.NOBODY : log.authority().get(0);
        reporting.tellPackagedAgain();
    }

    private void flow(long now) {
        context.playing = true;
        for (MemberLane lane : members.lanes()) {
            lane.reportDue = true;
            lane.progressed(now);
        }
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

    /** A holder in the place of its former incarnation: no exit is written for that one, which was never away. */
    private void admit(Member holder, long now) {
        for (MemberId former : members.idsOf(holder.id().peer())) mail.keep(members.lane(former), context.me);
        join(holder, now);
    }

    private void join(Member member, long now) {
        if (member.id().equals(context.me) || members.has(member.id())) return;
        for (MemberId other : members.idsOf(member.id().peer())) exit(other);
        MemberLane lane = open(member, now);
        if (mail.back(lane) && context.playing) lane.send(now);
        receiving.forgetTable();
        service.joined(lane);
        service.rosterChanged();
    }

    private void exit(EntryBody.Exited exited) {
        boolean left = exited.why() == Reason.LEFT && members.has(exited.who());
        mail.exited(exited, members.lane(exited.who()), context.me);
        exit(exited.who());
        if (left && context.serves()) service.left(exited.who().origin());
    }

    private void exit(MemberId who) {
        if (!members.remove(who)) return;
        service.rosterChanged();
        ends.inbox().gone(who.peer());
        ends.outbox().forget(who.peer());
    }

    // ---- messages

    /** Takes what is in the outbox, and tries what waits: after the outbox's wake, and when the inbox is relieved. */
    public void pump(long now) {
        sending.takeIn(now);
        if (!context.playing) return;
        if (!context.holds && service.mine().refused()) {
            service.mine().drain(ends.inbox(), now);
            sending.sendRequests(now);
        }
        for (MemberLane lane : members.lanes()) {
            if (lane.in.refused()) lane.in.drain(ends.inbox(), now);
            if (!context.holds && lane.requests != null && lane.requests.refused())
                lane.requests.drain(ends.inbox(), now);
            reporting.reportIfDue(lane, lane.in);
        }
    }

    /** Whether this type of frame is for the lanes. */
    public static boolean carries(int type) {
        return type >= DataFrame.RELIABLE && type <= DataFrame.REPORT;
    }

    /**
     * A data frame arrived: {@link #carries} its type. The buffer holds just the body and is the lanes' to keep. Never
     * throws for what others sent.
     */
    public void received(FrameHeader header, ByteBuffer body, long now) {
        receiving.received(header, body, now);
    }

    // ---- time

    /** Repeats, reports, complains. Every D/10 or more often. */
    public void tick(long now) {
        pump(now);
        if (!context.playing) return;
        sending.orders().tick(ends.sink(), now);
        long patience = 2 * suspectNanos / 5;
        for (MemberLane lane : members.lanes()) {
            lane.repeatOverdue(patience, now);
            lane.measure(now);
            long stuck = lane.stuckNanos(suspectNanos, now);
            if (stuck > 0) ends.sink().full(lane.id, stuck);
        }
        sending.repeatOverdueRequests(patience, now);
        reporting.tick(suspectNanos, now);
        sending.settle();
    }

    /** A view of the group layer lacked me or this member: frames may have been lost. */
    public void resend(MemberId member, long now) {
        MemberLane lane = members.lane(member);
        if (lane == null || !context.playing) return;
        lane.repeat(now);
        lane.reportDue = true;
        if (!member.equals(context.primary)) return;
        reporting.tellPackagedAgain();
        sending.repeatRequests(now);
        sending.orders().repeat(ends.sink(), now);
    }

    // ---- what goes around beside the messages

    /**
     * A package of mine was taken that reflects this state of the server. False if an earlier package reflects a later
     * one, because states overtook each other on the way: keep that one, for what it contains may be stable.
     */
    public boolean packaged(StateMarks state) {
        return reporting.packaged(state);
    }

    /** The state for a newcomer was taken: it counts as the newcomer's latest package until it reports one. */
    public void gave(MemberId newcomer, StateMarks state) {
        Stability knows = service.stability();
        if (knows != null) knows.gave(newcomer, state);
    }

    /**
     * This backup holds a copy of the state that I made then, and would go on from it or from a later one: nothing that
     * it lacks is stable (P23). Of an earlier epoch it says nothing.
     */
    public void copied(MemberId backup, Epoch epoch, double time) {
        Stability knows = service.stability();
        if (knows != null && epoch.equals(context.epoch)) knows.copied(backup, time);
    }

    /** It was not taken for a backup, or is none any more. */
    public void copiedNoMore(MemberId backup) {
        Stability knows = service.stability();
        if (knows != null) knows.copiedNoMore(backup);
    }

    /**
     * An entry that was told already: its message is handed out once more, for the application has gone on from a state
     * that lacks it.
     */
    public void again(LogEntry entry, long now) {
        if (entry.body() instanceof EntryBody.Ordered ordered) receiving.ordered(entry, ordered, now);
    }

    /**
     * How many of my own requests and totally ordered messages may be lost where the game goes on from there, exactly:
     * I have sent them, I hold them no more, because they were stable or were let go, and they are not in it. To be
     * asked before {@link #admitted} or {@link #resumed} is told the same.
     *
     * @param base the marks of the state that the game goes on from; empty if nothing was restored
     * @param log the log that it goes on with
     */
    public long uncertain(Optional<Map<MemberId, Marks>> base, Log log) {
        return sending.lost(base, log);
    }

    /** The newest cut that a message waits for; 0 if none waits (P48). */
    public long heldUpTo() {
        return sending.heldUpTo();
    }

    /** How many of those were let go, and may still get lost with a server. */
    public long atRisk() {
        return sending.atRisk();
    }

    /** Requests that the server has, and ordered messages delivered, which the next server's history may lack. */
    int kept() {
        return sending.kept();
    }

    // ---- messages that were not delivered

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
