package org.gamenet.rgs.core.reconfiguration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Permission;
import org.gamenet.rgs.core.ordering.Position;

/**
 * A member's part in the order of equals that ask each other (P68 to P70). Elsewhere nothing is ever in it.
 *
 * @param right to stamp
 * @param queue events that wait for that right, in their order: each is done when it is this member's turn
 * @param ahead entries beyond a gap, ascending; at a primary that may not act all that came meanwhile
 * @param turnFrom the last entry before this turn
 * @param behind at the primary: where its log ended when somebody was heard to be ahead
 * @param asked how often it asked again since it asked
 * @param quarrels at the primary: of pairs of whom each says that the other does not answer, how often they said so; in
 *     the order in which they began
 */
record Accord(
        Permission right,
        List<Event> queue,
        List<LogEntry> ahead,
        long turnFrom,
        long behind,
        int asked,
        Map<Pair, Quarrel> quarrels) {

    /** Events that wait beyond this many are let go (P52): a member that wants them asks again. */
    private static final int QUEUE_MAX = 1_024;

    private static final int QUARRELS_MAX = 256;

    /** Two of them, the first one the lesser. */
    record Pair(MemberId one, MemberId other) {
        static Pair of(MemberId a, MemberId b) {
            return a.compareTo(b) < 0 ? new Pair(a, b) : new Pair(b, a);
        }
    }

    /**
     * Of a pair.
     *
     * @param last the member that said it last
     * @param times how often one said it after the other had
     */
    record Quarrel(MemberId last, int times) {}

    Accord {
        queue = List.copyOf(queue);
        ahead = List.copyOf(ahead);
        quarrels = quarrels.isEmpty() ? Map.of() : Collections.unmodifiableMap(quarrels);
    }

    static Accord of(MemberId me, Epoch epoch) {
        return new Accord(Permission.of(me, epoch), List.of(), List.of(), -1, -1, 0, Map.of());
    }

    /**
     * In another epoch: what waited is asked for again by the member that wants it, but for the exit of a player that
     * was kicked, and the end of the game. A newcomer that asked for a seat is let in in the first turn, if this member
     * has that: one whose older self is on the roster cannot come in otherwise.
     */
    Accord in(Epoch epoch) {
        if (epoch.equals(right.epoch())) return this;
        List<Event> kept = queue.stream()
                .filter(event -> event instanceof Event.KickAsked
                        || event instanceof Event.EndAsked
                        || event instanceof Event.Heard heard && heard.message() instanceof Message.JoinRequest)
                .toList();
        return new Accord(right.in(epoch), kept, List.of(), -1, -1, 0, Map.of());
    }

    /** In another epoch, of a member that leaves: what it has sent nobody asks for again. */
    Accord saying(Accord before) {
        List<Event> both = new ArrayList<>(
                before.queue.stream().filter(Event.OrderAsked.class::isInstance).toList());
        both.addAll(queue);
        return new Accord(right, both, ahead, turnFrom, behind, asked, quarrels);
    }

    /** Whether messages of this member's own wait to be ordered. */
    boolean says() {
        return queue.stream().anyMatch(Event.OrderAsked.class::isInstance);
    }

    /** Whether the end of the game waits for a turn. */
    boolean ends() {
        return queue.stream().anyMatch(Event.EndAsked.class::isInstance);
    }

    Accord with(Permission now) {
        return new Accord(now, queue, ahead, turnFrom, behind, asked, quarrels);
    }

    Accord waitingFor(Event more) {
        if (queue.size() >= QUEUE_MAX) return this;
        List<Event> longer = new ArrayList<>(queue);
        longer.add(more);
        return new Accord(right, longer, ahead, turnFrom, behind, asked, quarrels);
    }

    /** Of a member that serves no longer: what only a server does is forgotten. */
    Accord following() {
        List<Event> own =
                queue.stream().filter(Event.OrderAsked.class::isInstance).toList();
        return new Accord(right, own, ahead, turnFrom, behind, asked, quarrels);
    }

    Accord without(int first) {
        return new Accord(right, queue.subList(first, queue.size()), ahead, turnFrom, behind, asked, quarrels);
    }

    Accord beyond(List<LogEntry> gap) {
        return new Accord(right, queue, gap, turnFrom, behind, asked, quarrels);
    }

    /** Whether there is a gap behind the last entry of a log that ends here. */
    boolean lacks(Position end) {
        return !ahead.isEmpty() && ahead.get(0).seq() > end.next().seq();
    }

    /** It stamps, from the entry after this one on. */
    Accord turn(long from) {
        return new Accord(right.hold(), queue, ahead, from, behind, 0, quarrels);
    }

    /** The first turn of an epoch, which is its holder's (P70). */
    Accord firstTurn() {
        return new Accord(right.first(), queue, ahead, 0, behind, 0, quarrels);
    }

    Accord askingAgain() {
        return new Accord(right, queue, ahead, turnFrom, behind, Math.min(asked + 1, 1 << 20), quarrels);
    }

    Accord behindAt(long end) {
        return new Accord(right, queue, ahead, turnFrom, end, asked, quarrels);
    }

    Accord done() {
        return new Accord(right.done(), queue, ahead, -1, behind, 0, quarrels);
    }

    /** One of the two says that the other does not answer. */
    Accord quarrelling(MemberId from, MemberId with) {
        Pair pair = Pair.of(from, with);
        Quarrel before = quarrels.get(pair);
        boolean answers = before != null && !before.last.equals(from);
        Map<Pair, Quarrel> more = new LinkedHashMap<>(quarrels);
        if (before == null && quarrels.size() >= QUARRELS_MAX && !forgetsOne(more)) return this;
        more.put(pair, new Quarrel(from, before == null ? 0 : before.times + (answers ? 1 : 0)));
        return new Accord(right, queue, ahead, turnFrom, behind, asked, more);
    }

    /** Of the pairs of which only one of the two complains the one that did so first. */
    private static boolean forgetsOne(Map<Pair, Quarrel> quarrels) {
        Optional<Pair> oldest = quarrels.entrySet().stream()
                .filter(each -> each.getValue().times == 0)
                .map(Map.Entry::getKey)
                .findFirst();
        oldest.ifPresent(quarrels::remove);
        return oldest.isPresent();
    }

    int quarrelled(MemberId a, MemberId b) {
        Quarrel quarrel = quarrels.get(Pair.of(a, b));
        return quarrel == null ? 0 : quarrel.times;
    }

    /** A member that stamps has everybody's permit. */
    Accord stamped(LogEntry entry) {
        if (quarrels.isEmpty() || !(entry.body() instanceof EntryBody.Ordered message)) return this;
        return settled(message.from());
    }

    Accord settled(MemberId one) {
        Map<Pair, Quarrel> rest = new LinkedHashMap<>(quarrels);
        rest.keySet().removeIf(pair -> pair.one.equals(one) || pair.other.equals(one));
        return new Accord(right, queue, ahead, turnFrom, behind, asked, rest);
    }
}
