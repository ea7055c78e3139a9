package org.gamenet.rgs.bench.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutHistoryTest {
    @Test
    void readsWhatWasWrittenButForHalfALine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("p1.diary");
        List<HistoryPlace> path = List.of(new HistoryPlace("p0.1", 5), new HistoryPlace("p1.2", 7));
        try (Diary diary = new Diary(file)) {
            diary.note("closed", "CUT_OFF", "two\nlines\tand a tab");
            diary.note("shown", CutWorld.format(path));
            diary.note("sent", 12, 11, "CLOSED", false);
        }
        Files.writeString(file, "123\tsho", StandardOpenOption.APPEND);
        CutHistory history = CutHistory.read("p1", true, file);
        assertEquals(
                List.of("closed", "shown", "sent"),
                history.lines().stream().map(CutHistory.DiaryLine::kind).toList());
        assertEquals("two lines and a tab", history.last("closed").orElseThrow().word(1));
        assertEquals(path, CutHistory.path(history.last("shown").orElseThrow().word(0)));
        assertEquals(12, history.sent(true));
        assertEquals(11, history.sent(false));
        assertTrue(history.closed());
        assertFalse(history.serves());
    }

    @Test
    void standingsComeBackAsTheyWere() {
        CutReport report = new CutReport("p1", "7", "PLAYING", true, 3, 5, 100, 99, "p1.2", 12, "p0=1,p1=2", "");
        assertEquals(Optional.of(report), CutReport.parse(report.format()));
        assertEquals(Optional.empty(), CutReport.parse("ready"));
        assertEquals(Map.of("p0", 1L, "p1", 2L), CutReport.numbers(report.counted()));
        assertEquals(Map.of(), CutReport.numbers(report.heard()));
    }
}
