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
 * Shows that a change of form changes no behaviour: the stories of the seeds in {@code simulation/stories.txt} are the
 * same as when their hashes were written. A change of behaviour on purpose writes them anew in its own commit
 * ({@link #ANEW}, a quarter of a minute); {@code -Drgs.stories=6000} beside it writes and so compares more.
 */
class StoryHashesTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final int SEEDS = Integer.getInteger("rgs.stories", 600);
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
            Files.writeString(file, StoryHashes.text(StoryHashes.told(SEEDS)));
            return;
        }
        NavigableMap<Long, String> kept = StoryHashes.kept();
        assertTrue(kept.size() >= SEEDS, "hashes are missing: " + ANEW);
        Set<Long> others = new TreeSet<>();
        StoryHashes.told(kept.size()).forEach((seed, hash) -> {
            if (!hash.equals(kept.get(seed))) others.add(seed);
        });
        assertTrue(
                others.isEmpty(),
                () -> others.size() + " of " + kept.size()
                        + " seeds tell another story than when their hashes were written: " + others
                        + ". A change of form has an error; a change of what is said, or when, writes them anew: "
                        + ANEW);
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
