package org.gamenet.rgs.examples.teapots.drill;

import static org.gamenet.rgs.examples.teapots.drill.Rehearsal.ANN;
import static org.gamenet.rgs.examples.teapots.drill.Rehearsal.DEE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DrillCheckerTest {

    @Test
    void passesAGoodRunAndSaysWhatItShowed() {
        DrillVerdict verdict = DrillChecker.judge(Rehearsal.good().recording());
        assertEquals(List.of(), verdict.faults());
        assertEquals(
                "PASS 3 servers died, 4 players play on: resumed after 100, 100, 100 ms, at most 50 ms of play lost",
                verdict.line());
    }

    @Test
    void passesARunInWhichAPlayerServedAndDied() {
        Rehearsal run = Rehearsal.good();
        Kill last = run.kills().get(2);
        run.kills()
                .set(
                        2,
                        new Kill(
                                last.at(),
                                DEE,
                                Set.of(
                                        ANN,
                                        Rehearsal.PLAYERS.get(1).toString(),
                                        Rehearsal.PLAYERS.get(2).toString())));
        run.of(DEE).removeIf(report -> report.at() > last.at());
        run.shownAfter(3, DrillCheckerTest::withoutDee);
        assertEquals(List.of(), DrillChecker.judge(run.recording()).faults());
    }

    @Test
    void keepsTheTeapotOfADeadPlayerUntilItIsToldOut() {
        Rehearsal run = deeDies();
        assertEquals(List.of(), DrillChecker.judge(run.recording()).faults());
        for (String player : run.recording().livingAtLast())
            run.of(player).add(new Report.Left(run.kills().get(2).at() + 300, DEE, "CRASHED"));
        assertTrue(DrillChecker.judge(run.recording()).faults().stream()
                .anyMatch(fault -> fault.contains("a teapot of [" + DEE + "], who does not play")));
    }

    /** She serves, and is killed; her teapot is kept. */
    private static Rehearsal deeDies() {
        Rehearsal run = Rehearsal.good();
        Kill last = run.kills().get(2);
        Set<String> others = new TreeSet<>(run.recording().livingAtLast());
        others.remove(DEE);
        run.kills().set(2, new Kill(last.at(), DEE, others));
        run.of(DEE).removeIf(report -> report.at() > last.at());
        return run;
    }

    @Test
    void tellsASleepFromADeath() {
        Rehearsal run = Rehearsal.good();
        Kill last = run.kills().get(2);
        run.kills().set(2, new Kill(last.at(), DEE, last.survivors()));
        DrillVerdict verdict = DrillChecker.judge(run.recording());
        assertEquals(List.of(), verdict.faults());
        assertTrue(verdict.line().startsWith("PASS 2 servers died, 1 slept, 4 players play on: "), verdict.line());
    }

    @Test
    @DisplayName("what was shown within the state age of a death is gone with it, a score too; and no more than that")
    void excusesWhatIsGoneWithTheServer() {
        Rehearsal run = Rehearsal.good();
        long death = run.kills().get(0).at();
        Rehearsal.PLAYERS.forEach(player -> run.of(player.toString())
                .replaceAll(r -> r instanceof Report.Shown w && w.at() == death
                        ? new Report.Shown(
                                w.at(),
                                w.tick() + 4,
                                Rehearsal.withPot(w, ANN, DrillCheckerTest::luckier)
                                        .pots())
                        : r));
        assertEquals(List.of(), DrillChecker.judge(run.recording()).faults());
        Rehearsal early = Rehearsal.good();
        early.of(DEE)
                .replaceAll(r -> r instanceof Report.Shown w && w.at() <= death && w.at() > death - 1_000
                        ? Rehearsal.withPot(w, ANN, DrillCheckerTest::luckier)
                        : r);
        assertTrue(DrillChecker.judge(early.recording()).faults().stream()
                .anyMatch(fault -> fault.startsWith("the score of " + ANN + " fell")));
    }

    private static Report.Pot luckier(Report.Pot pot) {
        return new Report.Pot(pot.x(), pot.z(), pot.score() + 1, pot.asked());
    }

    @Test
    void takesAPeerThatHasNoNameYetForWhoItIs() {
        Rehearsal run = Rehearsal.good().shownAfter(1, world -> {
            Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
            pots.put(DEE.substring(DEE.lastIndexOf('#')), pots.remove(DEE));
            return new Report.Shown(world.at(), world.tick(), pots);
        });
        assertEquals(List.of(), DrillChecker.judge(run.recording()).faults());
    }

    @Nested
    class Fails {
        @Test
        @DisplayName("a restoreState that resets the scores")
        void whenScoresAreReset() {
            says("the score of", Rehearsal.with(world -> world.each(pot -> pot.withScore(0))));
            says("after death 1 the score of", Rehearsal.with(world -> world.each(pot -> pot.withScore(0))));
        }

        @Test
        void whenAScoreGrowsFromNothing() {
            says(
                    "after death 2 the score of " + ANN,
                    Rehearsal.good().shownAfter(2, w -> Rehearsal.withPot(w, ANN, DrillCheckerTest::richer)));
        }

        @Test
        void whenOneScoreFallsByOneInTheMiddleOfPlay() {
            Rehearsal run = Rehearsal.good();
            int last = run.of(DEE).size() - 1;
            run.of(DEE)
                    .add(Rehearsal.withPot(
                            later((Report.Shown) run.of(DEE).get(last)),
                            ANN,
                            pot -> new Report.Pot(pot.x(), pot.z(), pot.score() - 1, pot.asked())));
            says("the score of " + ANN + " fell", run);
        }

        @Test
        void whenALivingPlayerHasNoTeapot() {
            says("no teapot of [" + DEE + "], who lives", Rehearsal.good().shownAfter(1, DrillCheckerTest::withoutDee));
        }

        @Test
        void whenThereIsATeapotOfNobody() {
            says("a teapot of [ghost#9], who does not play", Rehearsal.good().shownAfter(2, world -> {
                Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
                pots.put("ghost#9", new Report.Pot(0, 0, 0, 0));
                return new Report.Shown(world.at(), world.tick(), pots);
            }));
        }

        @Test
        void whenTheDeadKeepTheirTeapot() {
            Rehearsal run = Rehearsal.good();
            Kill last = run.kills().get(2);
            run.kills().set(2, new Kill(last.at(), DEE, Set.of(ANN)));
            run.of(DEE).removeIf(report -> report.at() > last.at());
            says("a teapot of", run);
        }

        @Test
        void whenSomebodySeesResumedTwice() {
            Rehearsal run = Rehearsal.good();
            int at = indexOf(run, ANN, Report.Resumed.class);
            run.of(ANN).add(at, run.of(ANN).get(at));
            says(ANN + " saw Resumed 2 times after death 1", run);
        }

        @Test
        void whenSomebodyNeverSeesFrozen() {
            Rehearsal run = Rehearsal.good();
            run.of(ANN).remove(indexOf(run, ANN, Report.Frozen.class));
            says(ANN + " saw Frozen not at all after death 1", run);
        }

        @Test
        void whenSomebodyFreezesForNothing() {
            Rehearsal run = Rehearsal.good();
            run.of(ANN).add(0, new Report.Frozen(run.kills().get(0).at() - 2_000, "a whim"));
            says(ANN + " saw Frozen before anybody was killed", run);
        }

        @Test
        void whenTheOrderDiffers() {
            Rehearsal run = Rehearsal.good();
            int at = indexOf(run, DEE, Report.Resumed.class);
            run.of(DEE).add(at, new Report.Left(run.of(DEE).get(at).at(), "eve#9", "CRASHED"));
            int other = indexOf(run, ANN, Report.Resumed.class);
            run.of(ANN).add(other + 1, new Report.Left(run.of(ANN).get(other).at(), "eve#9", "CRASHED"));
            says("in a different order", run);
        }

        @Test
        void whenTwoServersClaimTheSameEpochToDifferentPlayers() {
            Rehearsal run = Rehearsal.good();
            run.of(DEE)
                    .replaceAll(r -> r instanceof Report.Resumed e
                            ? new Report.Resumed(
                                    e.at(), e.epoch(), "impostor", e.players(), e.outage(), e.stateAgeMillis())
                            : r);
            says("told different things", run);
        }

        @Test
        void whenATeapotIsElsewhere() {
            says(
                    "after death 1 the teapot of " + ANN,
                    Rehearsal.good()
                            .shownAfter(
                                    1,
                                    world -> Rehearsal.withPot(
                                            world,
                                            ANN,
                                            pot -> new Report.Pot(pot.x() + 3, pot.z(), pot.score(), pot.asked()))));
        }

        @Test
        void whenATeapotIsNowhere() {
            says(
                    "after death 1 the teapot of " + ANN,
                    Rehearsal.good()
                            .shownAfter(
                                    1,
                                    world -> Rehearsal.withPot(
                                            world,
                                            ANN,
                                            pot -> new Report.Pot(Double.NaN, pot.z(), pot.score(), pot.asked()))));
        }

        @Test
        void whenMorePlayIsGoneThanStateAgeSays() {
            says(
                    "ticks behind what was shown",
                    Rehearsal.good().shownAfter(1, w -> new Report.Shown(w.at(), w.tick() - 20, w.pots())));
        }

        @Test
        void whenTimeHasLeapt() {
            says(
                    "ticks ahead of what was shown",
                    Rehearsal.good().shownAfter(1, w -> new Report.Shown(w.at(), w.tick() + 200, w.pots())));
        }

        @Test
        void whenStateAgeExcusesEverything() {
            Rehearsal run = Rehearsal.good();
            run.of(ANN)
                    .replaceAll(r -> r instanceof Report.Resumed e
                            ? new Report.Resumed(e.at(), e.epoch(), e.server(), e.players(), e.outage(), 60_000)
                            : r);
            says("60000 ms of play are gone", run);
        }

        @Test
        void whenARequestCountsTwice() {
            says(
                    "asked to fire",
                    Rehearsal.good()
                            .shownAfter(
                                    2,
                                    world -> Rehearsal.withPot(
                                            world,
                                            ANN,
                                            pot -> new Report.Pot(pot.x(), pot.z(), pot.score(), pot.asked() + 1))));
        }

        @Test
        void whenARequestIsLost() {
            says(
                    "at the end the server had counted",
                    Rehearsal.good()
                            .shownAfter(
                                    2,
                                    world -> Rehearsal.withPot(
                                            world,
                                            ANN,
                                            pot -> new Report.Pot(pot.x(), pot.z(), pot.score(), pot.asked() - 1))));
        }

        @Test
        void whenAnOldWorldComesBack() {
            Rehearsal run = Rehearsal.good();
            int last = run.of(ANN).size() - 1;
            run.of(ANN).add(run.of(ANN).get(last - 1));
            says("under the same server", run);
        }

        @Test
        void butNotWhenANameIsStillUnknown() {
            Rehearsal run = Rehearsal.good();
            long firstDeath = run.kills().get(0).at();
            run.of(DEE)
                    .replaceAll(r ->
                            r instanceof Report.Shown s && s.at() < firstDeath ? Rehearsal.withoutName(s, ANN) : r);
            assertTrue(DrillChecker.judge(run.recording()).faults().stream()
                    .noneMatch(fault -> fault.contains("another world")));
        }

        @Test
        void whenTwoSeeDifferentWorlds() {
            says(
                    "was shown another world of tick",
                    Rehearsal.good()
                            .shownAfter(
                                    2,
                                    DEE,
                                    world -> Rehearsal.withPot(
                                            world,
                                            ANN,
                                            pot -> new Report.Pot(pot.x() + 1e-9, pot.z(), pot.score(), pot.asked()))));
        }

        @Test
        void whenSomebodyIsShownNothingAnyMore() {
            Rehearsal run = Rehearsal.good();
            long from = run.kills().get(2).at();
            run.of(ANN).removeIf(r -> r instanceof Report.Shown && r.at() > from);
            says(ANN + " was shown no world after death 3", run);
        }

        @Test
        void whenSomebodyIsClosed() {
            Rehearsal run = Rehearsal.good();
            run.of(ANN).add(new Report.Closed(run.kills().get(2).at() + 500, "CUT_OFF", "go home"));
            says(ANN + " was closed: CUT_OFF", run);
        }

        @Test
        @DisplayName("a run in which nobody scored, because it could not show a lost score")
        void whenItProvesNothing() {
            Rehearsal run = Rehearsal.good();
            Rehearsal.PLAYERS.forEach(player ->
                    run.of(player.toString()).replaceAll(r -> r instanceof Report.Shown w ? pointless(w) : r));
            says("nobody had scored before death 1", run);
        }

        private void says(String expected, Rehearsal run) {
            DrillVerdict verdict = DrillChecker.judge(run.recording());
            assertFalse(verdict.pass());
            assertTrue(verdict.line().startsWith("FAIL "), verdict.line());
            assertTrue(
                    verdict.faults().stream().anyMatch(fault -> fault.contains(expected)),
                    verdict.faults().toString());
        }
    }

    private static Report.Shown withoutDee(Report.Shown world) {
        Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
        pots.remove(DEE);
        return new Report.Shown(world.at(), world.tick(), pots);
    }

    private static Report.Pot richer(Report.Pot pot) {
        return new Report.Pot(pot.x(), pot.z(), pot.score() + 10, pot.asked());
    }

    private static Report.Shown later(Report.Shown world) {
        return new Report.Shown(world.at() + 33, world.tick() + 2, world.pots());
    }

    private static Report.Shown pointless(Report.Shown world) {
        Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
        pots.replaceAll((who, pot) -> new Report.Pot(pot.x(), pot.z(), 0, pot.asked()));
        return new Report.Shown(world.at(), world.tick(), pots);
    }

    private static int indexOf(Rehearsal run, String player, Class<? extends Report> kind) {
        for (int i = 0; i < run.of(player).size(); i++)
            if (kind.isInstance(run.of(player).get(i))) return i;
        throw new AssertionError("no " + kind);
    }
}
