package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract's maze runs as it is written, on loopback, without a directory. */
class G2MazeTest {
    private static final int PEERS = 3;
    private static final int STEPS = 20;
    private static final long MOST_NANOS = 40_000_000_000L;

    private final String kind = "g2/" + System.nanoTime();
    private final Map<Peering, Map<Peer, G2Maze.Cell>> shown = new ConcurrentHashMap<>();

    /** Steps to the left as often as it is told to, and goes on until all see the same. */
    private final class Peering extends G2Maze {
        private final long until = System.nanoTime() + MOST_NANOS;
        private int steps;

        @Override
        Key key() {
            return rats.size() == PEERS && steps++ < STEPS ? Key.LEFT : Key.NONE;
        }

        @Override
        boolean running() {
            shown.put(this, Map.copyOf(rats));
            Thread.yield();
            return !agree() && System.nanoTime() < until;
        }
    }

    /**
     * All of them are there, and have walked all their steps: two of them at once into the same cell is one step less.
     */
    private boolean agree() {
        return shown.size() == PEERS
                && shown.keySet().stream().allMatch(p -> p.steps >= STEPS)
                && shown.values().stream().distinct().count() == 1
                && shown.values().iterator().next().values().stream().allMatch(c -> c.x() <= PEERS - STEPS);
    }

    @Test
    @DisplayName("three equals see the same maze")
    void runs() throws Exception {
        CompletableFuture<?>[] peers = new CompletableFuture<?>[PEERS];
        for (int i = 0; i < PEERS; i++) {
            String name = "peer" + i;
            peers[i] = CompletableFuture.runAsync(() -> {
                try (Rgs rgs = Rgs.game(kind)
                        .player(name)
                        .bind("127.0.0.1:0")
                        .lan("127.0.0.1")
                        .records(G2Maze.Spawn.class, G2Maze.Move.class, G2Maze.Shot.class, G2Maze.Maze.class)
                        .start()) {
                    new Peering().play(rgs);
                }
            });
        }
        CompletableFuture.allOf(peers).get(MOST_NANOS, TimeUnit.NANOSECONDS);
        assertFalse(shown.isEmpty());
        assertEquals(1, shown.values().stream().distinct().count(), shown::toString);
        assertEquals(PEERS, shown.values().iterator().next().size());
    }
}
