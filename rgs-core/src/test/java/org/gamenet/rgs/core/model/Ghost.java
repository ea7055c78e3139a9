package org.gamenet.rgs.core.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.ordering.Position;

/**
 * What no process knows: all that any application was ever told, crashed ones included, and the epochs that were ever active.
 *
 * @param told frames by place
 * @param active every epoch that the arbiter has confirmed
 */
record Ghost(Map<Position, Frame> told, Set<Epoch> active) {

    Ghost {
        told = Map.copyOf(told);
        active = Set.copyOf(active);
    }

    Ghost activated(Epoch epoch) {
        if (active.contains(epoch)) return this;
        Set<Epoch> more = new HashSet<>(active);
        more.add(epoch);
        return new Ghost(told, more);
    }

    /** S1, S4, S11: one frame a place, one ACK a number, whoever was told it. */
    Ghost tells(List<Frame> frames) {
        Map<Position, Frame> more = new HashMap<>(told);
        for (Frame frame : frames) {
            Frame before = more.put(frame.at(), frame);
            if (before != null && !before.equals(frame)) throw new Broken("S11 two frames at " + frame.at() + "\n" + before + "\n" + frame);
            if (!(frame.body() instanceof FrameBody.Ack)) continue;
            if (!active.contains(frame.epoch())) throw new Broken("S1 an ACK of " + frame.epoch() + ", which was never active");
            for (Frame other : more.values())
                if (other.seq() == 0 && other.epoch().number() == frame.epoch().number() && !other.equals(frame))
                    throw new Broken("S1 S4 two ACKs of one number\n" + other + "\n" + frame);
        }
        return more.size() == told.size() ? this : new Ghost(more, active);
    }

    /** Whether this place is in the history that ends there. */
    boolean isPrefix(Position place, Position end) {
        if (place.equals(Position.NONE)) return true;
        Position line = end;
        while (true) {
            if (place.epoch().equals(line.epoch())) return place.seq() <= line.seq();
            if (place.epoch().number() >= line.epoch().number()) return false;
            Frame ack = told.get(new Position(line.epoch(), 0));
            if (ack == null) return false;
            line = ((FrameBody.Ack) ack.body()).end();
        }
    }
}
