package org.gamenet.rgs.core.ordering;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a session delivered, and what they say together.
 *
 * @param end the last entry delivered
 * @param roster the members at {@code end}
 * @param authority of the epoch of {@code end}
 * @param ordered per session ({@link MemberId#origin}), how many of its ordered messages are in: each is stamped once
 * @param kept the entries that are not known to be stable, ascending, the last one at {@code end} unless all are stable
 * @param ended whether the game's last entry is in
 */
public record Log(
        Position end,
        Roster roster,
        List<MemberId> authority,
        Map<MemberId, Long> ordered,
        List<LogEntry> kept,
        boolean ended) {

    private static final int FAR_ENTRIES = 16_384;
    private static final long FAR_BYTES = 16L << 20;

    /** Nothing delivered. */
    public static final Log EMPTY = new Log(Position.NONE, Roster.EMPTY, List.of(), Map.of(), List.of(), false);

    public Log {
        authority = List.copyOf(authority);
        ordered = OrderCounts.of(ordered);
        kept = KeptEntries.of(kept);
    }

    /**
     * Whether this entry continues the log: the next of its epoch, or the ACK of an epoch that ends the one before
     * exactly here.
     */
    public boolean takes(LogEntry entry) {
        if (ended) return false;
        if (entry.body() instanceof EntryBody.Ack ack)
            return entry.seq() == 0 && ack.end().equals(end) && entry.epoch().isAfter(end.epoch());
        return entry.at().equals(end.next());
    }

    /** With one more entry, which it {@link #takes}. */
    public Log with(LogEntry entry) {
        if (!takes(entry)) throw new AssertionError(entry + " does not continue " + end);
        List<LogEntry> entries = KeptEntries.of(kept).with(entry);
        Roster now = roster;
        List<MemberId> chiefs = authority;
        Map<MemberId, Long> counts = ordered;
        boolean over = ended;
        EntryBody body = entry.body();
        if (body instanceof EntryBody.Ack ack) {
            for (EntryBody.Exited exit : ack.exits()) now = without(now, exit);
            if (ack.admitted().isPresent()) now = now.with(ack.admitted().get());
            chiefs = ack.authority();
        } else if (body instanceof EntryBody.Joined join) {
            now = now.with(join.member());
        } else if (body instanceof EntryBody.Exited exit) {
            now = without(now, exit);
        } else if (body instanceof EntryBody.Ordered message) {
            counts = OrderCounts.of(ordered).with(message.from(), message.number());
        } else if (body instanceof EntryBody.Ended) {
            over = true;
        }
        return new Log(entry.at(), now, chiefs, counts, entries, over);
    }

    private static Roster without(Roster roster, EntryBody.Exited exit) {
        return exit.kept() ? roster.keeping(exit.who()) : roster.without(exit.who(), returns(exit.why()));
    }

    private static boolean returns(Reason why) {
        return why != Reason.KICKED;
    }

    /** With these entries kept, and {@code ack} last: what a new holder keeps for those that lack them. */
    public Log withKept(List<LogEntry> entries, LogEntry ack) {
        List<LogEntry> all = new ArrayList<>(
                entries.stream().filter(f -> !end.isBefore(f.at())).toList());
        if (!all.contains(ack)) all.add(ack);
        return new Log(end, roster, authority, ordered, all, ended);
    }

    /** Without the entries that every member has delivered. */
    public Log stableUpTo(Position stable) {
        int drop = 0;
        while (drop < kept.size()
                && !stable.isBefore(kept.get(drop).at())
                && sameLine(kept.get(drop).at(), stable)) drop++;
        return drop == 0
                ? this
                : new Log(end, roster, authority, ordered, KeptEntries.of(kept).without(drop), ended);
    }

    /** A lower number precedes whatever claim it was of; an equal number only of the same claim. */
    private static boolean sameLine(Position entry, Position stable) {
        return entry.epoch().number() < stable.epoch().number() || entry.epoch().equals(stable.epoch());
    }

    /**
     * Whether this entry of mine is delivered by every member, as far as is known here: then it can vanish no more
     * (P22).
     */
    public boolean isStable(Position place) {
        return !end.isBefore(place)
                && sameLine(place, end)
                && (kept.isEmpty() || place.isBefore(kept.get(0).at()));
    }

    /** How many totally ordered messages of this one's session are in. */
    public long orderedOf(MemberId sender) {
        return OrderCounts.of(ordered).numberOf(sender);
    }

    /** The kept entry at this place. */
    public Optional<LogEntry> entryAt(Position at) {
        for (LogEntry entry : kept) if (entry.at().equals(at)) return Optional.of(entry);
        return Optional.empty();
    }

    /** Whether a member that has come to this place lacks so much that it ought not to get more. */
    public boolean isFarFrom(Position place) {
        int first = firstAfter(place);
        return kept.size() - first >= FAR_ENTRIES || KeptEntries.of(kept).bytesFrom(first) >= FAR_BYTES;
    }

    /** The kept entries after this place, ascending. */
    public List<LogEntry> after(Position place) {
        return after(place, Integer.MAX_VALUE);
    }

    /** So many of them at most: the work is that of these, however many are kept. */
    public List<LogEntry> after(Position place, int most) {
        int first = firstAfter(place);
        return List.copyOf(kept.subList(first, first + Math.min(most, kept.size() - first)));
    }

    private int firstAfter(Position place) {
        int low = 0;
        int high = kept.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (place.isBefore(kept.get(middle).at())) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /** Whether this one serves in the epoch of {@code end}; its backups do not. */
    public boolean isPrimary(MemberId id) {
        return !authority.isEmpty() && authority.get(0).equals(id);
    }

    /** The member that serves in the epoch of {@code end}. */
    public Optional<Member> primary() {
        return authority.isEmpty() ? Optional.empty() : roster.find(authority.get(0));
    }

    /**
     * The prefix test (P42): which entries bring this log up to {@code ack} and include it.
     *
     * @param missing entries that came with the ACK, earlier ACKs among them, in any order
     */
    public Catchup catchUp(LogEntry ack, List<LogEntry> missing) {
        List<LogEntry> path = new ArrayList<>();
        Log log = this;
        while (true) {
            LogEntry target = nextAck(log.end, ack, missing);
            if (target == null) return new Catchup.Incomplete();
            Position goal = ((EntryBody.Ack) target.body()).end();
            if (!log.end.epoch().equals(goal.epoch()) || log.end.seq() > goal.seq())
                return new Catchup.Diverged(log.end, goal);
            while (log.end.seq() < goal.seq()) {
                LogEntry next = find(missing, log.end.next());
                if (next == null) return new Catchup.Incomplete();
                log = log.with(next);
                path.add(next);
            }
            if (!log.takes(target)) return new Catchup.Diverged(log.end, goal);
            log = log.with(target);
            path.add(target);
            if (target == ack) return new Catchup.Reached(log, path);
        }
    }

    /** The ACK that ends the epoch of {@code end}: {@code ack} itself, or an earlier one on the way to it. */
    private static @Nullable LogEntry nextAck(Position end, LogEntry ack, List<LogEntry> missing) {
        LogEntry step = ack;
        for (int hops = 0; hops <= missing.size(); hops++) {
            Position before = ((EntryBody.Ack) step.body()).end();
            if (before.epoch().number() <= end.epoch().number()) return step;
            LogEntry earlier = find(missing, new Position(before.epoch(), 0));
            if (earlier == null || !(earlier.body() instanceof EntryBody.Ack)) return null;
            step = earlier;
        }
        return null;
    }

    private static @Nullable LogEntry find(List<LogEntry> entries, Position at) {
        for (LogEntry entry : entries) if (entry.at().equals(at)) return entry;
        return null;
    }

    /**
     * The marks that the state contains that was restored last on this path (P23); empty if none was, because the
     * server stayed and kept its state: it was a planned change, or the same server went on in a later epoch.
     */
    public Optional<Map<MemberId, Marks>> restoredAlong(List<LogEntry> path) {
        Optional<Map<MemberId, Marks>> base = Optional.empty();
        List<MemberId> before = authority;
        for (LogEntry entry : path) {
            if (!(entry.body() instanceof EntryBody.Ack ack)) continue;
            boolean stayed = ack.packaged().isEmpty()
                    && !before.isEmpty()
                    && ack.authority().get(0).equals(before.get(0));
            // Of planned changes a handover alone has a package: that of the old server.
            boolean changed = ack.planned() && ack.packaged().isEmpty();
            if (!changed && !stayed) base = Optional.of(ack.marks());
            before = ack.authority();
        }
        return base;
    }

    /** Whether the kept entries have all that follows this place: else some of it is known to nobody any more. */
    public boolean reachesBackTo(Position place) {
        List<LogEntry> rest = after(place);
        return rest.isEmpty() ? !place.isBefore(end) : follow(place, rest);
    }

    /** Whether these entries, ascending, continue a history that ends at this place without a gap. */
    public static boolean follow(Position place, List<LogEntry> entries) {
        Position at = place;
        for (LogEntry entry : entries) {
            boolean next = entry.at().equals(at.next())
                    || entry.body() instanceof EntryBody.Ack ack && ack.end().equals(at);
            if (!next) return false;
            at = entry.at();
        }
        return true;
    }

    /** The finding of the prefix test. */
    public sealed interface Catchup {

        /** The log is a prefix: these entries bring it there, the ACK last. */
        record Reached(Log log, List<LogEntry> path) implements Catchup {}

        /** The log holds what the new epoch does not have: no way but to reload. */
        record Diverged(Position mine, Position theirs) implements Catchup {}

        /** A prefix as far as can be seen, but entries on the way are not here: ask for them. */
        record Incomplete() implements Catchup {}
    }
}
