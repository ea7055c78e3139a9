package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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
 * Shows that a change of form changes no behaviour. {@code -Drgs.stories=6000} compares so many seeds and fails if any
 * differs; every build says of the first few hundred how many do; {@code -Drgs.rewrite=true} writes all of them anew.
 */
class StoryHashesTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final int A_FEW = 300;
    private static final String ANEW =
            "mvn -o -B test -pl rgs-testkit -am -Dtest=StoryHashesTest -Drgs.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false";
    private static Level before;

    @BeforeAll
    static void quiet() {
        before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
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
        assertTrue(kept.keySet().containsAll(told.keySet()), "hashes are missing: " + ANEW);
        Set<Long> others = new TreeSet<>();
        told.forEach((seed, hash) -> {
            if (!hash.equals(kept.get(seed))) others.add(seed);
        });
        if (others.isEmpty()) return;
        String said = "stories: " + others.size() + " of " + seeds
                + " seeds tell another story than when their hashes were written, seed "
                + others.iterator().next()
                + " among them. Whoever changed what is said, or when, on purpose writes them anew (3 minutes): "
                + ANEW;
        // Several change behaviour at a time: whoever changes the form alone asks for the comparison, and it is strict.
        if (Integer.getInteger("rgs.stories") != null) fail(said);
        System.out.println(said);
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
        assertNotEquals(
                usual,
                Scenario.run(1, Length.SHORT, Ill.ANY, Mutant.SCORES_RESET).outside());
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
