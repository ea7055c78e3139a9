package org.gamenet.rgs.bench.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SharedClockTest {

    @Test
    void takesAnAnswerBetweenQuestionAndHearing() {
        assertDoesNotThrow(() -> SharedClock.requireBetween(100, 100, 100, "child"));
        assertDoesNotThrow(
                () -> SharedClock.requireBetween(Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, "child"));
    }

    @Test
    void refusesAClockThatIsAnother() {
        assertThrows(IllegalStateException.class, () -> SharedClock.requireBetween(100, 99, 200, "child"));
        assertThrows(IllegalStateException.class, () -> SharedClock.requireBetween(100, 201, 200, "child"));
    }
}
