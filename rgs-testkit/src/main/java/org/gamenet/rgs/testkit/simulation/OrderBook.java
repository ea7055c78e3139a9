package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What is totally ordered, as each process was told it, epoch by epoch: at the end all must tell one story. */
public final class OrderBook {
    private static final int REASONS = 6;

    private final Map<Long, List<Segment>> byEpoch = new TreeMap<>();

    /** What one process was told of one epoch. */
    private static final class Segment {
        final String who;
        /** From the epoch's first frame on; or from somewhere in it. */
        final boolean whole;
        final List<Long> items = new ArrayList<>();
        /** Whose Left it is not told, for it is its own; it may be told a few frames behind that before it notices. */
        final long self;
        /** The epoch into which it resumed from here; 0: none. */
        long next;

        Segment(String who, long self, boolean whole) {
            this.who = who;
            this.self = self;
            this.whole = whole;
        }

        /** What both of them are told. */
        List<Long> without(Segment other) {
            return items.stream().filter(item -> !isExit(item, self) && !isExit(item, other.self)).toList();
        }

        private static boolean isExit(long item, long peer) {
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
        private final List<Long> frozenItems = new ArrayList<>();
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
            open(in, false);
        }

        public void freeze() {
            frozen = true;
        }

        public void add(long in, long item) {
            if (frozen || current == null) {
                frozenEpochs.add(in);
                frozenItems.add(item);
            } else {
                put(in, item);
            }
        }

        private void put(long in, long item) {
            if (in != epoch || current == null) {
                if (current != null) current.next = in;
                open(in, current != null);
            }
            current.items.add(item);
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
        List<Segment> whole = new ArrayList<>(segments.stream().filter(s -> s.whole).sorted(Comparator.comparingInt(s -> s.items.size())).toList());
        for (int i = 1; i < whole.size(); i++) {
            Segment shorter = whole.get(i - 1);
            Segment longer = whole.get(i);
            List<Long> less = shorter.without(longer);
            List<Long> more = longer.without(shorter);
            int both = Math.min(less.size(), more.size());
            if (!more.subList(0, both).equals(less.subList(0, both))) wrong.add("epoch " + epoch + ": " + shorter.who + " and " + longer.who + " tell different orders");
        }
        for (Segment a : segments) {
            for (Segment b : segments) {
                if (a == b || a.next == 0 || a.next != b.next) continue;
                boolean equal = a.whole && b.whole ? a.items.equals(b.items) : isTail(a.items, b.items);
                if (!equal) wrong.add("epoch " + epoch + ": " + a.who + " and " + b.who + " went on to " + a.next + " from different ends, " + a.items.size() + " and " + b.items.size());
            }
        }
        for (Segment part : segments) {
            if (part.whole) continue;
            for (Segment other : segments) {
                if (part != other && !overlap(part.without(other), other.without(part), other.whole)) wrong.add("epoch " + epoch + ": " + part.who + " and " + other.who + " do not agree");
            }
        }
    }

    private static boolean isTail(List<Long> a, List<Long> b) {
        int n = Math.min(a.size(), b.size());
        return a.subList(a.size() - n, a.size()).equals(b.subList(b.size() - n, b.size()));
    }

    /** Whether one can be laid over the other so that they agree wherever both have something; no common item agrees with anything. */
    private static boolean overlap(List<Long> part, List<Long> other, boolean whole) {
        if (part.isEmpty() || other.isEmpty()) return true;
        for (int shift = whole ? 0 : -part.size(); shift <= other.size(); shift++) {
            int from = Math.max(0, -shift);
            int to = Math.min(part.size(), other.size() - shift);
            if (to <= from) return true;
            if (part.subList(from, to).equals(other.subList(from + shift, to + shift))) return true;
        }
        return false;
    }
}
