package org.gamenet.rgs.core.lanes;

import java.util.Map;
import org.gamenet.rgs.core.lanes.DataFrame.Packaged;
import org.gamenet.rgs.core.lanes.DataFrame.Report;
import org.gamenet.rgs.core.lanes.DataFrame.Served;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.port.Lane;
import org.jspecify.annotations.Nullable;

/** Tells each member how far its messages have come, and takes in what they tell (P23, P24). */
final class Reporting {
    /** A receiver that has taken so much says so at once. */
    private static final int REPORT_MESSAGES = Backlog.WINDOW / 4;

    private static final int REPORT_BYTES = Backlog.WINDOW_BYTES / 4;
    /** Reports after which what has not changed is reported again: 2 D. */
    private static final int REPEAT_ROUNDS = 10;

    private final LaneContext context;
    private final MemberLanes members;
    private final PrimaryProgress service;
    private final Sending sending;
    private final LanePorts ends;
    private boolean stateful;
    private Packaged packaged;
    private boolean packagedNews = true;
    private long reportedAt;
    private long rounds;

    Reporting(
            LaneContext context,
            MemberLanes members,
            PrimaryProgress service,
            Sending sending,
            LanePorts ends,
            boolean stateful) {
        this.context = context;
        this.members = members;
        this.service = service;
        this.sending = sending;
        this.ends = ends;
        this.stateful = stateful;
        this.packaged = new Packaged(!stateful, 0, 0);
    }

    // ---- what my latest package reflects

    /** Whether the game has a state handler. */
    void stateful(boolean handler) {
        if (handler == stateful) return;
        stateful = handler;
        packaged = new Packaged(!handler, packaged.epoch(), packaged.time());
        packagedNews = true;
    }

    /** As another incarnation, or in another game: there is none yet. */
    void forget() {
        packaged = new Packaged(!stateful, 0, 0);
        packagedNews = true;
    }

    /** The server may not know of it, or not any more. */
    void tellPackagedAgain() {
        packagedNews = true;
    }

    /** False if one before it reflects a later state. */
    boolean packaged(StateMarks state) {
        long epoch = state.epoch().number();
        if (epoch < packaged.epoch() || epoch == packaged.epoch() && state.time() < packaged.time()) return false;
        packaged = new Packaged(!stateful, epoch, state.time());
        packagedNews = true;
        Stability knows = service.stability();
        if (knows != null) {
            knows.made(state);
            knows.packaged(context.me, packaged);
        }
        return true;
    }

    // ---- out

    /** At once, if much was taken. */
    void reportIfDue(MemberLane lane, Stream taken) {
        if (isDue(taken)) report(lane);
    }

    private static boolean isDue(Stream taken) {
        return taken.news >= REPORT_MESSAGES || taken.newsBytes >= REPORT_BYTES;
    }

    private void report(MemberLane lane) {
        boolean full = ends.inbox().isFull(lane.id.peer());
        long asked = lane.askedTag;
        Marks answer = asked == 0 ? null : members.takenOf(asked, lane.id.peer());
        Served served = null;
        if (lane.requests != null) {
            served = new Served(lane.requests.upTo(), lane.toldStable);
            lane.requests.reported();
        }
        boolean toServer = packagedNews && lane.id.equals(context.primary);
        Report report = new Report(
                lane.id.incarnation().tag(),
                lane.in.upTo(),
                full,
                lane.leftover != null ? lane.formerTag : 0,
                asked,
                answer,
                served,
                toServer ? packaged : null);
        if (toServer) packagedNews = false;
        lane.in.reported();
        lane.askedTag = 0;
        lane.reportDue = false;
        lane.toldFull = full;
        ends.sink().transmit(lane.id, DataFrame.report(context.header(DataFrame.REPORT, 0), report), Lane.URGENT);
    }

    /** Every D/5, to whom there is something to tell. */
    void tick(long suspectNanos, long now) {
        if (now - reportedAt < suspectNanos / 5) return;
        reportedAt = now;
        announceStable(now);
        if (++rounds % REPEAT_ROUNDS == 0) repeatNews();
        for (MemberLane lane : members.lanes()) if (hasNews(lane)) report(lane);
    }

    /** At the server: what its states contain for good, told to whom it concerns. */
    private void announceStable(long now) {
        if (service.stability() == null) return;
        Map<MemberId, Marks> stable = service.announce(stateful, now);
        if (stable != null) sending.requestsStable(stable.getOrDefault(context.me.origin(), Marks.NONE));
    }

    /** Reports get lost with the views that they were sent in. So news that is told only once is told again, seldom. */
    private void repeatNews() {
        packagedNews = true;
        for (MemberLane lane : members.lanes()) lane.reportDue |= !lane.toldStable.equals(Marks.NONE);
    }

    private boolean hasNews(MemberLane lane) {
        Stream of = lane.requests;
        return lane.reportDue
                || lane.in.news > 0
                || lane.in.repeated
                || of != null && (of.news > 0 || of.repeated)
                || lane.askedTag != 0
                || lane.leftover != null
                || lane.id.equals(context.primary) && packagedNews
                || lane.toldFull
                || ends.inbox().isFull(lane.id.peer());
    }

    // ---- in

    void reported(MemberLane lane, Report report, long now) {
        if (report.about() != context.me.incarnation().tag()) return;
        lane.heard = true;
        if (report.former() != null && lane.leftover != null && report.formerTag() == lane.formerTag) {
            lane.settleFormer(report.former());
            lane.progressed(now);
        }
        if (report.askFormer() != 0) {
            lane.askedTag = report.askFormer();
            lane.reportDue = true;
        }
        lane.acknowledged(report.upTo(), now);
        if (report.full() && !lane.full) lane.fullSince = now;
        lane.full = report.full();
        lane.send(now);
        lane.measure(now);
        Stability knows = service.stability();
        if (knows != null && isNew(knows, lane.id, report.packaged()))
            ends.sink().reported(lane.id);
        if (report.served() != null && lane.id.equals(context.primary)) served(report.served(), now);
    }

    /** Where I package nothing, nobody's package is waited for. */
    private boolean isNew(Stability knows, MemberId member, @Nullable Packaged told) {
        if (!stateful) return knows.heard(member);
        return told != null && knows.packaged(member, told);
    }

    private void served(Served served, long now) {
        sending.requestsTaken(served.taken(), now);
        sending.requestsStable(served.stable());
        sending.sendRequests(now);
    }
}
