package org.gamenet.rgs.bench.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.bench.cut.CutHistory.DiaryLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A good run, then the same with one fault planted in it, which must be found: p0 serves, is cut off from 2 000 to 6
 * 000 ms, p1 takes over with p2 at 3 200, and p0 comes back at 6 300. Each has sent three requests and three ordered
 * messages.
 */
class CutJudgeTest {
    private static final long MILLI = 1_000_000;
    private static final int END = 9_000;
    private static final CutCourse COURSE =
            new CutCourse(2_000 * MILLI, 6_000 * MILLI, END * MILLI, true, Set.of(), Set.of("p1", "p2"));

    private final Map<String, List<DiaryLine>> lines = new LinkedHashMap<>();

    CutJudgeTest() {
        for (String each : List.of("p0", "p1", "p2")) {
            lines.put(each, new ArrayList<>());
            for (int at = 100; at <= 1_950; at += 50) add(each, at, "shown", "p0.1@" + at * MILLI);
            for (String turn : List.of("p0 1", "p1 1", "p2 1")) add(each, 1_000, "turn", turn.split(" "));
        }
        for (int at = 2_000; at <= 3_000; at += 50) add("p0", at, "shown", "p0.1@" + at * MILLI);
        for (String turn : List.of("p2 2", "p1 2", "p0 2"))
            add("p0", 2_950, "turn", turn.split(" ")); // void: others have another order
        add("p0", 6_200, "reloaded", "p0.1@" + 1_950 * MILLI + " p1.1@" + 6_200 * MILLI, "p0=1,p1=2,p2=2");
        add("p0", 6_210, "resumed", "" + 1_050 * MILLI, "2");
        for (String each : List.of("p1", "p2")) {
            add(each, 3_180, "resumed", "0", "2");
            for (int at = 3_200; at <= 6_250; at += 50)
                add(each, at, "shown", "p0.1@" + 1_950 * MILLI + " p1.1@" + at * MILLI);
            add(each, 3_300, "turn", "p1", "2");
            add(each, 3_310, "turn", "p2", "2");
        }
        for (String each : lines.keySet()) {
            for (int at = 6_300; at <= END; at += 50)
                add(each, at, "shown", "p0.1@" + 1_950 * MILLI + " p1.1@" + at * MILLI);
            for (String turn : List.of("p0 2", "p1 3", "p2 3", "p0 3")) add(each, 8_000, "turn", turn.split(" "));
            add(each, END + 100, "sent", "3", "3", "PLAYING", String.valueOf(each.equals("p1")));
            for (String by : lines.keySet()) add(each, END + 100, "counted", by + "=1-3", "0");
        }
    }

    private void add(String name, int at, String kind, String... words) {
        lines.get(name).add(new DiaryLine(at * MILLI, kind, List.of(words)));
    }

    /** The line is replaced, or taken out where there is nothing in its place. */
    private void plant(String name, String kind, UnaryOperator<List<String>> words) {
        List<DiaryLine> all = lines.get(name);
        for (int i = all.size() - 1; i >= 0; i--) {
            DiaryLine old = all.get(i);
            if (!old.kind().equals(kind)) continue;
            List<String> now = words.apply(old.words());
            if (now.isEmpty()) all.remove(i);
            else all.set(i, new DiaryLine(old.at(), kind, now));
        }
    }

    private void without(String name, String kind, String... words) {
        plant(name, kind, old -> old.equals(List.of(words)) ? List.of() : old);
    }

    private Findings judge() {
        return CutJudge.judge(
                lines.entrySet().stream()
                        .map(each -> new CutHistory(each.getKey(), true, each.getValue()))
                        .toList(),
                COURSE);
    }

    private static void says(Findings findings, String what) {
        assertTrue(
                findings.sentences().stream().anyMatch(each -> each.contains(what)),
                what + " is not among " + findings.sentences());
        assertFalse(findings.sentences().isEmpty());
    }

