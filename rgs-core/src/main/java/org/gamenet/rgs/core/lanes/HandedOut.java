package org.gamenet.rgs.core.lanes;

import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * The requests that the application was handed (P23), by session: any state that it makes from now on contains them,
 * also where its handler threw. Any thread; written where items are handed out, read where states are sent.
 *
 * <p>A session is in it until it is {@link #forget forgotten}: as long as it has a seat, for it may come back and
 * repeat what it holds (P72). So the roster bounds it, with those that have lapsed ({@code Roster.LAPSED_MAX}): 12
 * bytes for each in a state that is sent.
 */
public final class HandedOut {
    private final Map<MemberId, MarkSet> bySession = new HashMap<>();
    private Map<MemberId, Marks> latest = Map.of();
    private boolean changed;
    private double lastTime;

    /**
     * A request is being handed out. False if it was before, to whichever incarnation's credit: then it must not be.
     */
    public synchronized boolean add(MemberId sender, long number) {
        boolean fresh = of(sender).add(number);
        changed |= fresh;
        return fresh;
    }

    private MarkSet of(MemberId sender) {
        return bySession.computeIfAbsent(sender.origin(), s -> new MarkSet());
    }

    /**
     * Requests that their sender gave up, up to the last exclusively: they never come, and nothing shall wait for them.
     */
    synchronized void abandon(MemberId sender, long from, long to) {
        MarkSet handed = of(sender);
        if (from <= handed.upTo() + 1) handed.raise(to);
        else for (long number = from; number < to; number++) handed.add(number);
        changed = true;
    }

    /** This session does not come back, and nothing of it waits to be handed out any more. */
    public synchronized void forget(MemberId session) {
        changed |= bySession.remove(session.origin()) != null;
    }

    /** A state was restored that contains these, and nothing else counts any more. */
    public synchronized void startFrom(Map<MemberId, Marks> contained) {
        bySession.clear();
        contained.forEach((session, marks) -> bySession.put(session.origin(), new MarkSet(marks)));
        changed = true;
    }

    /**
     * The marks of a state that the application makes now; its time is {@code now}, or a trifle later if the last one
     * has that.
     */
    public synchronized StateMarks state(Epoch epoch, double now) {
        lastTime = now > lastTime ? now : Math.nextUp(lastTime);
        return new StateMarks(epoch, lastTime, marks());
    }

    /** The requests that were handed out, by session. */
    public synchronized Map<MemberId, Marks> marks() {
        if (changed) {
            Map<MemberId, Marks> now = new HashMap<>();
            bySession.forEach((session, set) -> now.put(session, set.marks()));
            latest = Map.copyOf(now);
            changed = false;
        }
        return latest;
    }
}
