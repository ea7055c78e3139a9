package org.gamenet.rgs.testkit.simulation;

import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.ordering.Position;

/** Something that an application sees, in its place: a turn, a coming, or a going. */
record Seen(Position at, char kind, long peer, long item) {
    static Seen turn(Position at, long peer, long number) {
        return new Seen(at, 'T', peer, OrderBook.item('T', peer, number));
    }

    static Seen coming(Position at, long peer) {
        return new Seen(at, 'J', peer, OrderBook.item('J', peer, 0));
    }

    static Seen going(Position at, long peer, Left.Why why) {
        return new Seen(at, 'L', peer, OrderBook.item('L', peer, why.ordinal()));
    }

    /** It is lost and kept (P76). */
    static Seen away(Position at, long peer) {
        return new Seen(at, 'A', peer, OrderBook.item('A', peer, 0));
    }

    static Seen back(Position at, long peer) {
        return new Seen(at, 'B', peer, OrderBook.item('B', peer, 0));
    }

    boolean isTurn() {
        return kind == 'T';
    }

    boolean isAway() {
        return kind == 'A';
    }

    boolean isBack() {
        return kind == 'B';
    }

    boolean isComing() {
        return kind == 'J';
    }

    boolean isGoing() {
        return kind == 'L';
    }

    @Override
    public String toString() {
        return at.epoch().number() + "." + at.seq();
    }
}
