package org.gamenet.rgs.testkit.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * The messages that one application was told by each of the others: in their sender's order, and all reliable ones
 * (S10).
 */
final class Sequences {
    private final Map<Long, Long> lastTold = new HashMap<>();
    private final Map<Long, Long> lastLoose = new HashMap<>();
    private final Set<Long> anew = new TreeSet<>();
    private final LongConsumer meets;
    private final Hearing hears;

    /** Told of each reliable message. */
    interface Hearing {
        void heard(long from, long number);
    }

    /** @param meets told the peer that was met, or met anew */
    Sequences(LongConsumer meets, Hearing hears) {
        this.meets = meets;
        this.hears = hears;
    }

    /** Messages that this sender said before may be missing. */
    void beginAnew(long peer) {
        anew.add(peer);
        meets.accept(peer);
    }

    /** Messages that all others sent before may be missing; {@code self} is the receiver. */
    void beginAllAnew(long self) {
        anew.addAll(lastTold.keySet());
        meets.accept(self);
    }

    /** The last reliable message of that peer; 0 if there was none. */
    long last(long peer) {
        return lastTold.getOrDefault(peer, 0L);
    }

    /** The fault of a reliable message, if any. */
    Optional<String> told(long from, long number) {
        hears.heard(from, number);
        Long before = lastTold.put(from, number);
        boolean mayMiss = anew.remove(from);
        if (before == null || number == before + 1 || mayMiss && number > before) return Optional.empty();
        return Optional.of("Tell " + number + " of " + from + " after " + before + (number <= before ? "" : ", a gap"));
    }

    Optional<String> loose(long from, long number) {
        Long before = lastLoose.put(from, number);
        return before == null || number > before
                ? Optional.empty()
                : Optional.of("Loose " + number + " of " + from + " after " + before);
    }
}
