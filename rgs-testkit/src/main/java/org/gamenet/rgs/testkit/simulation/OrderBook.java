package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The totally ordered messages, as each process was told them, epoch by epoch: at the end all must tell one story. */
public final class OrderBook {
    private static final int REASONS = 6;

    private final Map<Long, List<Segment>> byEpoch = new TreeMap<>();

    /** An item, and the version of the view in which it was told: of a Joined or Left no other has the same one. */
    private record Placed(long place, long item) {}

    /** The order of one epoch, as one process was told it. */
    private static final class Segment {
        final String who;
        /** From the epoch's first frame on; or from somewhere in it. */
        final boolean whole;

        final List<Placed> items = new ArrayList<>();
        /**
         * The peer itself, which is not told its own Joined and Left in their place; it may be told a few entries
         * behind that before it notices.
         */
        final long self;
        /** The epoch into which it resumed from here; 0: none. */
        long next;

        Segment(String who, long self, boolean whole) {
            this.who = who;
            this.self = self;
            this.whole = whole;
        }

        /** The part that both of them are told. */
        List<Placed> without(Segment other) {
            return items.stream()
                    .filter(each -> !isAbout(each.item, self) && !isAbout(each.item, other.self))
                    .toList();
        }

        private static boolean isAbout(long item, long peer) {
            if (item == item('J', peer, 0) || item == item('A', peer, 0) || item == item('B', peer, 0)) return true;
            for (int why = 0; why < REASONS; why++) if (item == item('L', peer, why)) return true;
            return false;
        }
    }

    public static long item(char kind, long peer, long number) {
        return kind * 0x9e3779b97f4a7c15L ^ peer * 31 ^ number;
    }

    public Reader reader(String who, LongSupplier self) {
        return new Reader(who, self);
    }

    /** One process. */
    public final class Reader {
        private final String who;
        private final LongSupplier self;
        private final List<Long> frozenEpochs = new ArrayList<>();
        private final List<Placed> frozenItems = new ArrayList<>();
        /** The messages that were told since it began, without what came again. */
        private final List<Long> told = new ArrayList<>();
        /** How many of the frozen items were told before the state was restored; -1: none was. */
        private int restoredAt = -1;

        private boolean frozen;
        private Segment current;
        private long epoch;

        Reader(String who, LongSupplier self) {
            this.who = who;
            this.self = self;
        }

        private void open(long in, boolean whole) {
            epoch = in;
            current = new Segment(who, self.getAsLong(), whole);
            byEpoch.computeIfAbsent(in, e -> new ArrayList<>()).add(current);
        }

        /** Admitted, or reloaded: from here on. */
        public void begin(long in, boolean founder) {
            frozen = false;
            frozenItems.clear();
            frozenEpochs.clear();
            told.clear();
            restoredAt = -1;
            open(in, false);
        }

        public void freeze() {
            frozen = true;
            restoredAt = -1;
        }

        /** A state was restored, to serve from: what it lacks comes again. */
        public void restored() {
            restoredAt = frozenItems.size();
        }

        /**
         * The epoch that it goes on in begins: what came again is a tail of what was told before.
         *
         * @param spare it was told nothing before, and its way into the epoch is that epoch's first entry
         */
        public void forgetWhatCameAgain(long in, boolean spare) {
            if (restoredAt < 0) return;
            for (int i = frozenItems.size() - 1; i >= restoredAt; i--)
                if (spare && frozenEpochs.get(i) < in || frozenItems.get(i).item == item('J', self.getAsLong(), 0))
                    drop(i);
            List<Long> before = new ArrayList<>(told);
            for (Placed each : frozenItems.subList(0, restoredAt)) before.add(each.item);
            List<Long> since =
                    frozenItems.stream().skip(restoredAt).map(Placed::item).toList();
            int again = Math.min(since.size(), before.size());
            while (!before.subList(before.size() - again, before.size()).equals(since.subList(0, again))) again--;
            for (int i = 0; i < again; i++) drop(restoredAt);
            restoredAt = -1;
        }

        private void drop(int i) {
            frozenItems.remove(i);
            frozenEpochs.remove(i);
        }

