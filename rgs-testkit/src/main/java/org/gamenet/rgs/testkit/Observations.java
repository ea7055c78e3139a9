package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.RoleChanged;
import org.gamenet.rgs.testkit.simulation.OrderBook;
import org.jspecify.annotations.Nullable;

/** The observations of a cluster's sessions: what they hand out and send, in which order, on which thread. */
final class Observations {
    private final Story story;
    private final Thread thread = Thread.currentThread();
    private final OrderBook orders = new OrderBook();
    private final OrderedMessages ordered = new OrderedMessages();
    private final Map<Long, WatchedSession> servers = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private Exercised exercised = new Exercised();
    private @Nullable Watcher watcher;

    Observations(Story story) {
        this.story = story;
    }

    void watchedBy(Watcher watching) {
        watcher = watching;
    }

    /** The fate of the states that are packed up here is noted there. */
    void exercised(Exercised there) {
        exercised = there;
    }

    Exercised exercised() {
        return exercised;
    }

    OrderBook orders() {
        return orders;
    }

    OrderedMessages ordered() {
        return ordered;
    }

    void note(String who, Object what) {
        story.add(who, what);
    }

    void tell(ClusterProcess process, SessionEvent event) {
        story.add(process.toString(), event);
    }

    void restores(WatchedSession session, int packages) {
        story.add(session.process().toString(), "restores " + packages + " packages");
    }

    void sent(WatchedSession session, Record message) {
        Watcher watching = watcher;
        if (watching != null) watching.sent(session, message);
    }

    void beforeHandOut(WatchedSession session, Peer from, Record item) {
        Watcher watching = watcher;
        if (watching != null) watching.before(session, from, item);
    }

    void afterHandOut(WatchedSession session, Peer from, Record item) {
        Watcher watching = watcher;
        if (watching != null) watching.after(session, from, item);
        if (!(item instanceof RoleChanged changed) || !changed.to().isActive()) return;
        WatchedSession other = servers.putIfAbsent(session.view().epoch(), session);
        if (other == null || other.self().equals(session.self())) return;
        String both = other.self() + " and " + session.self();
        violates(new Violation(
                other.game().id().equals(session.game().id())
                        ? "two servers in epoch " + session.view().epoch() + ": " + both
                        : "two games, of " + both
                                + ", and a cluster is for one: hostOrJoin founds another where the first "
                                + "is full, closed, frozen or of another name"));
    }

    /** A simulation has one thread: what happens on another happens at another moment in every run. */
    void checkThread(@Nullable ClusterProcess process, String what) {
        Thread here = Thread.currentThread();
        if (here == thread) return;
        Violation told =
                new Violation((process == null ? "" : process + ": ") + what + " was called on thread " + here.getName()
                        + ". A game has one game thread, which alone may call update, recv, on and state; "
                        + "and in a cluster it has no other, because a "
                        + "run with two cannot be repeated. Do in the frame what that thread does");
        violates(told);
        throw told;
    }

    private void violates(Violation violation) {
        synchronized (violations) {
            violations.add(violation);
        }
    }

    void checkViolations() {
        synchronized (violations) {
            if (!violations.isEmpty()) throw violations.get(0);
        }
    }

    void assertSameOrder() {
        if (ordered.areAmbiguous()) {
            throw new IllegalStateException(
                    "a message was sent TOTAL_ORDER and, with the same contents, in another way: give them a number, or two types");
        }
        List<String> wrong = orders.check();
        if (!wrong.isEmpty()) throw new Violation("not one order: " + String.join("; ", wrong));
    }
}
