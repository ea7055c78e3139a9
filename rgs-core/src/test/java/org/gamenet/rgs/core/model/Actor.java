package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Over;
import org.gamenet.rgs.core.reconfiguration.Timer;

/**
 * A process of a {@link World}, and what stands for its application.
 *
 * @param timers those that run, as bits
 * @param over whether its session is closed
 * @param why the reason of that
 * @param frozen what the application was shown last
 * @param told the last frame that the application was told
 * @param resumed the last epoch that it resumed, was admitted to or founded
 * @param lives how many incarnations it has had
 * @param senders whose they were
 * @param patience how many of its timers may still run out
 * @param restored where the packages came from that its application was given last
 */
record Actor(MemberState state, MemberId id, int timers, boolean dead, boolean over, String why, boolean frozen, Position told, Epoch resumed,
             int lives, List<Position> restored, List<MemberId> senders, int patience) {

    boolean able() {
        return !dead && !over;
    }

    boolean is(String name) {
        return state.name().equals(name);
    }

    boolean runs(Timer timer) {
        return (timers & 1 << timer.ordinal()) != 0;
    }

    Actor with(MemberState next) {
        return new Actor(next, id, timers, dead, over, why, frozen, told, resumed, lives, restored, senders, patience);
    }

    Actor with(int running) {
        return new Actor(state, id, running, dead, over, why, frozen, told, resumed, lives, restored, senders, patience);
    }

    Actor waited() {
        int running = patience > 1 ? timers : timers & 1 << Timer.CHECK.ordinal();
        return new Actor(state, id, running, dead, over, why, frozen, told, resumed, lives, restored, senders, patience - 1);
    }

    Actor dies() {
        return new Actor(new Over(state.self(), Epoch.NONE), id, 0, true, over, "", false, Position.NONE, Epoch.NONE, 0, List.of(), List.of(), 0);
    }

    Actor closes(String reason) {
        return new Actor(new Over(state.self(), Epoch.NONE), id, 0, dead, true, reason, false, Position.NONE, Epoch.NONE, 0, List.of(), List.of(), 0);
    }

    Actor reborn(MemberId as) {
        return new Actor(state, as, 0, dead, over, why, frozen, told, resumed, lives + 1, List.of(), List.of(), patience);
    }

    Actor shown(boolean nowFrozen) {
        return new Actor(state, id, timers, dead, over, why, nowFrozen, told, resumed, lives, restored, senders, patience);
    }

    Actor told(Position at) {
        return new Actor(state, id, timers, dead, over, why, frozen, at, resumed, lives, restored, senders, patience);
    }

    Actor resumes(Epoch epoch) {
        return new Actor(state, id, timers, dead, over, why, false, told, epoch, lives, List.of(), List.of(), patience);
    }

    Actor restores(List<Position> places, List<MemberId> from) {
        return new Actor(state, id, timers, dead, over, why, frozen, told, resumed, lives, places, from, patience);
    }
}
