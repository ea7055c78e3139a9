package org.gamenet.rgs.bench.order;

/** The systems that can order the messages. */
enum Kind {
    /** A game of peers. */
    RGS("rgs"),
    /** JGroups without RGS: its protocol SEQUENCER on the same stack. */
    SEQUENCER("jgroups-sequencer");

    private final String words;

    Kind(String words) {
        this.words = words;
    }

    static Kind of(String words) {
        for (Kind kind : values()) if (kind.words.equals(words)) return kind;
        throw new IllegalArgumentException("--peer is rgs or jgroups-sequencer, not " + words);
    }

    String words() {
        return words;
    }

    Ordered join(Ordered.Seat seat) throws Exception {
        return this == RGS ? new RgsOrdered(seat) : new SequencerOrdered(seat);
    }
}
