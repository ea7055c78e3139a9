package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.lanes.Backlog.Kept;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * My requests to whoever serves (P23): open until the server has taken them, then kept until they are stable, because the next server may
 * lack them. What is kept is capped; what falls out of the cap is reported.
 */
final class Requests {
    private final Backlog open = new Backlog();
    private final Deque<Kept> kept = new ArrayDeque<>();
    /** Contained in a state of the game, under the number of an older incarnation of mine. */
    private final List<Former> former = new ArrayList<>();
    private final int keptMax;
    private long keptBytes;

    Requests(int keptMax) {
        this.keptMax = keptMax;
    }

    private record Former(MemberId me, Kept entry) {}

    Backlog open() {
        return open;
    }

    int kept() {
        return kept.size() + former.size();
    }

    void add(Shared message) {
        open.add(message);
    }

    /** The server has taken all up to this number; how many fell out of the cap. */
    int taken(long upTo) {
        open.done(Math.min(upTo, open.next() - 1), this::keep);
        return trim();
    }

    private void keep(Shared message, long number) {
        message.release();
        kept.add(new Kept(message, number));
        keptBytes += message.message.bytes().length;
    }

    private int trim() {
        int fell = 0;
        while (kept.size() > keptMax || keptBytes > Outbox.BYTES_MAX) {
            keptBytes -= kept.remove().message().message.bytes().length;
            fell++;
        }
        while (former.size() > keptMax) {
            former.remove(0);
            fell++;
        }
        return fell;
    }

    /** These of this incarnation are in every state that may be restored. */
    void stable(MemberId incarnation, boolean mine, Marks marks) {
        if (!mine) {
            former.removeIf(f -> f.me.equals(incarnation) && marks.contains(f.entry.number()));
            return;
        }
        Iterator<Kept> all = kept.iterator();
        while (all.hasNext()) {
            Kept entry = all.next();
            if (!marks.contains(entry.number())) continue;
            all.remove();
            keptBytes -= entry.message().message.bytes().length;
        }
    }

    /** Another server, from a state that contains just these: what it lacks is open again. */
    int rebase(MemberId me, Map<MemberId, Marks> base) {
        List<Kept> all = new ArrayList<>(kept);
        open.done(Long.MAX_VALUE, (message, number) -> all.add(new Kept(message, number)));
        all.sort(Comparator.comparingLong(Kept::number));
        kept.clear();
        keptBytes = 0;
        Marks mine = base.getOrDefault(me, Marks.NONE);
        List<Kept> lacking = new ArrayList<>();
        for (Kept entry : all) {
            if (mine.contains(entry.number())) keep(entry.message(), entry.number());
            else lacking.add(entry);
        }
        open.replace(lacking);
        Iterator<Former> old = former.iterator();
        while (old.hasNext()) {
            Former f = old.next();
            if (base.getOrDefault(f.me, Marks.NONE).contains(f.entry.number())) continue;
            old.remove();
            open.add(f.entry.message());
        }
        return trim();
    }

    /** I am in the game anew: what the state that I was given lacks gets numbers of my new incarnation. */
    int renumber(MemberId before, Map<MemberId, Marks> contained) {
        List<Kept> all = new ArrayList<>(kept);
        open.done(Long.MAX_VALUE, (message, number) -> all.add(new Kept(message, number)));
        all.sort(Comparator.comparingLong(Kept::number));
        kept.clear();
        keptBytes = 0;
        List<Former> older = new ArrayList<>(former);
        former.clear();
        open.restart();
        for (Former f : older) settle(f, contained);
        for (Kept entry : all) settle(new Former(before, entry), contained);
        return trim();
    }

    private void settle(Former entry, Map<MemberId, Marks> contained) {
        if (contained.getOrDefault(entry.me, Marks.NONE).contains(entry.entry.number())) {
            entry.entry.message().release();
            former.add(entry);
        } else {
            open.add(entry.entry.message());
        }
    }
}
