package org.gamenet.rgs.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A good run in which a server died at 100 and two players went on; then the same with one thing wrong. */
class JudgeTest {
    private static final int SENT = 3;
    private static final Purse FULL =
            Purse.EMPTY.with(new Coin(1, true)).with(new Coin(2, true)).with(new Coin(3, true));

    private final List<NoteLine> lines = new ArrayList<>();
    private Map<String, String> harmed = Map.of();

    JudgeTest() {
        for (String label : List.of("p1", "p2")) {
            note(label, new Note.Self(1, peer(label)));
            note(label, new Note.Joined(2, "a1", false));
            note(label, new Note.Joined(3, "a2", false));
            note(label, new Note.Shown(4, "50", 1, 4, 0));
            note(label, new Note.Frozen(110, 20, 90, "gone"));
            note(label, new Note.Resumed(150, 2, "51", 10, 10, 10, 10, 12));
            note(label, new Note.Shown(160, "51", 21, 155, 95));
            tally(label, 200, "PLAYING", "a1,a2");
        }
    }

    @Test
    void findsNothingWrongInAGoodRun() {
        RunVerdict verdict = judge();
        assertEquals(List.of(), verdict.faults());
        assertTrue(verdict.clean());
        assertTrue(Judge.settled(history()));
        assertEquals(0, verdict.putOut());
    }

    @Test
    void countsACoinLostDoubledOrOutOfOrderAsWrongState() {
        for (Purse bad : List.of(
                Purse.EMPTY.with(new Coin(1, true)).with(new Coin(2, true)),
                FULL.with(new Coin(3, false)),
                Purse.EMPTY,
                Purse.EMPTY.with(new Coin(2, true)).with(new Coin(1, true)).with(new Coin(3, true)))) {
            List<NoteLine> tampered = tampered(
                    "p1",
                    Note.Counted.class,
                    note -> note.giver().equals("a2")
                            ? new Note.Counted(note.at(), "a2", bad.coins(), bad.digest(), bad.last(), bad.disorders())
                            : note);
            RunVerdict verdict = Judge.judge(history(tampered));
            assertEquals(1, verdict.wrong().all(), bad.toString());
            assertFalse(verdict.clean());
            assertFalse(Judge.settled(history(tampered)));
        }
    }

    @Test
    void countsStaleTornAndBackwardStates() {
        RunVerdict verdict = Judge.judge(history(tampered(
                "p2",
                Note.Tally.class,
                t -> new Note.Tally(t.at(), t.phase(), t.epoch(), t.players(), t.sent(), 2, 3, 4, 5))));
        assertEquals(2, verdict.staleApplied());
        assertEquals(3 + 4, verdict.wrong().all());
        assertEquals(5, verdict.staleRefused());
    }

    @Test
    void countsAPlayerWhoDoesNotResumeClosesOrSaysNothing() {
        assertEquals(1, Judge.judge(history(without("p1", Note.Resumed.class))).playersLost());
        assertEquals(1, Judge.judge(history(without("p1", Note.Tally.class))).playersLost());
        note("p2", new Note.Closed(170, "CUT_OFF", "left behind"));
        assertEquals(1, judge().playersLost());
    }

    @Test
    void countsAPlayerWhoIsNotInAnothersView() {
        RunVerdict verdict = Judge.judge(history(tampered(
                "p1",
                Note.Tally.class,
                t -> new Note.Tally(t.at(), t.phase(), t.epoch(), "a1", t.sent(), 0, 0, 0, 0))));
        assertEquals(1, verdict.playersLost());
    }

    @Test
    void countsAResumeTooMuchButNoFalseAlarm() {
        note("p1", new Note.Resumed(180, 2, "51", 1, 1, 1, 1, 0));
        assertEquals(1, judge().resumedTwice());
        lines.remove(lines.size() - 1);
        note("p1", new Note.Frozen(170, 22, 160, "silent"));
        note("p1", new Note.Resumed(180, 2, "51", 1, 1, 1, 1, 0));
        RunVerdict verdict = judge();
        assertEquals(0, verdict.resumedTwice());
        assertEquals(1, verdict.falseAlarms());
        assertTrue(verdict.clean());
    }

    @Test
    void tellsANewEpochThatNoDeathExplains() {
        note("p1", new Note.Frozen(170, 22, 160, "silent"));
        note("p1", new Note.Resumed(180, 3, "52", 1, 1, 1, 1, 0));
        RunVerdict verdict = judge();
        assertEquals(1, verdict.unprovoked());
        assertEquals(0, verdict.resumedTwice());
    }

    @Test
    void countsWhoJoinsTwiceOrFromNowhere() {
        note("p1", new Note.Joined(170, "a2", true));
        note("p2", new Note.Joined(170, "99", false));
        assertEquals(2, judge().joinedGhosts());
    }

