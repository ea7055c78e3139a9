package org.gamenet.rgs.core.lanes;

import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/** What only the member that serves keeps: which requests were in the state that it began with, and which are safe by now (P23). */
final class Service {
    private final Footing footing;
    private final Members members;
    private @Nullable Stability stability;
    private Map<MemberId, Marks> base = Map.of();
    /** My requests to myself. */
    private Stream mine = Stream.fresh();

    Service(Footing footing, Members members) {
        this.footing = footing;
        this.members = members;
    }

    /** From this state on. */
    void begin(Map<MemberId, Marks> contained) {
        stability = new Stability(footing.epoch.number());
        base = contained;
        mine = Stream.from(contained, footing.me);
        for (MemberLane lane : members.lanes()) {
            lane.requests = Stream.from(contained, lane.id);
            lane.toldStable = Map.of();
        }
    }

    void end() {
        stability = null;
        base = Map.of();
        for (MemberLane lane : members.lanes()) lane.requests = null;
    }

    /** As another incarnation, or in another game: it did not serve before. */
    void forget() {
        stability = null;
        mine = Stream.fresh();
    }

    void joined(MemberLane lane) {
        if (stability != null) lane.requests = Stream.from(base, lane.id);
    }

    /** Null while somebody else serves. */
    @Nullable Stability stability() {
        return stability;
    }

    Stream mine() {
        return mine;
    }

    /** A state was made. */
    void made(Outgoing message) {
        if (message.state() != null && stability != null) stability.made(message.state());
    }

    /**
     * What the states contain for good: by peer, then by the low half of its incarnation; null if that is not known. Whoever has news of it
     * is marked to be told.
     */
    @Nullable Map<Long, Map<Long, Marks>> announce(Map<MemberId, Marks> handedOut, boolean stateful, long now) {
        Stability knows = stability;
        if (knows == null) return null;
        Map<MemberId, Marks> stable = stateful ? knows.stable(members.ids(), handedOut, now) : handedOut;
        if (stable == null) return null;
        Map<Long, Map<Long, Marks>> byPeer = new HashMap<>();
        stable.forEach((sender, marks) -> byPeer.computeIfAbsent(sender.peer(), p -> new HashMap<>())
                .put(sender.incarnation().nonce(), marks));
        for (MemberLane lane : members.lanes()) {
            Map<Long, Marks> news = byPeer.get(lane.id.peer());
            if (news == null || news.equals(lane.toldStable)) continue;
            lane.toldStable = news;
            lane.reportDue = true;
        }
        return byPeer;
    }
}
