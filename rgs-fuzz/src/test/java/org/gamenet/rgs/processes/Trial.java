package org.gamenet.rgs.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * Plays a drill and judges it. What must never be is red on any machine; what is merely late is not, where the machine
 * was busy.
 */
final class Trial {
    /** The faults that are done to the game. */
    interface Faults {
        void happen(Drill drill) throws IOException, InterruptedException;
    }

    private Trial() {}

    /** For its histories, which stay there until the next time. */
    static Path folder(String name) throws IOException {
        Path folder = Path.of("target", "drills", name);
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path each : old.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
            }
        }
        return Files.createDirectories(folder);
    }

    static void of(Drill drill, Faults faults) throws IOException, InterruptedException {
        Checker.Verdict verdict;
        try {
            drill.assemble();
            faults.happen(drill);
            verdict = drill.end();
        } catch (Drill.WaitedInVain late) {
            verdict = new Checker.Verdict(drill.verdict().broken(), List.of(late.getMessage()));
        }
        System.out.println(drill.story());
        try {
            judge(verdict, drill.excuses(), drill.story());
        } catch (TestAbortedException busy) {
            System.out.println("A DRILL OF REAL PROCESSES WAS NOT JUDGED: " + busy.getMessage());
            throw busy;
        }
    }

    static void judge(Checker.Verdict verdict, List<String> excuses, String story) {
        assertEquals(List.of(), verdict.broken(), story);
        if (verdict.missing().isEmpty()) return;
        assertTrue(!excuses.isEmpty(), () -> story + "\n" + String.join("\n", verdict.missing()));
        throw new TestAbortedException("the machine was too busy: " + excuses + "; " + verdict.missing());
    }
}
