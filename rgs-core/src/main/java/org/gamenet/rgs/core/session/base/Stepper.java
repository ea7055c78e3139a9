package org.gamenet.rgs.core.session.base;

import java.util.ArrayDeque;
import java.util.Deque;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.jspecify.annotations.Nullable;

/**
 * Steps the machine, one event after another: what a step wants done is done before the next event is looked at.
 * Worker's thread only.
 */
public final class Stepper {
    private final Steps steps;
    private final Deque<Event> events = new ArrayDeque<>();
    private @Nullable MemberState state;
    private @Nullable Steps observer;
    private boolean stepping;
    private volatile boolean stopped;

    /** Is told of each step, to perform it. {@link #state} is the step's already. */
    public interface Steps {
        void taken(Step step, @Nullable MemberState before, @Nullable Event cause);
    }

    public Stepper(Steps steps) {
        this.steps = steps;
    }

    /** Is told of each step before it is performed. */
    public void onStep(Steps listener) {
        observer = listener;
    }

    @Nullable
    public MemberState state() {
        return state;
    }

    /** Something happened: the machine is told once the present step is performed. */
    public void happen(Event event) {
        events.add(event);
        if (!stepping) run(null);
    }

    /** A first state, or the next life of this session. */
    public void start(Step first) {
        if (stepping) take(first, null);
        else run(first);
    }

    private void run(@Nullable Step first) {
        stepping = true;
        try {
            if (first != null) take(first, null);
            for (Event next = events.poll(); next != null && !stopped; next = events.poll()) {
                if (state != null) take(state.on(next), next);
            }
        } finally {
            stepping = false;
        }
    }

    private void take(Step step, @Nullable Event cause) {
        MemberState before = state;
        state = step.state();
        if (observer != null) observer.taken(step, before, cause);
        steps.taken(step, before, cause);
    }

    /** No machine any more, until the next {@link #start}. */
    public void clear() {
        state = null;
        events.clear();
    }

    /** No further step. Any thread. */
    public void stop() {
        stopped = true;
    }

    /** Any thread. */
    public boolean isStopped() {
        return stopped;
    }
}
