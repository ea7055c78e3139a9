package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Seeds that nobody has played, for they begin where a hash of the sources says; a commit plays the same ones
 * everywhere. {@code -Drgs.seed=N} plays one seed again, {@code -Drgs.simulation.from=N} others,
 * {@code -Drgs.simulation.seeds=N} more or fewer; a busy machine stops after {@code -Drgs.simulation.minutes=6} and
 * says how far it came.
 */
class SimulationTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs");
    private static final int TAIL = 60;
    private static final int SEEDS_TO_FIND = 200;
    private static final int SPLITS = 40;
    private static final int KEPT_SEEDS = 80;
    private static final int HANDOVERS = 60;
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

    private static void judge(Scenario.Outcome outcome) {
        judge(outcome, Ill.ANY);
    }

    private static void judge(Scenario.Outcome outcome, Set<Ill> ills) {
        if (outcome.violations().isEmpty()) return;
        Scenario.Cut cut = Shrinking.of(outcome, ills, Mutant.NONE);
        Scenario.Outcome least = Scenario.run(outcome.seed(), outcome.length(), ills, Mutant.NONE, cut);
        Deque<String> tail = new ArrayDeque<>();
        for (String line : Scenario.retell(outcome.seed(), outcome.length(), ills, Mutant.NONE, cut)) {
            if (tail.size() == TAIL) tail.removeFirst();
            tail.addLast(line);
        }
        String again = "-Drgs.seed=" + outcome.seed() + " -Drgs.seed.length=" + outcome.length();
        fail("seed " + outcome.seed() + ", a " + outcome.length() + " story, " + outcome.ills() + ": "
                + String.join("\n    ", outcome.violations())
                + "\nplay it again with " + again + "\nit is enough with " + again + " -Drgs.seed.without=" + cut + ": "
                + String.join("\n    ", least.violations()) + "; its last words:\n" + String.join("\n", tail));
    }

    @Test
    @DisplayName("S1 S2 S3 S4 S6 S7 S8 S9 S10 S11 S15 S19 L1 L8: whatever befalls whole games, nothing "
            + "forbidden is seen, and whoever is left goes "
            + "on")
    void survives() throws IOException {
        Long one = Long.getLong("rgs.seed");
        if (one != null) {
            Length length = Length.valueOf(
                    System.getProperty("rgs.seed.length", Sweep.lengthOf(one).name()));
            Scenario.Cut cut = Scenario.Cut.of(System.getProperty("rgs.seed.without", "/0/0"));
            judge(Scenario.run(one, length, Sweep.illsOf(one), Mutant.NONE, cut), Sweep.illsOf(one));
            return;
        }
        long wanted = Long.getLong("rgs.simulation.seeds", 20_000);
        Sweep sweep = sweep(
                Long.getLong("rgs.simulation.from", Sources.firstSeed()),
                wanted,
                60 * Long.getLong("rgs.simulation.minutes", 6),
                1);
        if (sweep.played() < wanted)
            System.out.println("simulation: TIME IS UP: " + sweep.played() + " of " + wanted + " seeds were played");
        assertEquals(0, sweep.unharmed(), "stories in which nothing went wrong");
        if (Sweep.isPush()) {
            assertFalse(sweep.hasTooManyLastResorts(), sweep::toString);
            assertFalse(sweep.hasTooManyOpen(), sweep::toString);
            assertTrue(sweep.diedInCollection() * 5 >= sweep.played(), sweep::toString);
        }
        assertTrue(
                sweep.recovered() > sweep.played() * 3 / 5,
                "somebody took over in only " + sweep.recovered() + " of " + sweep.played());
    }

    @Test
    @Tag("proof")
    @DisplayName("the same for seeds that nobody has played before")
    void survivesWhatIsNew() {
        long first = Long.getLong("rgs.simulation.from", System.currentTimeMillis() / 60_000 * 1_000_000);
        long wanted = Long.getLong("rgs.proof.seeds", 1_200_000);
        Sweep sweep = sweep(first, wanted, Long.getLong("rgs.proof.seconds", 3_600), 100);
        if (sweep.played() < wanted)
            System.out.println("simulation: TIME IS UP: " + sweep.played() + " of " + wanted + " seeds were played");
    }

    private static Sweep sweep(long first, long wanted, long seconds, int badMost) {
        System.out.println(
                "simulation: from seed " + first + ", to be played again with -Drgs.simulation.from=" + first);
        Sweep sweep = new Sweep(first, wanted, seconds, badMost).run();
        System.out.println(sweep);
        Scenario.Outcome bad = sweep.bad();
        if (bad != null) judge(bad, Sweep.illsOf(bad.seed()));
        assertNull(sweep.twoStories());
        return sweep;
    }

    @Test
    @DisplayName(
            "P46 whoever is handed the game, and however often: nobody's game stands still, nothing is lost or twice")
    void handsOver() {
        Set<Ill> only = EnumSet.of(Ill.HAND_OVER);
        int handed = 0;
        for (long seed = 1; seed <= HANDOVERS; seed++) {
            Scenario.Outcome outcome = Scenario.run(seed, Length.HANDOVERS, only, Mutant.NONE);
            handed += outcome.rare().handed();
            judge(outcome, only);
            assertEquals(0, outcome.recoveries() + outcome.revoked(), "somebody's game stood still in seed " + seed);
        }
        assertTrue(handed >= 2 * HANDOVERS, "only " + handed + " handovers");
    }

    @Test
    @DisplayName("P46 whatever befalls a game that is being handed over, nothing forbidden is seen, and it goes on")
    void handsOverWhatever() {
        Set<Ill> all = EnumSet.copyOf(Ill.ANY);
        all.add(Ill.HAND_OVER);
        for (long seed = 1; seed <= HANDOVERS; seed++)
            judge(Scenario.run(seed, Length.HANDOVERS, all, Mutant.NONE), all);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                930_000_002_269L,
                930_000_004_742L,
                930_000_006_733L,
                930_000_013_896L,
                980_000_000_302L,
                980_000_000_534L,
                980_000_000_762L
            })
    @DisplayName("P46 seeds that once went wrong, when games were handed over")
    void staysGoodHandedOver(long seed) {
        judge(Scenario.run(seed, Length.HANDOVERS, Ill.ANY, Mutant.NONE));
    }

    @Test
    @DisplayName("P76 the same of games that keep who is lost: each Away ends with one Back or one Left, in one order")
    void keepsWhoIsLost() {
        Set<Ill> ills = EnumSet.copyOf(Ill.ANY);
        ills.add(Ill.KEEPS);
        for (long seed = 1; seed <= KEPT_SEEDS; seed++)
            judge(Scenario.run(seed, StoryHashes.lengthOf(seed), ills, Mutant.NONE), ills);
    }

    @ParameterizedTest
    @ValueSource(longs = {951_000_014_551L, 960_000_000_343L, 960_000_002_132L, 963_000_004_135L})
    @DisplayName(
            "P14 P76 N3 seeds that once went wrong, of games that keep their lost players, when the network was cut: "
                    + "a number that a directory had forgotten; numbers granted in vain to the smaller side")
    void stayGoodWhenCutAndKept(long seed) {
        Set<Ill> ills = EnumSet.copyOf(Ill.CUTS);
        ills.add(Ill.KEEPS);
        isWhole(Scenario.run(seed, Length.CUTS, ills, Mutant.NONE), ills);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                2,
                9,
                17,
                21,
                390,
                618,
                878,
                1825,
                1976,
                2008,
                2026,
                2048,
                2063,
                2067,
                2102,
                2710,
                2787,
                2923,
                3015,
                3125,
                3208,
                3240,
                3243,
                3656,
                3848,
                4002,
                4023,
                4043,
                4045,
                4109,
                4133,
                4281,
                5000,
                5648,
                5982,
                6700,
                6740,
                7769,
                7906,
                10177,
                5_200_002_000_702L,
                516_197_360_039_650L,
                940_000_003_285L,
                940_000_011_824L,
                950_100_001_883L,
                980_000_002_450L,
                416_889_071_015_775L,
                759_829_668_017_950L,
                796_785_670_013_125L
            })
    @DisplayName("seeds that once went wrong, when all stories were long")
    void stayGood(long seed) {
        judge(Scenario.run(seed, Length.LONG, Ill.ANY, Mutant.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                317_388_912_009_522L,
                449_385_631_001_850L,
                700_000_014_025L,
                920_000_124_845L,
                1_000_000_393_600L,
                1_000_000_409_175L,
                29_922_622_117_875L,
                29_922_622_259_950L,
                29_922_622_509_675L,
                718_101_143_000_947L,
                3_000_000_332_100L,
                3_000_000_360_702L,
                5_000_000_504_875L,
                29_922_923_002_950L,
                29_922_984_166_325L,
                699_761_279_033_900L
            })
    @DisplayName("seeds that once went wrong")
    void stayGoodInTheirLength(long seed) {
        judge(Scenario.run(seed, Length.of(seed), Ill.ANY, Mutant.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                910_005_611L,
                910_007_292L,
                930_000_593L,
                930_000_669L,
                930_000_723L,
                930_003_625L,
                930_004_767L,
                930_007_140L,
                950_000_555L,
                950_000_645L,
                964_000_001_648L,
                1_010_002_305L,
                321_167_320_041_925L,
                126_229_094_030_850L,
                964_000_001_509L,
                831_289_354_003_425L
            })
    @DisplayName("seeds that once went wrong, when all stories were long: also what is not kept everywhere yet")
    void stayGoodInAll(long seed) {
        isWhole(Scenario.run(seed, Length.LONG, Ill.ANY, Mutant.NONE), Ill.ANY);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                920_000_287L,
                940_000_123L,
                940_002_300L,
                940_002_954L,
                960_000_488L,
                920_000_863L,
                970_001_002L,
                970_002_304L,
                1_010_000_392L,
                1_020_000_154L,
                1_020_000_453L,
                1_020_000_459L,
                1_020_001_133L,
                7_810_000_000_073L,
                7_810_000_000_124L
            })
    @DisplayName("seeds that once went wrong, when the network was cut: also what is not kept everywhere yet")
    void stayGoodWhenCut(long seed) {
        isWhole(Scenario.run(seed, Length.CUTS, Ill.CUTS, Mutant.NONE), Ill.CUTS);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                156_242_269_005_457L,
                156_242_269_013_770L,
                156_242_269_015_811L,
                980_000_003_365L,
                1_046_297_889_009_666L,
                1_060_834_878_042_957L,
                92_775_224_025_665L,
                1_900_001_036_868L,
                185_598_723_004_965L
            })
    @DisplayName("P34 P37 P40 P47 P49 short seeds that once went wrong: spares, members that come back, later rounds")
    void stayGoodWhenShort(long seed) {
        isWhole(Scenario.run(seed, Length.SHORT, Ill.ANY, Mutant.NONE), Ill.ANY);
    }

    private static void isWhole(Scenario.Outcome outcome, Set<Ill> ills) {
        judge(outcome, ills);
        assertEquals(List.of(), outcome.open());
    }

    @ParameterizedTest
    @EnumSource(value = Mutant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("the judge finds what is planted")
    void findsMutants(Mutant mutant) {
        // Only who plays on with the old server, and hears the new one, can tell that epochs do not count.
        Set<Ill> ills = mutant == Mutant.NO_FENCE ? EnumSet.of(Ill.SPLIT_SERVER) : Ill.ANY;
        boolean found = false;
        for (long seed = 1; seed <= SEEDS_TO_FIND && !found; seed++) found = isFound(seed, ills, mutant);
        assertTrue(found, mutant + " was not seen in " + SEEDS_TO_FIND + " seeds");
    }

    /** By the rule that is for it, and in a story that goes well without it. */
    private static boolean isFound(long seed, Set<Ill> ills, Mutant mutant) {
        return mutant.isFound(Scenario.run(seed, Length.LONG, ills, mutant))
                && !mutant.isFound(Scenario.run(seed, Length.LONG, ills, Mutant.NONE));
    }

    @Test
    @DisplayName("a story that goes wrong is shrunk: the same goes wrong in it, and it cannot be shorter")
    void shrinks() {
        long seed = 1;
        while (Scenario.run(seed, Length.LONG, Ill.ANY, Mutant.SCORES_RESET)
                .violations()
                .isEmpty()) seed++;
        Scenario.Outcome whole = Scenario.run(seed, Length.LONG, Ill.ANY, Mutant.SCORES_RESET);
        Scenario.Cut cut = Shrinking.of(whole, Ill.ANY, Mutant.SCORES_RESET);
        Scenario.Outcome least =
                Scenario.run(seed, Length.LONG, Ill.ANY, Mutant.SCORES_RESET, Scenario.Cut.of(cut.toString()));
        String rule = whole.violations().get(0).split(":")[0];
        assertTrue(
                least.violations().get(0).startsWith(rule), least.violations() + " instead of " + whole.violations());
        for (int strike = 0; strike < least.strikes(); strike++) {
            Set<Integer> fewer = new TreeSet<>(cut.strikes());
            if (!fewer.add(strike)) continue;
            Scenario.Outcome shorter = Scenario.run(
                    seed,
                    Length.LONG,
                    Ill.ANY,
                    Mutant.SCORES_RESET,
                    new Scenario.Cut(fewer, cut.players(), cut.spares()));
            boolean same = !shorter.violations().isEmpty()
                    && shorter.violations().get(0).startsWith(rule);
            assertTrue(!same || shorter.strikes() > least.strikes(), "also without strike " + strike);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName(
            "S3 P2: a server that keeps one player of many comes back, and nothing of the new epoch is taken for the old")
    void survivesSplits() {
        Set<Ill> ills = EnumSet.of(Ill.SPLIT_SERVER);
        for (long seed = 1; seed <= SPLITS; seed++) judge(Scenario.run(seed, Length.LONG, ills, Mutant.NONE), ills);
    }
}
