package org.gamenet.rgs.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every target in Jazzer. A push begins with the same seed each time, for it must not fail by chance. For hours, with
 * another: {@code mvn -B -pl rgs-fuzz -am test -Dtest=FuzzTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Drgs.fuzz.seconds=3600 -Drgs.fuzz.seed=7}; what it met is then in {@code rgs-fuzz/target/fuzz}.
 */
class FuzzTest {
    /** Of each campaign; the two of them make a minute. */
    private static final long SECONDS = Long.getLong("rgs.fuzz.seconds", 32);

    private static final long SEED = Long.getLong("rgs.fuzz.seed", 1);
    /** At most: it ends when it is found. */
    private static final long PLANTED_SECONDS = 240;

    @BeforeAll
    static void saysItsSeed() {
        if (!Jazzer.runsHere())
            System.out.println("NOTHING IS FUZZED: there is no fuzzer for " + System.getProperty("os.arch") + ", JDK "
                    + Runtime.version());
        assumeTrue(Jazzer.runsHere());
        System.out.println("fuzzing for " + SECONDS + " s each; the same again: -Drgs.fuzz.seed=" + SEED);
    }

    @Test
    @DisplayName("P53 no target fails, whatever the fuzzer makes of what it begins with")
    void findsNothing() throws Exception {
        List<Campaign> campaigns = List.of(Campaign.DECODERS, Campaign.SCRIPTS);
        ExecutorService threads = Executors.newFixedThreadPool(campaigns.size());
        try {
            List<Future<Jazzer.Outcome>> running = campaigns.stream()
                    .map(each -> threads.submit(() -> fuzz(each)))
                    .toList();
            for (int i = 0; i < campaigns.size(); i++)
                judge(campaigns.get(i), running.get(i).get());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Jazzer.Outcome fuzz(Campaign campaign) throws Exception {
        Path folder = Path.of("target", "fuzz", campaign.type().getSimpleName()).toAbsolutePath();
        return new Jazzer(campaign.type(), campaign.longest(), folder).run(SEED, SECONDS, campaign.inputs());
    }

    private static void judge(Campaign campaign, Jazzer.Outcome outcome) {
        String name = campaign.type().getSimpleName();
        System.out.printf(
                "%s: %,d inputs in %d s, %d of them led further%n",
                name, outcome.runs(), outcome.seconds(), outcome.corpus().size());
        outcome.finding()
                .ifPresent(input -> fail(name + " with seed " + SEED + " found something. " + campaign.line(input)
                        + "\n" + outcome.told()));
        assertTrue(outcome.seconds() >= SECONDS && outcome.runs() > 0, name + " has hardly begun");
    }

    @Test
    @DisplayName("a fault that is planted is found, with its input")
    void findsWhatIsPlanted(@TempDir Path folder) throws Exception {
        byte[] near = Campaign.DECODERS.inputs().stream()
                .filter(input -> input[0] == 1 && input[2] != PlantedTarget.TYPE)
                .findFirst()
                .orElseThrow();
        byte[] frame = Arrays.copyOfRange(near, 1, near.length);
        Jazzer.Outcome outcome = new Jazzer(PlantedTarget.class, frame.length + FrameHeader.BYTES, folder)
                .run(SEED, PLANTED_SECONDS, List.of(frame));
        byte[] found = outcome.finding().orElseThrow();
        assertTrue(outcome.told().contains("planted"), outcome.told());
        assertEquals(PlantedTarget.TYPE, found[1]);
    }
}
