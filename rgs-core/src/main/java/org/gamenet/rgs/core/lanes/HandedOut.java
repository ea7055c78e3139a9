package org.gamenet.rgs.core.lanes;

import java.util.HashMap;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * Which requests the application was handed (P23): what any state that it makes from now on contains, also where its handler threw. Any thread;
 * written where items are handed out, read where states are sent.
 */
public final class HandedOut {
    private final Map<MemberId, MarkSet> bySender = new HashMap<>();
    private Map<MemberId, Marks> latest = Map.of();
    private boolean changed;
    private double lastTime;

    /** A request is being handed out. False if it was before: then it must not be. */
    public synchronized boolean add(MemberId sender, long number) {
        boolean fresh = bySender.computeIfAbsent(sender, s -> new MarkSet()).add(number);
        changed |= fresh;
        return fresh;
    }

    /** A state was restored that contains these, and nothing else counts any more. */
    public synchronized void startFrom(Map<MemberId, Marks> contained) {
        bySender.clear();
        contained.forEach((sender, marks) -> bySender.put(sender, new MarkSet(marks)));
        changed = true;
    }

    /** The marks of a state that the application makes now; its time is {@code now}, or a trifle later if the last one has that. */
    public synchronized StateMarks state(Epoch epoch, double now) {
        lastTime = now > lastTime ? now : Math.nextUp(lastTime);
        return new StateMarks(epoch, lastTime, marks());
    }

    /** What was handed out, by sender. */
    public synchronized Map<MemberId, Marks> marks() {
        if (changed) {
            Map<MemberId, Marks> now = new HashMap<>();
            bySender.forEach((sender, set) -> now.put(sender, set.marks()));
            latest = Map.copyOf(now);
            changed = false;
        }
        return latest;
    }
}
