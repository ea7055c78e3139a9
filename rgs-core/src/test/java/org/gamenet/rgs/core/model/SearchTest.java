package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class SearchTest {

    /** Worlds per ground; more with {@code -Drgs.states}. */
    private static final int STATES = Integer.getInteger("rgs.states", 250_000);

    private static ExecutorService threads;

    /**
     * The result of one ground.
     *
     * @param states of both ways together; one world may be counted twice
     */
    private record Found(Search.Outcome outcome, long states, Map<String, Set<String>> steps) {}

    @BeforeAll
    static void begin() {
        threads = Executors.newFixedThreadPool(2);
    }

    @AfterAll
    static void end() {
        threads.shutdownNow();
    }

    @TestFactory
    @DisplayName("S1 S2 S3 S4 S5 S6 S7 S8 S9 S11 S17 S18 S19 S20 L1 L2 L3 L4 L6 L7 hold in every world within bounds")
    List<DynamicTest> holdsInEveryWorld() {
        Map<Hunt.Ground, Future<Found>> running = new LinkedHashMap<>();
        for (Hunt.Ground ground : Hunt.grounds()) running.put(ground, threads.submit(() -> search(ground)));
        List<DynamicTest> tests = new ArrayList<>();
        running.forEach((ground, found) -> tests.add(DynamicTest.dynamicTest(ground.name(), () -> {
            Search.Outcome outcome = found.get().outcome();
            assertTrue(outcome.broken().isEmpty(), outcome::toString);
            assertTrue(outcome.states() > 100, "nothing happened in " + ground);
        })));
        tests.add(DynamicTest.dynamicTest(
                "every event is met in every state, or model/unmet.txt says why not", () -> leavesNothingOut(running)));
        return tests;
    }

    /** Half of the worlds breadth first, half depth first. */
    private static Found search(Hunt.Ground ground) {
        World world = new World(ground.bounds());
        try (Search wide = new Search(world, STATES / 2);
                Search deep = new Search(world, STATES / 2)) {
            Search.Outcome first = wide.restingEvery(53).run();
            if (first.broken().isPresent()) return new Found(first, first.states(), world.steps);
            Search.Outcome second = deep.restingEvery(53).deep(1).run();
            return new Found(second, first.states() + second.states(), world.steps);
        }
    }

    private static void leavesNothingOut(Map<Hunt.Ground, Future<Found>> running) throws Exception {
        Map<String, Set<String>> all = new TreeMap<>();
        long states = 0;
        for (Future<Found> found : running.values()) {
            Steps.add(all, found.get().steps());
            states += found.get().states();
        }
        System.out.println("search: " + states + " worlds in " + running.size() + " grounds");
        Set<String> missing = new TreeSet<>(Pairs.all());
        missing.removeAll(all.keySet());
        missing.removeAll(Pairs.unmet().keySet());
        assertEquals(Set.of(), missing, "neither met nor said why not");
        Set<String> wrong = new TreeSet<>(Pairs.unmet().keySet());
        wrong.retainAll(all.keySet());
        assertEquals(Set.of(), wrong, "met, though model/unmet.txt says why not");
        wrong = new TreeSet<>(Pairs.unmet().keySet());
        wrong.removeAll(Pairs.all());
        assertEquals(Set.of(), wrong, "no such state or event");
    }
}
