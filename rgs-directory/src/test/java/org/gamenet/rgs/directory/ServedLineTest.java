package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServedLineTest {
    private static final int AT_ONCE = 1_024;
    private static final long SECOND = 1_000;

    private final ServedLine.Proofs proofs = new ServedLine.Proofs();
    private long now = -5_000_000;

    private void takesAll() {
        for (int n = 0; n < AT_ONCE; n++) assertTrue(proofs.take(now));
        assertFalse(proofs.take(now));
    }

    @Test
    @DisplayName("sessions that come and go one after another on one line are never too many")
    void oneAfterAnother() {
        for (int n = 0; n < 10 * AT_ONCE; n++, now += SECOND) assertTrue(proofs.take(now), "the " + n + "th");
        takesAll();
    }

    @Test
    @DisplayName("S15 a flood of proofs is bounded: so many at once, and ten a second from then on")
    void flood() {
        takesAll();
        for (int tenth = 0; tenth < 100; tenth++) {
            now += SECOND / 10;
            assertTrue(proofs.take(now));
            assertFalse(proofs.take(now));
        }
    }
}
