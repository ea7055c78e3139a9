package org.gamenet.rgs.core.session.rehearsal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.gamenet.rgs.core.directory.memory.LinesInMemory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    @Test
    @DisplayName("a rehearsed takeover reaches its end: a machine that no longer goes this way fails it")
    void reachesItsEnd() {
        assertDoesNotThrow(() -> Rehearsal.run(3, clock -> new LinesInMemory(clock)::open, () -> true));
    }
}
