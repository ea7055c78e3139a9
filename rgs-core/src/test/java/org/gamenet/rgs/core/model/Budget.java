package org.gamenet.rgs.core.model;

/** How much of what is bounded may still happen. */
record Budget(int crashes, int doubts, int orders, int leaves, int joins, int kicks, int changes, int offers) {

    static Budget of(Bounds b) {
        return new Budget(b.crashes(), b.doubts(), b.orders(), b.leaves(), b.joins(), b.kicks(), b.changes(), b.offers());
    }

    Budget crash() {
        return new Budget(crashes - 1, doubts, orders, leaves, joins, kicks, changes, offers);
    }

    Budget doubt() {
        return new Budget(crashes, doubts - 1, orders, leaves, joins, kicks, changes, offers);
    }

    Budget order() {
        return new Budget(crashes, doubts, orders - 1, leaves, joins, kicks, changes, offers);
    }

    Budget leave() {
        return new Budget(crashes, doubts, orders, leaves - 1, joins, kicks, changes, offers);
    }

    Budget join() {
        return new Budget(crashes, doubts, orders, leaves, joins - 1, kicks, changes, offers);
    }

    Budget kick() {
        return new Budget(crashes, doubts, orders, leaves, joins, kicks - 1, changes, offers);
    }

    Budget change() {
        return new Budget(crashes, doubts, orders, leaves, joins, kicks, changes - 1, offers);
    }

    Budget offer() {
        return new Budget(crashes, doubts, orders, leaves, joins, kicks, changes, offers - 1);
    }
}
