package org.gamenet.rgs.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Breadth first through all the worlds there are; of a visited one only 64 bits are kept. A bad end is told by its shortest way there. */
final class Search {

    /** How it went. */
    record Outcome(int states, boolean complete, Optional<String> broken, long millis) {
        @Override public String toString() {
            return states + " states" + (complete ? "" : " (stopped)") + " in " + millis + " ms" + broken.map(b -> "\n" + b).orElse("");
        }
    }

    private final World world;
    private final int most;
    private int restEvery = 997;
    private int[] table = new int[1 << 16];
    private long[] hashes = new long[1 << 15];
    private int[] parents = new int[1 << 15];
    private int found;
    private final ArrayDeque<int[]> frontier = new ArrayDeque<>();

    Search(World world, int most) {
        this.world = world;
        this.most = most;
    }

    Search restingEvery(int states) {
        restEvery = states;
        return this;
    }

    Outcome run() {
        long from = System.nanoTime();
        int[] root = world.begin();
        put(root, -1);
        int next = 0;
        try {
            while (!frontier.isEmpty() && found < most) {
                int[] at = frontier.poll();
                int parent = next++;
                try {
                    world.successors(at, to -> put(to, parent));
                    if (restEvery > 0 && parent % restEvery == 0) {
                        rest(at, true);
                        rest(at, false);
                    }
                } catch (Broken broken) {
                    return new Outcome(found, false, Optional.of(broken.getMessage() + "\n" + path(root, parent)), millis(from));
                }
            }
        } catch (OutOfMemoryError full) {
            return new Outcome(found, false, Optional.empty(), millis(from));
        }
        return new Outcome(found, frontier.isEmpty(), Optional.empty(), millis(from));
    }

    private void rest(int[] at, boolean lost) {
        Optional<String> wrong = world.rest(at, lost, 400);
        if (wrong.isPresent()) throw new Broken(wrong.get() + (lost ? "\nwith all under way lost" : ""));
    }

    private static long millis(long from) {
        return (System.nanoTime() - from) / 1_000_000;
    }

    private void put(int[] state, int parent) {
        long hash = hash(state);
        int mask = table.length - 1;
        int slot = (int) (hash ^ hash >>> 32) & mask;
        while (table[slot] != 0) {
            if (hashes[table[slot] - 1] == hash) return;
            slot = slot + 1 & mask;
        }
        if (found == hashes.length) {
            hashes = Arrays.copyOf(hashes, found * 2);
            parents = Arrays.copyOf(parents, found * 2);
        }
        hashes[found] = hash;
        parents[found] = parent;
        table[slot] = ++found;
        frontier.add(state);
        if (found * 2 > table.length) grow();
    }

    private void grow() {
        int[] larger = new int[table.length * 2];
        int mask = larger.length - 1;
        for (int i = 0; i < found; i++) {
            int slot = (int) (hashes[i] ^ hashes[i] >>> 32) & mask;
            while (larger[slot] != 0) slot = slot + 1 & mask;
            larger[slot] = i + 1;
        }
        table = larger;
    }

    private static long hash(int[] state) {
        long h = 0x9e3779b97f4a7c15L * state.length;
        for (int v : state) {
            h ^= v;
            h *= 0xbf58476d1ce4e5b9L;
            h ^= h >>> 29;
            h *= 0x94d049bb133111ebL;
            h ^= h >>> 32;
        }
        return h;
    }

    /** The way to a state, walked again from the root. */
    private String path(int[] root, int last) {
        List<Integer> way = new ArrayList<>();
        for (int i = last; i > 0; i = parents[i]) way.add(i);
        Collections.reverse(way);
        StringBuilder text = new StringBuilder();
        int[][] at = {root};
        for (int step : way) {
            int[] before = at[0];
            try {
                world.successors(before, to -> {
                    if (at[0] == before && hash(to) == hashes[step]) at[0] = to;
                });
            } catch (Broken ignored) {
                text.append("(broken on the way)");
            }
            text.append("  ").append(world.difference(before, at[0])).append('\n');
        }
        return text + world.describe(at[0]);
    }
}
