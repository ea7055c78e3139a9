package org.gamenet.rgs.core.lanes;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.jspecify.annotations.Nullable;

/** A lane to each of the others, in the order in which they came, and what is still known of those who are out. */
final class MemberLanes {
    /** As many as a game has members at most: each may ask how far it had got (P76.9). */
    private static final int FORMER_MAX = 1_024;

    private final Map<MemberId, MemberLane> lanes = new LinkedHashMap<>();
    private final Map<MemberId, Boolean> out = new LinkedHashMap<>();
    /** The messages taken from members that are out, by the tag of their incarnation: their next one asks. */
    private final Map<Long, Former> former = new LinkedHashMap<>();

    /**
     * The number that the next message to a peer gets: in whichever incarnation it is, none is used twice, or what it
     * took of the first would be taken for the second.
     */
    private final Map<Long, Long> numbers = new LinkedHashMap<>();

    private record Former(MemberId id, MarkSet taken) {}

    Collection<MemberLane> lanes() {
        return lanes.values();
    }

    Set<MemberId> ids() {
        return lanes.keySet();
    }

    @Nullable
    MemberLane lane(MemberId member) {
        return lanes.get(member);
    }

    @Nullable
    MemberLane find(long peer) {
        for (MemberLane lane : lanes.values()) if (lane.id.peer() == peer) return lane;
        return null;
    }

    /** In whatever incarnation. */
    List<MemberId> idsOf(long peer) {
        return lanes.keySet().stream().filter(id -> id.peer() == peer).toList();
    }

    boolean has(MemberId member) {
        return lanes.containsKey(member);
    }

    boolean isOut(MemberId member) {
        return out.containsKey(member);
    }

    void add(MemberLane lane) {
        lane.out.begin(numbers.getOrDefault(lane.id.peer(), 1L));
        lanes.put(lane.id, lane);
        out.remove(lane.id);
    }

    /** Nothing goes there any more; true if there was a lane. */
    boolean remove(MemberId who) {
        MemberLane lane = lanes.remove(who);
        out.put(who, true);
        trim(out);
        if (lane == null) return false;
        lane.close();
        remember(lane);
        return true;
    }

    /** Where nothing came since I came back, what came before counts. */
    private void remember(MemberLane lane) {
        numbers.remove(lane.id.peer());
        numbers.put(lane.id.peer(), lane.out.next());
        trim(numbers);
        long tag = lane.id.incarnation().tag();
        MarkSet taken = lane.in.taken();
        if (former.containsKey(tag) && taken.marks().equals(Marks.NONE)) return;
        former.put(tag, new Former(lane.id, taken));
        trim(former);
    }

    /** The numbers that I had taken of this peer's incarnation with that tag. */
    Marks takenOf(long tag, long peer) {
        Former before = former.get(tag);
        return before != null && before.id.peer() == peer ? before.taken.marks() : Marks.NONE;
    }

    /**
     * Nobody is known any more; the lanes of those who were. These members may still ask what I had taken from them.
     */
    Collection<MemberLane> clear() {
        Collection<MemberLane> before = List.copyOf(lanes.values());
        lanes.clear();
        out.clear();
        before.forEach(this::remember);
        return before;
    }

    private static void trim(Map<?, ?> table) {
        if (table.size() <= FORMER_MAX) return;
        Object eldest = table.keySet().iterator().next();
        table.remove(eldest);
    }
}
