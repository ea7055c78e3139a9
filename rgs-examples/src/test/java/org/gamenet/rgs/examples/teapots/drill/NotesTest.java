package org.gamenet.rgs.examples.teapots.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NotesTest {
    private final Notes notes = new Notes();

    @Test
    void knowsWhoServes() {
        assertFalse(notes.serves("spare"));
        notes.add("spare", new Report.Self(1, "s#1"));
        assertFalse(notes.serves("spare"));
        notes.add("spare", new Report.Role(2, "ACTIVE_ALONE"));
        notes.add("spare", new Report.Frozen(3, "a cut"));
        assertTrue(notes.serves("spare"));
        notes.add("spare", new Report.Closed(4, "CUT_OFF", "another serves"));
        assertFalse(notes.serves("spare"));
        notes.add("spare", new Report.Role(5, "ACTIVE_BACKED_UP"));
        notes.add("spare", new Report.Self(6, "s#2"));
        assertFalse(notes.serves("spare"), "the next session of a process does not serve because the last one did");
        assertEquals("s#2", notes.peer("spare"));
    }

    @Test
    void turnsAPageAtEachDeathAndKeepsWorldsAndReadingsOutOfIt() {
        Report.Frozen frozen = new Report.Frozen(9, "closed");
        notes.add("ann", new Report.Joined(1, "ann#1"));
        notes.turnPage();
        notes.add("ann", new Report.Shown(2, 1, Map.of()));
        notes.add("ann", frozen);
        assertEquals(List.of(new Timeline.Heard("ann", frozen)), notes.page());
        assertEquals(3, notes.all("ann").size());
        assertEquals(Optional.of(frozen), notes.latest("ann", Report.Frozen.class));
        assertEquals(1, notes.count("ann", Report.Frozen.class));
        assertEquals(Optional.empty(), notes.latest("bob", Report.Frozen.class));
    }
}
