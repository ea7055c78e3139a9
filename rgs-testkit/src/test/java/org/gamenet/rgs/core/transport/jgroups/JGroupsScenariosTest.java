package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.gamenet.rgs.core.transport.jgroups.CounterGame.Planted;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Real JGroups in one JVM, many games at once. A push plays the same seeds each time, though a real machine makes other
 * stories of them; one: {@code mvn -B -pl rgs-testkit -am test -Dtest=JGroupsScenariosTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Drgs.scenarios=1 -Drgs.scenarios.seed=7}.
 */
class JGroupsScenariosTest {
    private static final int SCENARIOS = Integer.getInteger("rgs.scenarios", 300);
    private static final long FIRST = Long.getLong("rgs.scenarios.seed", 1);
    private static final int PLANTED_MOST = 30;
    private static final int AT_ONCE = 12;
    private static final int GAME_THREADS = 4;

    @Test
    @DisplayName("S1 S6 S9 whatever a network does to JGroups for less than D, nobody who lives is lost, one "
            + "serves each epoch, requests count once, in one order")
    void survives() throws Exception {
        System.out.println(SCENARIOS + " games on JGroups, seeds from " + FIRST);
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(GAME_THREADS);
        ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
        try (Load load = new Load()) {
            List<JGroupsScenario> scenarios = new ArrayList<>();
            List<Future<List<String>>> running = new ArrayList<>();
            for (int i = 0; i < SCENARIOS; i++) {
                JGroupsScenario scenario = new JGroupsScenario(FIRST + i, pool, load);
                scenarios.add(scenario);
                running.add(players.submit(() -> scenario.run().stream()
                        .map(each -> scenario + "\n  " + each)
                        .toList()));
            }
            List<String> all = new ArrayList<>();
            for (Future<List<String>> each : running) all.addAll(each.get());
            System.out.println("in "
                    + scenarios.stream().filter(JGroupsScenario::somebodyWasOut).count()
                    + " of them somebody was out for a time");
            List<JGroupsScenario> late =
                    scenarios.stream().filter(each -> !each.late().isEmpty()).toList();
            late.forEach(each -> System.out.println("late: " + each + "\n  " + each.late()));
            assertEquals(
                    List.of(),
                    late.stream()
                            .filter(each -> !each.isStarved())
                            .map(JGroupsScenario::toString)
                            .toList(),
                    "games that did not come to their end though nothing else kept the machine busy");
            assertEquals(List.of(), all, () -> String.join("\n", all));
        } finally {
            players.shutdownNow();
            pool.shutdownNow();
        }
    }

    @Test
    @DisplayName("the judge of these games finds each fault that is planted in them")
    void canFail() throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(GAME_THREADS);
        ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);
        try (Load load = new Load()) {
            Map<Planted, Future<Boolean>> running = new EnumMap<>(Planted.class);
            for (Planted fault : Planted.values())
                if (fault != Planted.NOTHING) running.put(fault, players.submit(() -> isFound(fault, pool, load)));
            for (Planted fault : running.keySet())
                assertTrue(running.get(fault).get(), fault + " was not found in " + PLANTED_MOST + " games");
        } finally {
            players.shutdownNow();
            pool.shutdownNow();
        }
    }

    private static boolean isFound(Planted fault, ScheduledExecutorService pool, Load load)
            throws InterruptedException {
        for (long seed = 1; seed <= PLANTED_MOST; seed++)
            if (!new JGroupsScenario(seed, pool, load, fault).run().isEmpty()) return true;
        return false;
    }
}
