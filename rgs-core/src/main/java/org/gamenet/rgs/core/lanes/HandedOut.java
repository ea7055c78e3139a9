package org.gamenet.rgs.core.lanes;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;

/**
 * Which requests the application was handed (P23): what any state that it makes from now on contains, also where its handler threw. Any thread;
 * written where items are handed out, read where states are sent.
 */
public final class HandedOut {
    private static final int GONE_MAX = 64;
    private final Map<MemberId, MarkSet> bySender = new HashMap<>();
    private final LinkedHashSet<MemberId> gone = new LinkedHashSet<>();
    private Map<MemberId, Marks> latest = Map.of();
    private boolean changed;
    private double lastTime;

    /** A request is being handed out. False if it was before: then it must not be. */
    public synchronized boolean add(MemberId sender, long number) {
        boolean fresh = bySender.computeIfAbsent(sender, s -> new MarkSet()).add(number);
        changed |= fresh;
        return fresh;
    }

    /** A request that its sender gave up: it never comes, and nothing shall wait for it. */
    synchronized void abandon(MemberId sender, long number) {
        bySender.computeIfAbsent(sender, s -> new MarkSet()).add(number);
        changed = true;
    }

    /** This incarnation is out. It stays in the marks for its next one to look up, until {@value #GONE_MAX} others are out too. */
    synchronized void gone(MemberId sender) {
        if (!bySender.containsKey(sender)) return;
        gone.remove(sender);
        gone.add(sender);
        if (gone.size() <= GONE_MAX) return;
        MemberId eldest = gone.iterator().next();
        gone.remove(eldest);
        bySender.remove(eldest);
        changed = true;
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
