package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.gamenet.rgs.core.lanes.Backlog.Kept;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * My requests to whoever serves (P23): open until the server has taken them, then kept until they are stable, because
 * the next server may lack them. Each has one number for as long as my session lives, through every epoch and every
 * rejoin (P72): so what may be lost can be told exactly, wherever the game goes on from. The memory for them is capped:
 * the oldest are let go first, counted, and told.
 */
final class Requests {
    private final Backlog open = new Backlog();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final int keptMax;
    private long keptBytes;
    /** Can be lost no more: the server of an epoch has said so. */
    private final MarkSet stable = new MarkSet();
    /**
     * Up to {@code judged}, those not counted as lost where the game went on from an older state: so that none is
     * counted twice.
     */
    private MarkSet remained = new MarkSet();

    private long judged;
    private long atRisk;

    Requests(int keptMax) {
        this.keptMax = keptMax;
    }

    Backlog open() {
        return open;
    }

    int kept() {
        return kept.size();
    }

    /** Let go although nobody has said that they are stable. */
    long atRisk() {
        return atRisk;
    }

    void add(SharedMessage message) {
        open.add(message);
    }

    /** The server has taken all up to this number; how many fell out of the cap. */
    int taken(long upTo, long now) {
        open.done(Math.min(upTo, open.next() - 1), now, this::keep);
        return trim();
    }

    private void keep(SharedMessage message, long number) {
        message.release();
        if (stable.contains(number)) return;
        kept.add(new Kept(message, number));
        keptBytes += message.message.bytes().length;
    }

    private int trim() {
        int fell = 0;
        while (kept.size() > keptMax || keptBytes > SendQueue.BYTES_MAX) {
            keptBytes -= kept.remove().message().message.bytes().length;
            fell++;
        }
        atRisk += fell;
        return fell;
    }

    /** These are in every state that may be restored. */
    void stable(Marks marks) {
        stable.merge(marks, open.next() - 1);
        Iterator<Kept> all = kept.iterator();
        while (all.hasNext()) {
            Kept entry = all.next();
            if (!stable.contains(entry.number())) continue;
            all.remove();
            keptBytes -= entry.message().message.bytes().length;
        }
        if (atRisk > 0) atRisk = missing(stable);
    }

    /**
     * How many of mine are in no state any more and held by nobody, if the game goes on from one that contains just
     * these.
     */
    long lost(Marks base) {
        return missing(new MarkSet(base));
    }

    /**
     * Numbers in use that are neither in there nor held here, nor were so when that was last asked for good. No number
     * is looked at but those that are held or stand alone: there may be as many as a session of weeks has given.
     */
    private long missing(MarkSet in) {
        long[] held = held();
        long missing = missing(in, held, judged, open.next() - 1) + missing(in, held, 0, remained.upTo());
        for (long number : remained.above()) if (isMissing(in, held, number)) missing++;
        return missing;
    }

    /** How many numbers above {@code from}, up to {@code to}, are missing. */
    private static long missing(MarkSet in, long[] held, long from, long to) {
        long missing = to - from - in.within(from, to);
        for (long number : held) if (number > from && number <= to && !in.contains(number)) missing--;
        return missing;
    }

    private static boolean isMissing(MarkSet in, long[] held, long number) {
        return !in.contains(number) && Arrays.binarySearch(held, number) < 0;
    }

    /** The numbers that wait or are kept, ascending. */
    long[] held() {
        long[] waits = open.numbers();
        long[] all = Arrays.copyOf(waits, waits.length + kept.size());
        int at = waits.length;
        for (Kept entry : kept) all[at++] = entry.number();
        Arrays.sort(all);
        return all;
    }

    /**
     * Another state that contains just these, of another server or at my return: what it lacks is open again. How many
     * fell out of the cap.
     */
    int rebase(Marks base) {
        MarkSet contained = new MarkSet();
        contained.merge(base, open.next() - 1);
        reopen(contained);
        judged = open.next() - 1;
        remained = contained;
        for (long number : held()) remained.add(number);
        int fell = trim();
        if (atRisk > 0) atRisk = missing(stable);
        return fell;
    }

    /** I am back, and no state tells which of mine the server has had: it knows, and takes none twice. */
    void reopen() {
        reopen(new MarkSet());
    }

    private void reopen(MarkSet contained) {
        List<Kept> all = new ArrayList<>(kept);
        open.clear((message, number) -> all.add(new Kept(message, number)));
        all.sort(Comparator.comparingLong(Kept::number));
        kept.clear();
        keptBytes = 0;
        List<Kept> lacking = new ArrayList<>();
        for (Kept entry : all) {
            if (contained.contains(entry.number())) keep(entry.message(), entry.number());
            else lacking.add(entry);
        }
        open.replace(lacking);
    }
}
