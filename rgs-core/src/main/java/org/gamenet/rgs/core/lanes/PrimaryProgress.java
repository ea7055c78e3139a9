package org.gamenet.rgs.core.lanes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;
import org.jspecify.annotations.Nullable;

/** The server's own books: how far it has come with everybody's requests, and which are safe by now (P23, P72). */
final class PrimaryProgress {
    private final LaneContext context;
    private final MemberLanes members;
    private final LanePorts ends;
    private @Nullable Stability stability;
    /** My requests to myself. */
    private Stream mine = Stream.fresh();

    private boolean rosterChanged = true;
    /** Sessions that took leave and may still be in the marks. */
    private final Set<MemberId> departed = new HashSet<>();
    /** Sessions without a seat that are still in the marks, and a place in the log that is after their exit. */
    private final Map<MemberId, Position> gone = new HashMap<>();

    PrimaryProgress(LaneContext context, MemberLanes members, LanePorts ends) {
        this.context = context;
        this.members = members;
        this.ends = ends;
    }

    /** From the state that the application has, which contains what it was handed. */
    void begin() {
        stability = new Stability(context.epoch.number());
        mine = stream(context.me);
        for (MemberLane lane : members.lanes()) {
            lane.requests = requests(lane.session);
            lane.toldStable = Marks.NONE;
        }
    }

    /** In another epoch, with everything as it is: but packages of the one before do not count in this one. */
    void goOn() {
        long epoch = context.epoch.number();
        stability = stability == null ? new Stability(epoch) : stability.next(epoch);
    }

    /**
     * A message that waits in the inbox is taken again if it is sent again, and handed out once: a session that was out
     * goes on with its numbers.
     */
    private Stream stream(MemberId sender) {
        return Stream.from(ends.inbox().handedOut().marks(), sender.origin());
    }

    /** As they come: the application is never handed those that it will never have. */
    private Stream requests(MemberId session) {
        return stream(session).tells((from, to) -> ends.inbox().handedOut().abandon(session, from, to));
    }

    void end() {
        stability = null;
        for (MemberLane lane : members.lanes()) lane.requests = null;
    }

    /** As another incarnation, or in another game: it did not serve before. */
    void forget() {
        stability = null;
        mine = Stream.fresh();
    }

    void joined(MemberLane lane) {
        if (stability != null) lane.requests = requests(lane.session);
    }

    /** Null while somebody else serves. */
    @Nullable
    Stability stability() {
        return stability;
    }

    Stream mine() {
        return mine;
    }

    /** A state was made. */
    void made(OutgoingMessage message) {
        if (message.state() != null && stability != null) stability.made(message.state());
    }

    /**
     * The stable requests, by session; null if that is not known. A member for which there is news of it is marked to
     * be told.
     */
    @Nullable
    Map<MemberId, Marks> announce(boolean stateful, long now) {
        Stability knows = stability;
        if (knows == null) return null;
        if (rosterChanged) forgetUnseated(now);
        Set<MemberId> everybody = everybody();
        knows.keepOnly(everybody);
        Map<MemberId, Marks> stable =
                stateful ? knows.stable(everybody) : ends.inbox().handedOut().marks();
        if (stable == null || stateful && !knows.areCopied(backups())) return null;
        for (MemberLane lane : members.lanes()) {
            Marks news = stable.getOrDefault(lane.session, Marks.NONE);
            if (news.equals(lane.toldStable)) continue;
            lane.toldStable = news;
            lane.reportDue = true;
        }
        return stable;
    }

    /** The members of my epoch that would go on from a copy. */
    private List<MemberId> backups() {
        return ends.sink().log().authority().stream()
                .filter(id -> !context.isMine(id))
                .toList();
    }

    /** My own package counts like any other: once deposed I answer with it. */
    private Set<MemberId> everybody() {
        Set<MemberId> all = new HashSet<>(members.ids());
        all.addAll(ends.sink().listed());
        all.add(context.me);
        return all;
    }

    /** A member came or went: some seats may be gone for good. */
    void rosterChanged() {
        rosterChanged = true;
    }

    /** It took leave: it does not come back in this session, though its seat is kept for another one of its peer. */
    void left(MemberId session) {
        departed.add(session);
        rosterChanged = true;
    }

    /**
     * Marks stay for whoever may come back and repeat what it holds: for every session that has a seat, lapsed or not,
     * and has not taken leave; as long as the arbiter lists it, for it may not know that it is out, and go on from a
     * state of mine; and until everybody has the entry that took it out, for a successor that lacks it seats it again.
     */
    private void forgetUnseated(long now) {
        rosterChanged = false;
        Log log = ends.sink().log();
        Set<MemberId> seated = new HashSet<>();
        for (Member member : log.roster().members()) seated.add(member.id().origin());
        for (Member member : log.roster().lapsed())
            if (member.tokenHash() != Roster.VOID) seated.add(member.id().origin());
        seated.removeAll(departed);
        Set<MemberId> listed = new HashSet<>();
        for (MemberId member : ends.sink().listed()) listed.add(member.origin());
        Set<MemberId> marked = ends.inbox().handedOut().marks().keySet();
        gone.keySet().retainAll(marked);
        departed.retainAll(marked);
        for (MemberId session : marked) {
            if (seated.contains(session)) {
                gone.remove(session);
                continue;
            }
            Position out = gone.computeIfAbsent(session, s -> log.end());
            if (listed.contains(session) || !log.isStable(out)) rosterChanged = true;
            else ends.inbox().over(session, now);
        }
    }
}
