package org.gamenet.rgs.examples.teapots.world;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;

/**
 * The leader, and the time since which it leads. Scores never fall; a round counts what was scored since it began, and
 * the next one begins by itself.
 *
 * @param number from 1
 * @param ticksLeft until it ends, or until the next one begins
 * @param over whether it has been played, and its winner is cheered
 * @param winner who won it; nobody while it is played, and if two were best
 * @param before each player's score when it began
 */
public record Round(int number, int ticksLeft, boolean over, Optional<Peer> winner, Map<Peer, Integer> before) {
    static final Round FIRST = new Round(1, Rules.ROUND_TICKS, false, Optional.empty(), Map.of());

    /** Keeps a copy. */
    public Round {
        before = Collections.unmodifiableMap(new TreeMap<>(before));
    }

    /** Hits that this player has made in this round. */
    public int points(Peer player, Teapot pot) {
        return pot.score() - before.getOrDefault(player, 0);
    }

    /** Whole seconds until it ends, or until the next one begins. */
    public int secondsLeft() {
        return (ticksLeft + Rules.TICKS_PER_SECOND - 1) / Rules.TICKS_PER_SECOND;
    }

    /** Without this player: nothing is known of it any more. */
    Round without(Peer player) {
        Map<Peer, Integer> fewer = new TreeMap<>(before);
        fewer.remove(player);
        return new Round(number, ticksLeft, over, winner.filter(p -> !p.equals(player)), fewer);
    }

    Round ticked(Map<Peer, Teapot> pots) {
        if (ticksLeft > 1) return new Round(number, ticksLeft - 1, over, winner, before);
        if (!over) return new Round(number, Rules.CHEER_TICKS, true, best(pots), before);
        Map<Peer, Integer> scores = new TreeMap<>();
        pots.forEach((player, pot) -> scores.put(player, pot.score()));
        return new Round(number + 1, Rules.ROUND_TICKS, false, Optional.empty(), scores);
    }

    private Optional<Peer> best(Map<Peer, Teapot> pots) {
        int most = pots.entrySet().stream()
                .mapToInt(e -> points(e.getKey(), e.getValue()))
                .max()
                .orElse(0);
        List<Peer> best = pots.entrySet().stream()
                .filter(e -> points(e.getKey(), e.getValue()) == most)
                .map(Map.Entry::getKey)
                .toList();
        return most > 0 && best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
    }
}
