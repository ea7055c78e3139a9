package org.gamenet.rgs.core.ordering;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/**
 * A number for each of some members, a value: another number for one is another value, which shares the members with
 * this one. Every ordered message makes one. Any thread.
 */
final class OrderCounts extends AbstractMap<MemberId, Long> {
    private final MemberId[] members;
    private final long[] numbers;

    /** Members ascending, and the number of each at the same place. */
    private OrderCounts(MemberId[] members, long[] numbers) {
        this.members = members;
        this.numbers = numbers;
    }

    static OrderCounts of(Map<MemberId, Long> map) {
        return map instanceof OrderCounts same ? same : sorted(new TreeMap<>(map));
    }

    private static OrderCounts sorted(SortedMap<MemberId, Long> map) {
        return new OrderCounts(
                map.keySet().toArray(MemberId[]::new),
                map.values().stream().mapToLong(n -> n).toArray());
    }

    /** With this number for this member's session. */
    OrderCounts with(MemberId member, long number) {
        int at = find(member);
        return at < 0 ? withNew(member.origin(), number) : withOther(at, number);
    }

    /** The number of this member's session, or 0. */
    long numberOf(MemberId member) {
        int at = find(member);
        return at < 0 ? 0 : numbers[at];
    }

    /** Its session's place, or -1: without making an origin for each message. */
    private int find(MemberId member) {
        for (int i = 0; i < members.length; i++) if (members[i].isOfSession(member)) return i;
        return -1;
    }

    private OrderCounts withNew(MemberId member, long number) {
        SortedMap<MemberId, Long> more = new TreeMap<>(this);
        more.put(member, number);
        return sorted(more);
    }

    private OrderCounts withOther(int at, long number) {
        long[] other = numbers.clone();
        other[at] = number;
        return new OrderCounts(members, other);
    }

    @Override
    public @Nullable Long get(Object member) {
        int at = member instanceof MemberId id ? Arrays.binarySearch(members, id) : -1;
        return at < 0 ? null : numbers[at];
    }

    @Override
    public boolean containsKey(Object member) {
        return get(member) != null;
    }

    @Override
    public Set<Entry<MemberId, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return members.length;
            }

            @Override
            public Iterator<Entry<MemberId, Long>> iterator() {
                return IntStream.range(0, members.length)
                        .mapToObj(i -> Map.entry(members[i], numbers[i]))
                        .iterator();
            }
        };
    }
}