        /** @param place version of the view of epoch {@code in} as this was told */
        public void add(long in, long place, long item) {
            if (frozen || current == null) {
                frozenEpochs.add(in);
                frozenItems.add(new Placed(place, item));
            } else {
                put(in, new Placed(place, item));
            }
        }

        private void put(long in, Placed item) {
            if (in != epoch || current == null) {
                if (current != null) current.next = in;
                open(in, current != null);
            }
            current.items.add(item);
            told.add(item.item);
        }

        public void thaw() {
            frozen = false;
            flush();
        }

        private void flush() {
            for (int i = 0; i < frozenItems.size(); i++) put(frozenEpochs.get(i), frozenItems.get(i));
            frozenItems.clear();
            frozenEpochs.clear();
        }

        public void resume(long in) {
            frozen = false;
            flush();
            if (in != epoch || current == null) {
                if (current != null) current.next = in;
                open(in, current != null);
            }
        }
    }

    public List<String> check() {
        List<String> wrong = new ArrayList<>();
        byEpoch.forEach((epoch, segments) -> check(epoch, segments, wrong));
        return wrong;
    }

    private static void check(long epoch, List<Segment> segments, List<String> wrong) {
        List<Segment> whole = new ArrayList<>(segments.stream()
                .filter(s -> s.whole)
                .sorted(Comparator.comparingInt(s -> s.items.size()))
                .toList());
        for (int i = 1; i < whole.size(); i++) {
            Segment shorter = whole.get(i - 1);
            Segment longer = whole.get(i);
            List<Placed> less = shorter.without(longer);
            List<Placed> more = longer.without(shorter);
            int both = Math.min(less.size(), more.size());
            if (!more.subList(0, both).equals(less.subList(0, both)))
                wrong.add("epoch " + epoch + ": " + shorter.who + " and " + longer.who + " tell different orders");
        }
        for (Segment a : segments) {
            for (Segment b : segments) {
                if (a == b || a.next == 0 || a.next != b.next) continue;
                boolean equal = a.whole && b.whole ? a.items.equals(b.items) : isTail(a.items, b.items);
                if (!equal)
                    wrong.add("epoch " + epoch + ": " + a.who + " and " + b.who + " went on to " + a.next
                            + " from different ends, " + a.items.size() + " and " + b.items.size());
            }
        }
        for (Segment part : segments) {
            if (part.whole) continue;
            for (Segment other : segments) {
                if (part != other && !overlap(part.without(other), other.without(part), other.whole))
                    wrong.add("epoch " + epoch + ": " + part.who + " and " + other.who + " do not agree");
            }
        }
    }

    private static boolean isTail(List<Placed> a, List<Placed> b) {
        int n = Math.min(a.size(), b.size());
        return a.subList(a.size() - n, a.size()).equals(b.subList(b.size() - n, b.size()));
    }

    /**
     * Whether one can be laid over the other so that they agree wherever both have something. An item that stands once
     * in both has one place: it says where one lies over the other. Without such an item they may be of different
     * times.
     */
    private static boolean overlap(List<Placed> part, List<Placed> other, boolean whole) {
        if (part.isEmpty() || other.isEmpty()) return true;
        Map<Placed, Integer> inPart = once(part);
        Map<Placed, Integer> inOther = once(other);
        Integer shift = null;
        for (Map.Entry<Placed, Integer> each : inPart.entrySet()) {
            Integer there = inOther.get(each.getKey());
            if (there == null) continue;
            int here = there - each.getValue();
            if (shift != null && shift != here) return false;
            shift = here;
        }
        if (shift != null) return agree(part, other, shift, whole);
        return true;
    }

    /**
     * Whether {@code part}, laid from {@code shift} on, tells what the other one tells; before a whole one there is
     * nothing.
     */
    private static boolean agree(List<Placed> part, List<Placed> other, int shift, boolean whole) {
        if (whole && shift < 0) return false;
        int from = Math.max(0, -shift);
        int to = Math.min(part.size(), other.size() - shift);
        return to > from && part.subList(from, to).equals(other.subList(from + shift, to + shift));
    }

    /** Where each item stands that stands there once. */
    private static Map<Placed, Integer> once(List<Placed> items) {
        Map<Placed, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) if (places.put(items.get(i), i) != null) places.put(items.get(i), -1);
        places.values().removeIf(place -> place < 0);
        return places;
    }
}
