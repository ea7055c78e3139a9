package org.gamenet.rgs.core.lanes;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;

/**
 * My totally ordered messages: open until their entries are delivered here, then kept until these can vanish no more
 * (P22), because I may come to go on in a history that lacks them. Numbered once for as long as my session lives, like
 * requests; the log says how far it has them.
 */
final class Orders {
    private static final long REPEAT_NANOS = 100_000_000;
    private final Deque<Asked> unstamped = new ArrayDeque<>();
    private final Deque<Stamped> stamped = new ArrayDeque<>();
    private final int keptMax;
    private long keptBytes;
    private long next = 1;
    private long askedAt;
    /**
     * Times that they were asked for again, and none was stamped since; and whether not all of them were, the last
     * time.
     */
    private int inVain;

    private boolean probed;
    /** The number of the last message that was let go before its entry was stable; and where that entry stands. */
    private long letGo;

    private Position letGoAt = Position.NONE;
    /** The number of the last message whose entry is known to be stable. */
    private long stable;

    Orders(int keptMax) {
        this.keptMax = keptMax;
    }

    private record Asked(long number, SharedMessage shared, Payload payload) {}

    /**
     * With the number and the length of what was asked, which is in no cache any more by the time that it is let go.
     */
    private record Stamped(long number, int bytes, Asked asked, Position at) {}

    int kept() {
        return stamped.size();
    }

    /** How many messages were let go although their entries are not known to be stable. */
    long atRisk() {
        return Math.max(0, letGo - stable);
    }

    /** {@link Sink#ordered} is to follow. */
    void add(SharedMessage message, Sink sink, long now) {
        Asked asked = new Asked(next++, message, new Payload(DataFrame.orderedPayload(message.message)));
        if (unstamped.isEmpty()) askedAt = now;
        unstamped.add(asked);
        if (unstamped.size() <= Backlog.WINDOW) ask(asked, sink);
    }

    private static void ask(Asked asked, Sink sink) {
        OutgoingMessage message = asked.shared.message;
        sink.order(asked.number, message.type(), message.sentAt(), asked.payload);
    }

    /**
     * In the order by now, the last of them at this place or before it: all up to this one. How many fell out of the
     * cap.
     */
    int stamped(long upTo, Position at, Sink sink, boolean flows, long now) {
        int open = unstamped.size();
        while (!unstamped.isEmpty() && unstamped.getFirst().number <= upTo) {
            keep(unstamped.remove(), at);
            askedAt = now;
        }
        int fell = trim();
        if (unstamped.size() < open) {
            inVain = 0;
            if (probed && flows) {
                repeat(sink, now);
                return fell;
            }
        }
        if (!flows || open <= Backlog.WINDOW) return fell;
        int place = 0;
        int entered = Backlog.WINDOW - (open - unstamped.size());
        for (Asked asked : unstamped) {
            if (place >= Backlog.WINDOW) break;
            if (place++ >= entered) ask(asked, sink);
        }
        sink.ordered();
        return fell;
    }

    private void keep(Asked asked, Position at) {
        asked.shared.release();
        Stamped kept = new Stamped(asked.number, asked.shared.message.bytes().length, asked, at);
        stamped.add(kept);
        keptBytes += kept.bytes;
    }

    private int trim() {
        int fell = 0;
        while (stamped.size() > keptMax || keptBytes > SendQueue.BYTES_MAX) {
            Stamped eldest = stamped.remove();
            keptBytes -= eldest.bytes;
            letGo = eldest.number;
            letGoAt = eldest.at;
            fell++;
        }
        return fell;
    }

    /** Lets go of the messages whose entries every member has. */
    void settle(Log log) {
        while (!stamped.isEmpty() && log.isStable(stamped.getFirst().at)) {
            Stamped safe = stamped.remove();
            keptBytes -= safe.bytes;
            stable = safe.number;
        }
        if (letGo > stable && log.isStable(letGoAt)) stable = letGo;
    }

    /** All that the window lets out is asked for once more. */
    void repeat(Sink sink, long now) {
        inVain = 0;
        again(sink, now);
    }

    /** All that the window lets out, or only the first of it where nothing came of the time before. */
    private void again(Sink sink, long now) {
        askedAt = now;
        probed = inVain++ > 0 && unstamped.size() > Backlog.PROBE;
        int asked = 0;
        for (Asked one : unstamped) {
            if (asked++ == (probed ? Backlog.PROBE : Backlog.WINDOW)) break;
            ask(one, sink);
        }
        sink.ordered();
    }

    void tick(Sink sink, long now) {
        if (!stamped.isEmpty() || letGo > stable) settle(sink.log());
        if (!unstamped.isEmpty() && now - askedAt >= REPEAT_NANOS) again(sink, now);
    }

    /** The lowest that is held here, or the next to be given: between the two there is no gap. */
    private long lowest() {
        return !stamped.isEmpty()
                ? stamped.getFirst().number
                : !unstamped.isEmpty() ? unstamped.getFirst().number : next;
    }

    /** How many are in no log any more and held by nobody, if the game goes on from one that has all up to this one. */
    long lost(long upTo) {
        return Math.max(0, lowest() - 1 - upTo);
    }

    /**
     * In a log that has all up to this one and ends there: what it lacks is to be stamped again. Where it lacks some
     * that I hold no more, those that I do hold take their numbers, because the next number is all that a server
     * stamps; nothing of the epoch in which they had others is listened to any more (P2).
     */
    void rebase(long upTo, Position end) {
        long lost = lost(upTo);
        Deque<Asked> all = new ArrayDeque<>();
        for (Stamped one : stamped) all.add(one.asked);
        all.addAll(unstamped);
        stamped.clear();
        keptBytes = 0;
        unstamped.clear();
        for (Asked one : all) {
            if (one.number <= upTo) keep(one, end);
            else unstamped.add(lost == 0 ? one : new Asked(one.number - lost, one.shared, one.payload));
        }
        next -= lost;
        letGo = Math.min(letGo, upTo);
        stable = Math.min(stable, upTo);
        letGoAt = end;
    }
}
