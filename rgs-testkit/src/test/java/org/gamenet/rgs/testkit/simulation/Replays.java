package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.ordering.Position;

/**
 * The events that one application is told between the state that it was given to restore, to serve from, and Resumed
 * (P40): all of the history from the place of that state on, once, in its order, which is a contiguous tail of what it
 * was told before, and then what is new to it. So it hears what the server of before would have heard.
 */
final class Replays {
    /** Something with a place in the order, as it was told. */
    record Heard(char kind, long peer, long item, long epoch, long version) {
        boolean isGhost() {
            return kind == 'L' && item == OrderBook.item('L', peer, Left.Why.LEFT.ordinal());
        }
    }

    /**
     * The items that it must hear.
     *
     * @param again what it was told before, and the state lacks
     * @param fresh what it was not told before
     * @param must whether the former must come: of a package that is older than the frames that are kept it does not
     */
    record Due(List<Seen> again, List<Seen> fresh, boolean must) {

        /** Of this history, from a state made at {@code base}, if that is known, by one that was told up to there. */
        static Due of(List<Seen> history, Optional<Position> base, Position told, boolean must) {
            List<Seen> again = new ArrayList<>();
            List<Seen> fresh = new ArrayList<>();
            for (Seen seen : history) {
                if (told.isBefore(seen.at())) fresh.add(seen);
                else if (base.isPresent() && base.get().isBefore(seen.at())) again.add(seen);
            }
            return new Due(again, fresh, must);
        }

        /** Of a spare, which was told of everybody who is in, and not in their place. */
        Due toSpare() {
            List<Seen> left = new ArrayList<>(again);
            Set<Long> away = awayAtItsEnd();
            Set<Long> last = new TreeSet<>();
            for (int i = again.size() - 1; i >= 0; i--) {
                Seen seen = again.get(i);
                long peer = seen.peer();
                if (seen.isTurn() || seen.isAway() && !away.contains(peer)) continue;
                if (seen.isAway() || seen.isBack() && away.contains(peer)) {
                    // It was told how that ended, unless it ended in between.
                    if (seen.isBack()) last.add(peer);
                    if (i < firstGoing(peer)) left.remove(i);
                    continue;
                }
                if (!last.add(peer) || !seen.isComing()) continue;
                if (wentBefore(i)) continue;
                left.remove(i);
                boolean replaced = i > 0
                        && again.get(i - 1).at().equals(seen.at())
                        && again.get(i - 1).isGoing();
                if (replaced) left.remove(i - 1);
            }
            return new Due(left, fresh, must);
        }

        /** Whether that player went ahead of this, by an entry of its own: then its coming is told. */
        private boolean wentBefore(int coming) {
            long peer = again.get(coming).peer();
            for (int i = 0; i < coming; i++) {
                Seen seen = again.get(i);
                boolean replaced =
                        again.get(i + 1).peer() == peer && again.get(i + 1).at().equals(seen.at());
                if (seen.isGoing() && seen.peer() == peer && !replaced) return true;
            }
            return false;
        }

        private Set<Long> awayAtItsEnd() {
            Set<Long> away = new TreeSet<>();
            for (Seen seen : again) {
                if (seen.isAway()) away.add(seen.peer());
                else if (!seen.isTurn()) away.remove(seen.peer());
            }
            return away;
        }

        /** The place of this peer's first going; behind all if it has none. */
        private int firstGoing(long peer) {
            for (int i = 0; i < again.size(); i++)
                if (again.get(i).isGoing() && again.get(i).peer() == peer) return i;
            return again.size();
        }
    }

    private Replays() {}

    /**
     * The new things among what was heard.
     *
     * @param self is not told its own coming and going where the others are
     * @param wrong told what is missing, too much, or out of its order
     */
    static List<Heard> fresh(List<Heard> heard, Due due, long self, List<String> wrong) {
        List<Heard> others = heard.stream().filter(h -> !isAbout(h, self)).toList();
        List<Long> fresh = items(due.fresh, self);
        List<Long> whole = new ArrayList<>(items(due.again, self));
        int again = whole.size();
        whole.addAll(fresh);
        List<Long> items = others.stream().map(Heard::item).toList();
        if (!begins(items, whole) && !due.must && begins(items, fresh)) {
            again = 0;
            whole = fresh;
        }
        if (!begins(items, whole)) {
            wrong.add("told " + others + " after restoreState, and due were " + due.again
                    + ", which it was told before, and " + due.fresh);
            return List.of();
        }
        for (Heard more : others.subList(whole.size(), others.size()))
            if (!more.isGhost()) wrong.add("told " + more + " after restoreState, which is no part of the history");
        return others.subList(again, whole.size());
    }

    /** Players of whom {@code Left} was told twice, and nothing of their coming between. */
    static List<String> leftTwice(List<Heard> heard) {
        List<String> wrong = new ArrayList<>();
        Set<Long> gone = new TreeSet<>();
        for (Heard each : heard) {
            if (each.kind == 'J' || each.kind == 'B') gone.remove(each.peer);
            else if (each.kind == 'L' && !gone.add(each.peer)) wrong.add("told twice that a player left: " + each);
        }
        return wrong;
    }

    private static List<Long> items(List<Seen> seen, long self) {
        return seen.stream()
                .filter(s -> s.isTurn() || s.peer() != self)
                .map(Seen::item)
                .toList();
    }

    private static boolean begins(List<Long> items, List<Long> first) {
        return items.size() >= first.size() && items.subList(0, first.size()).equals(first);
    }

    private static boolean isAbout(Heard heard, long self) {
        return heard.kind != 'T' && heard.peer == self;
    }
}
