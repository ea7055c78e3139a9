package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeSet;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Shows that a change of form changes no behaviour. {@code -Drgs.stories=6000} compares all seeds instead of the first few hundred;
 * {@code -Drgs.rewrite=true} writes all of them anew.
 */
class StoryHashesTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final int A_FEW = 300;
    private static final String ANEW = "mvn -o -B test -pl rgs-testkit -am -Dtest=StoryHashesTest -Drgs.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false";
    private static Level before;

    @BeforeAll static void quiet() {
        before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
    }

    @AfterAll static void loud() {
        LOG.setLevel(before);
    }

    @Test
    @DisplayName("the same seeds tell the same stories as when their hashes were written")
    void tellsTheSameStories() throws IOException {
        if (Boolean.getBoolean("rgs.rewrite")) {
            Path file = Path.of("src/test/resources/simulation/stories.txt");
            Files.createDirectories(file.getParent());
            Files.writeString(file, StoryHashes.text(StoryHashes.told(StoryHashes.ALL)));
            return;
        }
        int seeds = Integer.getInteger("rgs.stories", A_FEW);
        NavigableMap<Long, String> kept = StoryHashes.kept();
        NavigableMap<Long, String> told = StoryHashes.told(seeds);
        Set<Long> others = new TreeSet<>();
        told.forEach((seed, hash) -> { if (!hash.equals(kept.get(seed))) others.add(seed); });
        assertTrue(others.isEmpty(), () -> others.size() + " of " + seeds + " seeds tell another story, seed " + others.iterator().next() + " among them. If your change"
                + " was meant to change what is said, or when, write the hashes anew (3 minutes): " + ANEW);
    }

    @Test
    @DisplayName("a story in which one byte, one time or one event is another has another hash")
    void seesEveryDifference() {
        assertEquals(hash(1, 1, 0), hash(1, 1, 0));
        assertNotEquals(hash(1, 1, 0), hash(2, 1, 0));
        assertNotEquals(hash(1, 1, 0), hash(1, 2, 0));
        assertNotEquals(hash(1, 1, 0), hash(1, 1, 1));
        long usual = Scenario.run(1, Length.SHORT, Ill.ANY, Mutant.NONE).outside();
        assertEquals(usual, Scenario.run(1, Length.SHORT, Ill.ANY, Mutant.NONE).outside());
        assertNotEquals(usual, Scenario.run(1, Length.SHORT, Ill.ANY, Mutant.SCORES_RESET).outside());
    }

    private static long hash(int last, int event, long nanos) {
        VirtualTime time = new VirtualTime();
        Trace trace = new Trace(time, false);
        time.after(nanos, () -> trace.say("something"));
        time.step(Long.MAX_VALUE);
        trace.wire(1, new byte[] {0, (byte) last});
        trace.wire(1, Arrays.copyOf(new byte[] {1}, FrameHeader.BYTES + 1 + last));
        trace.told(1, event);
        return trace.outside();
    }
}
