package org.gamenet.rgs.testkit.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Hashes of the stories of the seeds from 1, of what is seen from outside: bytes on the wire, times, events by number,
 * no name of a class. A change of names, of files or of the form of the machine leaves every one of them as it was.
 */
final class StoryHashes {
    private static final String FILE = "/simulation/stories.txt";
    private static final int CORES = 2;
    private static final int A_LINE = 10;
    /** Long stories and those of cut networks take ten times as long, and a tenth of the seeds tells them. */
    private static final int RARE = 20;

    private StoryHashes() {}

    static Length lengthOf(long seed) {
        if (seed % RARE == 0) return Length.LONG;
        if (seed % RARE == RARE / 2) return Length.CUTS;
        return seed % 3 == 0 ? Length.AGAIN : Length.SHORT;
    }

    /** By seed, from 1 to this one. */
    static NavigableMap<Long, String> told(int seeds) {
        AtomicLongArray hashes = new AtomicLongArray(seeds + 1);
        AtomicLong next = new AtomicLong(1);
        Runnable player = () -> {
            for (long seed = next.getAndIncrement(); seed <= seeds; seed = next.getAndIncrement())
                hashes.set(
                        (int) seed,
                        Scenario.run(seed, lengthOf(seed), Ill.ANY, Mutant.NONE).outside());
        };
        ForkJoinTask.invokeAll(IntStream.range(0, CORES)
                .mapToObj(i -> ForkJoinTask.adapt(player))
                .toList());
        NavigableMap<Long, String> told = new TreeMap<>();
        for (int seed = 1; seed <= seeds; seed++)
            told.put((long) seed, String.format("%08x", (int) (hashes.get(seed) ^ hashes.get(seed) >>> 32)));
        return told;
    }

    static NavigableMap<Long, String> kept() throws IOException {
        NavigableMap<Long, String> kept = new TreeMap<>();
        try (InputStream in = StoryHashes.class.getResourceAsStream(FILE)) {
            if (in == null) return kept;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("#")) continue;
                String[] words = line.split(" ");
                long seed = Long.parseLong(words[0]);
                for (int i = 1; i < words.length; i++) kept.put(seed++, words[i]);
            }
        }
        return kept;
    }

    static String text(NavigableMap<Long, String> told) {
        StringBuilder text = new StringBuilder(
                "# Hashes of simulated stories as seen from outside, from this seed on; StoryHashesTest says how to write them anew.\n");
        List<String> line = new ArrayList<>();
        told.forEach((seed, hash) -> {
            if (line.isEmpty()) line.add(String.valueOf(seed));
            line.add(hash);
            if (line.size() <= A_LINE) return;
            text.append(String.join(" ", line)).append('\n');
            line.clear();
        });
        if (!line.isEmpty()) text.append(String.join(" ", line)).append('\n');
        return text.toString();
    }
}
