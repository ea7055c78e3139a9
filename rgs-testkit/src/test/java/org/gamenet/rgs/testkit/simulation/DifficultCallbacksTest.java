package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Games whose state callbacks take their time, and of whose packages nobody can read some; see {@link Callbacks}. */
class DifficultCallbacksTest extends ManyStories {

    @Test
    @DisplayName(
            "P40 P45 while restoreState or packageState runs, ends too late, or finds nothing that can be read, and "
                    + "while a backup is recruited, everything may befall a game")
    void withstandsCallbacks() {
        assertNothingIsWrong(
                Ill.with(Ill.CALLBACKS),
                seed -> seed % 8 == 0 ? Length.LONG : seed % 2 == 0 ? Length.HANDOVERS : Length.SHORT,
                "-Dcallbacks=true");
    }

    @ParameterizedTest
    @ValueSource(longs = {983_800_000_189L, 984_200_002_053L})
    @DisplayName(
            "P23 P73 S3 seeds that once went wrong: an older package than the state of the admission, an obsolete world")
    void staysGood(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.ofPush(seed), Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    @Test
    @DisplayName("P28 seed of a game that was dropped: the player that closed there stays in everybody's view")
    void staysInViewOfADroppedGame() {
        long seed = 1_044_908_370_011_526L;
        Scenario.Outcome outcome = Scenario.run(seed, Length.CUTS, Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    @Test
    @DisplayName(
            "P25.5 seed of a player whose way to the server took longer than 0.5 D: it stood still twice a second for good")
    void isHeardOverALongWay() {
        Scenario.Outcome outcome = Scenario.run(987_000_027_469L, Length.SHORT, Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    /**
     * The judge took what a server made before it was told of the next epoch for shown in the first; and a player whose
     * messages could not become stable, for no state came to anybody over a narrow link, for one that lets nothing go.
     * In the third the server stood still and went on with each heartbeat, for twenty seconds.
     */
    @ParameterizedTest
    @ValueSource(longs = {565_958_718_019_754L, 577_143_136_013_478L, 988_310_000_083L})
    @DisplayName("P44 P23.9 P18 seeds of cut networks: nobody is set back, or loses more than it may; no storm")
    void staysGoodWhenCut(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.CUTS, Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
    }

    /**
     * The last player alive had been left behind, was late with restoreState once, and had thrown away what it had
     * kept. A holder that was late was told again what came after a package that its application could not read.
     */
    @ParameterizedTest
    @ValueSource(longs = {55_960_779_012_078L, 988_461_011_574L})
    @DisplayName("N5 P40 seeds of new servers that restored too late: the game goes on, and nothing is told twice")
    void restoresTooLate(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.CUTS, Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
        assertEquals(List.of(), outcome.open());
    }

    /** The judge took packages that nobody could read for forgotten, while they were shown to each new server. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                987_000_020_131L,
                987_000_021_460L,
                987_000_021_951L,
                987_000_025_875L,
                987_000_026_775L,
                987_000_026_850L,
                987_000_027_655L
            })
    @DisplayName("P40 P74 seeds of games that wait, for nobody can read what was packed: no recovery takes too long")
    void waitsForWhatCanBeRead(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.ofPush(seed), Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
        assertEquals(List.of(), outcome.open());
    }

    /**
     * The judge looked at the listed members alone, of whom nobody was left; and it gave those who could go on no time
     * after the last of those had closed whose packages nobody could read.
     */
    @ParameterizedTest
    @ValueSource(longs = {872_751_673_009_126L, 988_460_020_725L})
    @DisplayName("P40 P74 seeds of games whose listed members are gone, or have nothing that can be read")
    void waitsWhereNobodyIsListed(long seed) {
        Scenario.Outcome outcome = Scenario.run(seed, Length.ofPush(seed), Ill.with(Ill.CALLBACKS), Mutant.NONE);
        assertEquals(List.of(), outcome.violations());
        assertEquals(List.of(), outcome.open());
    }

    /**
     * Where the judge was wrong: the first three servers left before they had renewed the epoch that they had begun
     * alone; the fourth game was put to an end while a member's coming back was on its way; in the fifth a package was
     * fresher than the base, and what had been ordered since was not kept any more; in the sixth a player that was left
     * alone was late with restoreState twice in a row.
     */
    @ParameterizedTest
    @CsvSource({
        "984300001664, SHORT",
        "984300006766, SHORT",
        "984300007006, SHORT",
        "984300002401, SHORT",
        "984300009975, LONG",
        "986100000675, LONG"
    })
    @DisplayName("P11 P40 S11 seeds of synchronous games that once went wrong")
    void staysGoodInSynchronousGames(long seed, Length length) {
        Set<Ill> ills = Ill.with(Ill.CALLBACKS, Ill.SYNC, Ill.LETTERS);
        assertEquals(List.of(), Scenario.run(seed, length, ills, Mutant.NONE).violations());
    }
}