    @Test
    void countsTheDeadInTheViewAndInTheState() {
        List<NoteLine> inView = tampered(
                "p1",
                Note.Tally.class,
                t -> new Note.Tally(t.at(), t.phase(), t.epoch(), t.players() + ",dead", t.sent(), 0, 0, 0, 0));
        assertEquals(1, Judge.judge(history(inView)).joinedGhosts());
        lines.add(lines.size() - 1, new NoteLine("p2", new Note.Counted(201, "dead", 1, 1, 1, 0)));
        assertEquals(1, judge().joinedGhosts());
    }

    @Test
    void forgivesThePurseOfAPlayerWhoWasPutOutAndSaysSo() {
        note("p1", new Note.Left(165, "a2", "CRASHED"));
        note("p1", new Note.Joined(166, "a2", true));
        List<NoteLine> emptied = tampered(
                "p1",
                Note.Counted.class,
                note -> note.giver().equals("a2") ? new Note.Counted(note.at(), "a2", 0, 0, 0, 0) : note);
        RunVerdict verdict = Judge.judge(history(emptied));
        assertEquals(0, verdict.wrong().all());
        assertEquals(0, verdict.joinedGhosts());
        assertEquals(1, verdict.putOut());
    }

    @Test
    void expectsBackWhoWasStoppedAndRunsAgain() {
        harmed = Map.of("p3", "a3");
        assertEquals(1, judge().playersLost());
        tally("p3", 210, "PLAYING", "a1,a2,a3");
        assertEquals(0, judge().playersLost());
    }

    @Test
    void readsARecoveryFromStampsAndFromWhatWasSaid() {
        Recovery recovery = Recovery.of(death(), diaries(lines));
        assertTrue(recovery.complete());
        assertEquals(10, recovery.frozen().last());
        assertEquals(50, recovery.resumed().last());
        assertEquals(60, recovery.shownLast());
        assertEquals(5, recovery.stateAge(), "100 - 95");
        assertEquals(-5, recovery.rolledBack(), "shown was the state of 90, restored that of 95");
        assertEquals(40 - 50, recovery.outageError());
        assertEquals(12, recovery.stateAgeError(), "nothing that was shown is gone");
    }

    @Test
    void tellsACopyFromAPackage() {
        assertTrue(Recovery.of(death(), diaries(lines)).fromCopy());
        Death unbacked = new Death(100, "50", "", 1, Set.of("p1", "p2"));
        assertFalse(Recovery.of(unbacked, diaries(lines)).fromCopy());
        Death another = new Death(100, "50", "a2", 1, Set.of("p1", "p2"));
        assertFalse(Recovery.of(another, diaries(lines)).fromCopy(), "the backup was passed over");
    }

    @Test
    void takesARecoveryForCompleteOnlyWithEverySurvivor() {
        assertFalse(
                Recovery.of(death(), diaries(without("p2", Note.Resumed.class))).complete());
        assertFalse(
                Recovery.of(death(), diaries(without("p2", Note.Shown.class))).complete());
    }

    // ---- the run

    private void note(String label, Note note) {
        lines.add(new NoteLine(label, note));
    }

    private void tally(String label, long at, String phase, String players) {
        note(label, new Note.Tally(at, phase, 2, players, SENT, 0, 0, 0, 0));
        for (String giver : List.of("a1", "a2"))
            note(label, new Note.Counted(at, giver, FULL.coins(), FULL.digest(), FULL.last(), FULL.disorders()));
        note(label, new Note.Told(at));
    }

    private static String peer(String label) {
        return label.replace('p', 'a');
    }

    private static Death death() {
        return new Death(100, "50", "51", 1, Set.of("p1", "p2"));
    }

    private RunVerdict judge() {
        return Judge.judge(history());
    }

    private RunHistory history() {
        return history(lines);
    }

    private RunHistory history(List<NoteLine> of) {
        return new RunHistory(diaries(of), List.of(death()), Map.of("p1", "a1", "p2", "a2"), harmed, Set.of("dead"));
    }

    private static Diaries diaries(List<NoteLine> of) {
        Diaries diaries = new Diaries();
        of.forEach(diaries::add);
        return diaries;
    }

    private <N extends Note> List<NoteLine> tampered(String label, Class<N> kind, UnaryOperator<N> change) {
        return lines.stream()
                .map(line -> line.member().equals(label) && kind.isInstance(line.note())
                        ? new NoteLine(label, (Note) change.apply(kind.cast(line.note())))
                        : line)
                .toList();
    }

    private List<NoteLine> without(String label, Class<? extends Note> kind) {
        return lines.stream()
                .filter(line -> !line.member().equals(label) || !kind.isInstance(line.note()))
                .toList();
    }
}
