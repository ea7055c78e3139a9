package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.gamenet.rgs.SessionEvent.Left;

/**
 * The items that one application was told in order, stint by stint; a stint ends where it is reloaded. Each item is
 * looked up in the history: its place must follow the place of the item before it.
 */
final class Telling {
    private final LongSupplier self;
    private final List<Stint> stints = new ArrayList<>();
    private final List<Long> waiting = new ArrayList<>();
    private boolean frozen;
    private long waitingEpoch;

    /** From an admission, or a reload, to the next. */
    private static final class Stint {
        final long self;
        final List<Long> items = new ArrayList<>();
        long epoch;

        Stint(long self, long epoch) {
            this.self = self;
            this.epoch = epoch;
        }
    }

    Telling(LongSupplier self) {
        this.self = self;
    }

    void begin(long epoch) {
        frozen = false;
        waiting.clear();
        stints.add(new Stint(self.getAsLong(), epoch));
    }

    void freeze() {
        frozen = true;
    }

    void add(long epoch, long item) {
        if (frozen || stints.isEmpty()) {
            waiting.add(item);
            waitingEpoch = epoch;
        } else {
            put(epoch, item);
        }
    }

    /** It goes on with what it has, in this epoch. */
    void resume(long epoch) {
        frozen = false;
        for (long item : waiting) put(waitingEpoch, item);
        waiting.clear();
        if (!stints.isEmpty()) last().epoch = Math.max(last().epoch, epoch);
    }

    private void put(long epoch, long item) {
        last().items.add(item);
        last().epoch = Math.max(last().epoch, epoch);
    }

    private Stint last() {
        return stints.get(stints.size() - 1);
    }

    /**
     * The faults of what was told: items that are not in the history, not in its order, or missing.
     *
     * @param toItsEnd whether the last thing that it was told must be the last that there is
     */
    List<String> check(History history, boolean toItsEnd) {
        List<String> wrong = new ArrayList<>();
        Map<Long, List<Seen>> known = new HashMap<>();
        for (Stint stint : stints)
            check(stint, known.computeIfAbsent(stint.epoch, history::seen), toItsEnd && stint == last(), wrong);
        return wrong;
    }

    private static void check(Stint stint, List<Seen> history, boolean toItsEnd, List<String> wrong) {
        if (stint.items.isEmpty()) return;
        List<Seen> mine = history.stream()
                .filter(seen -> !isAbout(seen.item(), stint.self))
                .toList();
        List<Long> items =
                stint.items.stream().filter(item -> !isAbout(item, stint.self)).toList();
        int best = 0;
        for (int shift = mine.size() - items.size(); shift >= 0; shift--) {
            int same = same(items, mine, shift);
            if (same == items.size()) return;
            if (toItsEnd) break;
            best = Math.max(best, same);
        }
        wrong.add("up to epoch " + stint.epoch + ", " + items.size() + " items were told, and in the history at most "
                + best + " of them follow each other: " + where(items, mine) + (toItsEnd ? ", of " + mine.size() : ""));
    }

    private static int same(List<Long> items, List<Seen> history, int shift) {
        int same = 0;
        while (same < items.size()
                && items.get(same) == history.get(shift + same).item()) same++;
        return same;
    }

    /** Where the items stand in the history, and what of it lies between them, for a reader. */
    private static String where(List<Long> items, List<Seen> history) {
        StringBuilder text = new StringBuilder();
        List<String> before = List.of();
        for (long item : items) {
            List<String> places = history.stream()
                    .filter(seen -> seen.item() == item)
                    .map(Seen::toString)
                    .toList();
            if (places.isEmpty() || places.size() > 1 || !isNext(before, places, history))
                text.append(' ').append(before).append(" then ").append(places.isEmpty() ? "nowhere" : places);
            before = places;
            if (text.length() > 400) return text + "...";
        }
        List<Seen> rest = history.subList(Math.max(0, history.size() - 2), history.size());
        return text + " last " + before + " of " + rest;
    }

    private static boolean isNext(List<String> before, List<String> here, List<Seen> history) {
        List<String> all = history.stream().map(Seen::toString).toList();
        int place = all.indexOf(here.get(0));
        return place > 0 && before.contains(all.get(place - 1));
    }

    /** Its own coming and going is told to everybody else. */
    private static boolean isAbout(long item, long peer) {
        return item == OrderBook.item('J', peer, 0)
                || item == OrderBook.item('A', peer, 0)
                || item == OrderBook.item('B', peer, 0)
                || isExit(item, peer);
    }

    static boolean isExit(long item, long peer) {
        for (Left.Why why : Left.Why.values()) if (item == OrderBook.item('L', peer, why.ordinal())) return true;
        return false;
    }
}
