package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.processes.Checker.Verdict;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The checker of the processes can find fault. */
class CheckerTest {
    @Test
    @DisplayName(
            "the checker sees two servers of an epoch, a player that is lost, a request that counts twice, and two orders")
    void findsFault() {
        History one = new History(
                "p0",
                lines(
                        "phase PLAYING 1",
                        "serves 1",
                        "turn 1 1 1",
                        "turn 2 1 1",
                        "gap 2 2 after 2",
                        "stands q 1 PLAYING true 3 1=3,2=2 2"));
        History other = new History(
                "p1",
                lines(
                        "phase PLAYING 2",
                        "serves 1",
                        "turn 2 1 1",
                        "turn 1 1 1",
                        "stands q 2 PLAYING false 1 1=3,2=2 2"));
        History lost = new History("p2", lines("phase PLAYING 3", "closed CRASHED why"));
        Verdict verdict = Checker.check(List.of(one, other, lost), Set.of(), "q");
        names(
                verdict.broken(),
                "epoch 1 was served by p0 and p1",
                "p0 and p1 heard turns in two orders",
                "was asked by p1 for 2");
        names(verdict.missing(), "p2 lives and is closed", "p2 does not say", "asked 1 times");
    }

    private static void names(List<String> faults, String... all) {
        for (String what : all) assertTrue(String.join("\n", faults).contains(what), what + " is not among\n" + faults);
    }

    @Test
    @DisplayName("the checker finds nothing wrong with two that played as they should")
    void findsNone() {
        assertEquals(
                new Verdict(List.of(), List.of()),
                Checker.check(
                        List.of(
                                new History(
                                        "p0",
                                        lines(
                                                "phase PLAYING 1",
                                                "serves 1",
                                                "turn 1 1 1",
                                                "stands q 1 PLAYING true 3 1=3,2=2 2")),
                                new History(
                                        "p1",
                                        lines(
                                                "phase PLAYING 2",
                                                "turn 1 1 1",
                                                "stands q 2 PLAYING false 2 1=3,2=2 2"))),
                        Set.of(),
                        "q"));
    }

    @Test
    @DisplayName(
            "who went on from the state of others may hear again what it had heard while nobody followed it, and nothing twice since")
    void forgivesWhatIsVoid() {
        History one = new History(
                "p0", lines("phase PLAYING 1", "turn 1 1 2", "turn 2 1 2", "stands q 1 PLAYING true 1 1=1,2=1 2"));
        List<String> deposed =
                List.of("phase PLAYING 2", "turn 2 1 1", "turn 1 1 1", "reloaded 2", "turn 1 1 2", "turn 2 1 2");
        String end = "stands q 2 PLAYING false 1 1=1,2=1 2";
        assertEquals(
                List.of(),
                Checker.check(List.of(one, new History("p1", lines(with(deposed, end)))), Set.of(), "q")
                        .broken());
        names(
                Checker.check(List.of(one, new History("p1", lines(with(deposed, "turn 2 1 2", end)))), Set.of(), "q")
                        .broken(),
                "p0 and p1 heard turns");
    }

    private static String[] with(List<String> lines, String... more) {
        return Stream.concat(lines.stream(), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    @DisplayName("a busy machine excuses what is late, and never what is broken")
    void excuses() {
        List<String> excuses = List.of("p1 stood still for 900 ms");
        Verdict late = new Verdict(List.of(), List.of("p2 does not say how it stands"));
        assertThrows(TestAbortedException.class, () -> Trial.judge(late, excuses, "story"));
        assertThrows(AssertionError.class, () -> Trial.judge(late, List.of(), "story"));
        assertThrows(
                AssertionError.class,
                () -> Trial.judge(new Verdict(List.of("two served"), List.of()), excuses, "story"));
        assertDoesNotThrow(() -> Trial.judge(new Verdict(List.of(), List.of()), List.of(), "story"));
    }

    private static List<List<String>> lines(String... lines) {
        return List.of(lines).stream().map(line -> List.of(line.split(" "))).toList();
    }
}
