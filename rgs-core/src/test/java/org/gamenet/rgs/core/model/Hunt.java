package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Failover;

/** The searches and walks that every change of a machine must stand. */
final class Hunt {

    /** A bounded world by its name. */
    record Ground(String name, Bounds bounds) {}

    private Hunt() {}

    /** Small ones first: each is about something else. */
    static List<Ground> grounds() {
        return List.of(
                new Ground("a player promoted", Bounds.of(2, 0, 1).ways(Failover.PROMOTED_PLAYER).patience(1).epochs(3)),
                new Ground("a spare", Bounds.of(1, 1, 1).offers(1).patience(2).epochs(3)),
                new Ground("a spare that dies too", Bounds.of(1, 1, 2).offers(1).patience(1).epochs(3)),
                new Ground("a server that leaves", Bounds.of(1, 1, 0).leaves(1).offers(1).patience(1).epochs(3)),
                new Ground("a newcomer", Bounds.of(1, 1, 1).joins(1).offers(1).patience(1).epochs(2)),
                new Ground("a planned change", Bounds.of(1, 1, 1).changes(1).offers(1).patience(1).epochs(3)),
                new Ground("a kick and a false alarm", Bounds.of(1, 1, 0).kicks(1).doubts(1).offers(1).patience(1).epochs(3)),
                new Ground("a deposed holder and ordered messages", Bounds.of(2, 0, 0).founderPlays(true).ways(Failover.PROMOTED_PLAYER).doubts(2)
                        .orders(1).patience(1).epochs(3)),
                new Ground("slow callbacks", Bounds.of(2, 0, 1).ways(Failover.PROMOTED_PLAYER).slow().patience(1).epochs(2)),
                new Ground("a player lost in the recovery", Bounds.of(2, 1, 2).ways(Failover.SPARE_SERVER).offers(1).patience(0).epochs(2)),
                new Ground("two players and a spare", Bounds.of(2, 1, 1).offers(1).patience(1).epochs(2)));
    }

    /** What is wrong, if anything is found. */
    static Optional<String> inGround(Ground ground, int states) {
        Search.Outcome outcome = new Search(new World(ground.bounds()), states).restingEvery(499).run();
        return outcome.broken().map(b -> ground.name() + ", " + outcome.states() + " states: " + b);
    }

    /** The first thing that breaks, or an empty text. By reflection from the test that breaks machines on purpose. */
    static String first(int walks, int states) {
        for (int lively : new int[] {0, 8}) {
            Optional<String> wrong = walks(lively, 0, walks);
            if (wrong.isPresent()) return wrong.get();
        }
        for (Ground ground : grounds()) {
            Optional<String> wrong = inGround(ground, states);
            if (wrong.isPresent()) return wrong.get();
        }
        return "";
    }

    static Optional<String> walks(int lively, int from, int to) {
        for (int seed = from; seed < to; seed++) {
            try {
                WalkTest.walk(seed, lively);
            } catch (AssertionError | RuntimeException broken) {
                return Optional.of("seed " + seed + (lively > 0 ? " lively: " : ": ") + broken);
            }
        }
        return Optional.empty();
    }
}
