package org.gamenet.rgs.testkit.calibration;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.gamenet.rgs.core.transport.jgroups.JGroupsWorld;
import org.gamenet.rgs.testkit.simulation.SimulatedWorld;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The simulation believes nothing better of JGroups than it is. Every push tells each kind of story once; many:
 * {@code -Drgs.calibrations=80}.
 */
class CalibrationTest {
    private static final int REAL = Integer.getInteger("rgs.calibrations", Story.KINDS);
    /** So many of them at least show themselves whenever each kind of story is told. */
    private static final int SEEN_LEAST = 4;

    private static final int AT_ONCE = 2 * Story.KINDS;
    private static final int SIMULATED = 50 * Story.KINDS;

    @Test
    @DisplayName("every anomaly that real JGroups shows here is one that the simulated network shows too")
    void simulatesWhatIs() throws Exception {
        Map<Anomaly, Integer> simulated = new EnumMap<>(Anomaly.class);
        for (long seed = 0; seed < SIMULATED; seed++)
            count(simulated, new Story(new SimulatedWorld(seed), seed).play());
        Map<Anomaly, Integer> real = new EnumMap<>(Anomaly.class);
        for (Set<Anomaly> each : real()) count(real, each);
        System.out.println("of " + REAL + " on JGroups: " + real + "\nof " + SIMULATED + " simulated: " + simulated);
        assertTrue(real.containsKey(Anomaly.SPLIT) && real.size() >= SEEN_LEAST, "the search is blind: " + real);
        assertTrue(simulated.keySet().containsAll(real.keySet()), "JGroups: " + real + "; simulated: " + simulated);
    }

    private static void count(Map<Anomaly, Integer> all, Set<Anomaly> some) {
        some.forEach(each -> all.merge(each, 1, Integer::sum));
    }

    private static List<Set<Anomaly>> real() throws Exception {
        ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
        ExecutorService worlds = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Set<Anomaly>>> running = new ArrayList<>();
            for (long seed = 0; seed < REAL; seed++) {
                long each = seed;
                running.add(worlds.submit(() -> new Story(new JGroupsWorld(each, later), each).play()));
            }
            List<Set<Anomaly>> found = new ArrayList<>();
            for (Future<Set<Anomaly>> each : running) found.add(each.get());
            return found;
        } finally {
            worlds.shutdownNow();
            later.shutdownNow();
        }
    }
}
