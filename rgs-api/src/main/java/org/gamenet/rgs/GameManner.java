package org.gamenet.rgs;

import java.time.Duration;
import java.util.Optional;

/** Of a game's rules: who sees it, who decides, and how long a lost player stays. */
record GameManner(
        boolean listed,
        boolean peers,
        Duration rejoinWithin,
        Optional<Arbiter> arbiter,
        boolean synchronous,
        Order order) {
    static final GameManner USUAL =
            new GameManner(true, false, Duration.ofSeconds(10), Optional.empty(), false, Order.SEQUENCER);

    GameManner among(boolean equals) {
        return new GameManner(listed, equals, rejoinWithin, arbiter, synchronous, order);
    }

    GameManner rejoining(Duration within) {
        return new GameManner(listed, peers, within, arbiter, synchronous, order);
    }

    GameManner decidedBy(Arbiter another) {
        return new GameManner(listed, peers, rejoinWithin, Optional.of(another), synchronous, order);
    }

    GameManner unlisted() {
        return new GameManner(false, peers, rejoinWithin, arbiter, synchronous, order);
    }

    GameManner showingSafely() {
        return new GameManner(listed, peers, rejoinWithin, arbiter, true, order);
    }

    GameManner ordered(Order by) {
        return new GameManner(listed, peers, rejoinWithin, arbiter, synchronous, by);
    }
}
