package org.gamenet.rgs.bench.order;

import org.gamenet.rgs.Order;

/** The systems that can order the messages. */
enum OrderingSystem {
    /** A game of peers. */
    RGS("rgs"),
    /** A game of peers, each of whom asks all others. */
    LAMPORT("rgs-lamport"),
    /** JGroups without RGS: its protocol SEQUENCER on the same stack. */
    SEQUENCER("jgroups-sequencer");

    private final String words;

    OrderingSystem(String words) {
        this.words = words;
    }

    static OrderingSystem of(String words) {
        for (OrderingSystem kind : values()) if (kind.words.equals(words)) return kind;
        throw new IllegalArgumentException("--peer is rgs, rgs-lamport or jgroups-sequencer, not " + words);
    }

    String words() {
        return words;
    }

    Ordered join(Ordered.Seat seat) throws Exception {
        return switch (this) {
            case RGS -> new RgsOrdered(seat, Order.SEQUENCER);
            case LAMPORT -> new RgsOrdered(seat, Order.LAMPORT);
            case SEQUENCER -> new SequencerOrdered(seat);
        };
    }
}