    @Test
    @DisplayName("nothing is wrong with a good run, and what it cost is measured")
    void findsNothingInAGoodRun() {
        Findings found = judge();
        assertTrue(found.nothingBroken(), found.sentences().toString());
        assertEquals(List.of(1_200 * MILLI, 1_200 * MILLI), found.outages());
        assertEquals(300 * MILLI, found.frozenAfterHeal());
        assertEquals(-1, found.frozenMajority());
        assertEquals(List.of(), found.sentences());
    }

    @Test
    @DisplayName("a request that is counted nowhere is lost")
    void findsALostRequest() {
        plant("p1", "counted", old -> old.get(0).startsWith("p2=") ? List.of("p2=1-1,3-3", "0") : old);
        Findings found = judge();
        assertEquals(1, found.lost());
        says(found, "p2 lost 1 requests from 2 to 2");
    }

    @Test
    @DisplayName("a request that was counted again is found, though it is in the state")
    void findsADoubledRequest() {
        plant("p1", "counted", old -> old.get(0).startsWith("p0=") ? List.of("p0=1-3", "1") : old);
        assertEquals(1, judge().twice());
    }

    @Test
    @DisplayName("an ordered message that one player lacks, or all of them, is lost once")
    void findsALostTurn() {
        without("p2", "turn", "p1", "3");
        assertEquals(1, judge().lostTurns());
        without("p1", "turn", "p1", "3");
        without("p0", "turn", "p1", "3");
        assertEquals(1, judge().lostTurns());
    }

    @Test
    @DisplayName(
            "what a player was let in with counts as heard, and what it heard before in a history that is void does not")
    void countsWhatWasGiven() {
        plant("p0", "reloaded", old -> List.of(old.get(0), "p0=1,p1=1,p2=2"));
        assertEquals(1, judge().lostTurns());
    }

    /** p1 goes on from such a state, and hears that. */
    private void goesOnFrom(String base, String... turns) {
        List<DiaryLine> all = lines.get("p1");
        int at = 0;
        while (all.get(at).at() < 3_180 * MILLI) at++;
        all.add(at++, new DiaryLine(3_170 * MILLI, "base", List.of("p2", base)));
        for (String turn : turns) all.add(at++, new DiaryLine(3_175 * MILLI, "turn", List.of(turn.split(" "))));
    }

    @Test
    @DisplayName("whoever takes over hears again what the state lacks that it goes on from, and only that")
    void hearsAgain() {
        goesOnFrom("p0=1,p1=1", "p2 1");
        Findings found = judge();
        assertTrue(found.nothingBroken(), found.sentences().toString());
    }

    @Test
    @DisplayName("whoever takes over and does not hear again what its state lacks has lost it")
    void doesNotHearAgain() {
        goesOnFrom("p0=1,p1=1");
        assertEquals(1, judge().lostTurns());
    }

    @Test
    @DisplayName("whoever takes over and hears again what its state contains has heard it twice")
    void hearsTwice() {
        goesOnFrom("p0=1,p1=1,p2=1", "p2 1");
        assertEquals(1, judge().twice());
    }

    @Test
    @DisplayName("what its state contains and it had not heard is handed to whoever takes over for the first time")
    void hearsLate() {
        goesOnFrom("p0=1,p1=2,p2=1");
        assertEquals(0, judge().twice());
    }

    @Test
    @DisplayName("an ordered message that came again is found")
    void findsADoubledTurn() {
        add("p2", END, "turn", "p1", "3");
        assertEquals(1, judge().twice());
    }

    @Test
    @DisplayName("two orders are found")
    void findsAnOrderThatDiffers() {
        Map<String, String> swapped = Map.of("p1", "p2", "p2", "p1");
        plant(
                "p2",
                "turn",
                old -> old.get(1).equals("2") ? List.of(swapped.getOrDefault(old.get(0), old.get(0)), "2") : old);
        Findings found = judge();
        assertEquals(1, found.orderDiffers());
        says(found, "p1 and p2 heard");
    }

