package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.lanes.HandedOut;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.jspecify.annotations.Nullable;

/** The state that the application has: handed to it, restored, or made by itself while it served. Game thread. */
public final class KnownState {
    private final HandedOut handedOut;
    private int type = -1;
    private StateMarks known = StateMarks.NONE;
    private @Nullable Served served;
    /** Whether the application has made its last state, for its session hands the game over. */
    private boolean hasStopped;

    private double stillSince = Double.NaN;

    /**
     * The application served, and its state is still the one that it made.
     *
     * @param epoch in which it served
     * @param at when it stood still: seconds of game time
     */
    private record Served(Epoch epoch, double at) {}

    KnownState(HandedOut handedOut) {
        this.handedOut = handedOut;
    }

    /** Sets the type of the game's state ({@code Session.state}); before the first hand out. */
    public void type(int id) {
        type = id;
    }

    /** A server that is deposed keeps the state that it made, until it is given another. */
    void follow(SessionStatus before, SessionStatus next, double at) {
        boolean stands = next.phase() != Session.Phase.PLAYING;
        if (!stands) stillSince = Double.NaN;
        else if (before.phase() == Session.Phase.PLAYING) stillSince = at;
        if (next.role().isActive()) hasStopped = false;
        if (next.role().isActive() || hasStopped) served = null;
        else if (before.role().isActive())
            served = new Served(before.epoch(), Double.isNaN(stillSince) ? at : stillSince);
    }

    /** The last that a server makes that hands over: what it had sent itself before is older. */
    public void stops(PackedState last) {
        known = new StateMarks(last.stateEpoch(), last.stateTime(), last.marks());
        hasStopped = true;
    }

    /** Whether the application has stopped serving, and has been shown no state since: its last package holds. */
    public boolean hasStopped() {
        return hasStopped;
    }

    /** This message is handed out now: the state of a server, perhaps. */
    void handed(Arrival arrival) {
        StateMarks state = arrival.state();
        if (state == null || arrival.type() != type) return;
        known = state;
        hasStopped = false;
        if (served != null && !state.epoch().equals(served.epoch)) served = null;
    }

    /** Whether this is a state older than the one that is known, which was restored meanwhile: newest wins. */
    boolean overtakes(Arrival arrival) {
        StateMarks state = arrival.state();
        if (state == null || arrival.type() != type || arrival.how() != Delivery.UNRELIABLE_SEQUENCED) return false;
        long number = state.epoch().number();
        return number < known.epoch().number() || number == known.epoch().number() && state.time() <= known.time();
    }

    /** The package restored as base says what the state contains, nothing else does (P23). */
    public void startFrom(PackedState packed) {
        known = new StateMarks(packed.stateEpoch(), packed.stateTime(), packed.marks());
        handedOut.startFrom(packed.marks());
        served = null;
        hasStopped = false;
    }

    /**
     * The last that it was handed or restored (P23); of one that served and was given no other since, its own, which
     * contains whatever it was handed.
     */
    StateMarks marks() {
        Served mine = served;
        return mine == null ? known : handedOut.state(mine.epoch, mine.at);
    }
}
