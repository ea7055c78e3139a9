package org.gamenet.rgs.core.session.entry;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RivalsTest {
    private static final long MILLI = 1_000_000;
    private static final MemberId ELDER = new MemberId(1, new Incarnation(1, 1));
    private static final MemberId YOUNGER = new MemberId(2, new Incarnation(1, 2));

    private final Rivals rivals = new Rivals();

    private boolean waits(MemberId me, long millis) {
        return rivals.letsGoFirst(me, millis * MILLI, member -> false);
    }

    @Test
    @DisplayName(
            "P57 of two that ask for votes at the same time the later lets the other go first, 0.3 s for each number of it")
    void letsGoFirst() {
        assertFalse(waits(YOUNGER, 10), "nobody has asked");
        rivals.asks(ELDER, new Epoch(7, 1), 10 * MILLI);
        assertTrue(waits(YOUNGER, 1_000));
        rivals.asks(ELDER, new Epoch(7, 1), 1_100 * MILLI);
        assertTrue(waits(YOUNGER, 1_299));
        assertFalse(waits(YOUNGER, 1_300), "the same number again gives it no more");
        assertFalse(waits(YOUNGER, 1_400));
        rivals.asks(ELDER, new Epoch(8, 1), 1_500 * MILLI);
        assertTrue(waits(YOUNGER, 1_600));
    }

    @Test
    @DisplayName("P57 the earlier waits for nobody, and nobody for one that is dead or has not asked for 3 s")
    void waitsForNobody() {
        rivals.asks(YOUNGER, new Epoch(7, 1), 10 * MILLI);
        assertFalse(waits(ELDER, 20));
        rivals.asks(ELDER, new Epoch(8, 1), 10 * MILLI);
        assertFalse(rivals.letsGoFirst(YOUNGER, 20 * MILLI, ELDER::equals));
        assertFalse(waits(YOUNGER, 3_011));
    }
}