    @Test
    @DisplayName("a player that lives and is closed is found, and what it had sent is told apart")
    void findsTheClosed() {
        add("p0", 8_500, "closed", "CUT_OFF", "nobody answers");
        plant("p1", "counted", old -> old.get(0).startsWith("p0=") ? List.of("p0=1-2", "0") : old);
        Findings found = judge();
        assertEquals(1, found.closedAlive());
        assertEquals(1, found.lostOfClosed());
    }

    @Test
    @DisplayName("a stand-still is found, during the cut and after the heal, but for what a process was starved of")
    void findsAStandStill() {
        plant("p2", "shown", old -> made(old) > 6_500 && made(old) < 8_000 ? List.of() : old);
        Findings found = judge();
        assertEquals(1_500 * MILLI, found.frozenAfterHeal());
        says(found, "stood still after the heal: p2 for 1500 ms");
        CutCourse together = new CutCourse(
                COURSE.cutAt(), COURSE.healAt(), COURSE.until(), true, Set.of("p0", "p1", "p2"), Set.of());
        List<CutHistory> all = lines.entrySet().stream()
                .map(each -> new CutHistory(each.getKey(), true, each.getValue()))
                .toList();
        assertEquals(3_300 * MILLI, CutJudge.judge(all, together).frozenMajority());
        add("p1", 7_000, "starved", String.valueOf(6_600 * MILLI));
        assertEquals(1_100 * MILLI, judge().frozenAfterHeal());
        assertEquals(400 * MILLI, judge().starved());
    }

    private static long made(List<String> words) {
        List<HistoryPlace> path = CutHistory.path(words.get(0));
        return path.get(path.size() - 1).made() / MILLI;
    }

    @Test
    @DisplayName("whoever never moves again stands still until the end")
    void findsOneThatStops() {
        plant("p2", "shown", old -> made(old) > 5_900 ? List.of() : old);
        assertEquals((END - 6_000) * MILLI, judge().frozenAfterHeal());
    }

    @Test
    @DisplayName("a stateAge that is not what a player lost is found, and so is one that was never told")
    void findsAWrongAge() {
        plant("p0", "resumed", old -> List.of("0", "2"));
        says(judge(), "p0 was told 0 ms and lost 1050");
        plant("p0", "resumed", old -> List.of());
        assertEquals(1, judge().stateAgeWrong());
        plant("p0", "resumed", old -> List.of("x"));
        plant("p2", "resumed", old -> List.of("" + 150 * MILLI, "2"));
        assertEquals(2, judge().stateAgeWrong());
    }

    @Test
    @DisplayName("what is gone is told by where two histories part, however often each was taken over")
    void comparesHistories() {
        List<HistoryPlace> shown =
                List.of(new HistoryPlace("a", 100), new HistoryPlace("b", 150), new HistoryPlace("c", 180));
        assertEquals(
                0,
                Ages.gone(
                        shown,
                        List.of(new HistoryPlace("a", 100), new HistoryPlace("b", 150), new HistoryPlace("c", 200)),
                        0));
        assertEquals(
                0,
                Ages.gone(
                        shown,
                        List.of(
                                new HistoryPlace("a", 100),
                                new HistoryPlace("b", 150),
                                new HistoryPlace("c", 180),
                                new HistoryPlace("d", 190)),
                        0));
        assertEquals(80, Ages.gone(shown, List.of(new HistoryPlace("a", 100), new HistoryPlace("d", 190)), 0));
        assertEquals(90, Ages.gone(shown, List.of(new HistoryPlace("a", 90), new HistoryPlace("d", 190)), 0));
        assertEquals(180, Ages.gone(shown, List.of(new HistoryPlace("z", 190)), 0), "begun anew with nothing");
    }

    @Test
    @DisplayName("nobody, or two, that serve at the end are told")
    void tellsOfServers() {
        plant("p2", "sent", old -> List.of("3", "3", "PLAYING", "true"));
        says(judge(), "2 serve at the end");
    }
}
