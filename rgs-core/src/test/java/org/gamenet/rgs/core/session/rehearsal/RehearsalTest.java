package org.gamenet.rgs.core.session.rehearsal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.gamenet.rgs.core.directory.memory.LinesInMemory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    @Test
    @DisplayName("a rehearsed takeover reaches its end: a machine that no longer goes this way fails it")
    void reachesItsEnd() {
        assertDoesNotThrow(() -> Rehearsal.run(0, 3, clock -> new LinesInMemory(clock)::open, () -> true));
    }

    @Test
    @DisplayName("a rehearsal that is broken off counts what was played to its end, and the next one goes on there")
    void goesOnWhereItEnded() {
        AtomicInteger asked = new AtomicInteger();
        assertEquals(
                0, Rehearsal.run(0, 2, clock -> new LinesInMemory(clock)::open, () -> asked.incrementAndGet() < 3));
        assertEquals(1, Rehearsal.run(1, 2, clock -> new LinesInMemory(clock)::open, () -> false));
        assertEquals(2, Rehearsal.run(1, 2, clock -> new LinesInMemory(clock)::open, () -> true));
    }
}
