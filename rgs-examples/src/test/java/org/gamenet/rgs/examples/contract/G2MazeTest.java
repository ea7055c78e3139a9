package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract's maze runs as it is written, on loopback, without a directory. */
class G2MazeTest {
    private static final int PEERS = 3;
    private static final int STEPS = 20;
    private static final long MOST_NANOS = 40_000_000_000L;
    private static final long FRAME_NANOS = 1_000_000;

    private final String kind = "g2/" + System.nanoTime();
    private final Map<Peering, Map<Peer, G2Maze.Cell>> shown = new ConcurrentHashMap<>();
    private volatile boolean agreed;

    /** Steps to the left as often as it is told to, shoots once, and goes on until all have heard all shots. */
    private final class Peering extends G2Maze {
        private final long until = System.nanoTime() + MOST_NANOS;
        private int steps;
        private volatile int shots;

        @Override
        Key key() {
            if (rats.size() < PEERS || steps > STEPS) return Key.NONE;
            return ++steps > STEPS ? Key.FIRE : Key.LEFT;
        }

        @Override
        void hit(Peer who, Shot shot) {
            shots++;
        }

        @Override
        boolean running() {
            if (!agreed) shown.put(this, Map.copyOf(rats));
            agreed |= agree();
            LockSupport.parkNanos(FRAME_NANOS);
            return !agreed && System.nanoTime() < until;
        }
    }

    /** A member that has heard somebody's shot has heard all of its steps before. */
    private boolean agree() {
        return shown.size() == PEERS
                && shown.keySet().stream().allMatch(p -> p.shots == PEERS)
                && shown.values().stream().distinct().count() == 1;
    }

    private void play(int number) {
        try (Rgs rgs = Rgs.game(kind)
                .player("peer" + number)
                .bind("127.0.0.1:0")
                .lan("127.0.0.1")
                .records(G2Maze.Spawn.class, G2Maze.Move.class, G2Maze.Shot.class, G2Maze.Maze.class)
                .start()) {
            new Peering().play(rgs);
        }
    }

    @Test
    @DisplayName("three equals see the same maze")
    void runs() {
        ExecutorService threads = Executors.newFixedThreadPool(PEERS);
        try {
            CompletableFuture<?>[] peers = new CompletableFuture<?>[PEERS];
            for (int i = 0; i < PEERS; i++) {
                int number = i;
                peers[i] = CompletableFuture.runAsync(() -> play(number), threads);
                while (number == 0 && shown.values().stream().allMatch(Map::isEmpty))
                    LockSupport.parkNanos(FRAME_NANOS);
            }
            CompletableFuture.allOf(peers).join();
        } finally {
            threads.shutdownNow();
        }
        assertTrue(agreed, shown::toString);
    }
}
