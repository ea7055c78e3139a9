package org.gamenet.rgs.examples.teapots.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MetronomeTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void beatsSixtyTimesASecondHoweverOftenItIsAsked() {
        Metronome metronome = new Metronome();
        int ticks = metronome.due(-5 * SECOND);
        for (long now = -5 * SECOND; now <= 5 * SECOND; now += 7_000_000) ticks += metronome.due(now);
        assertEquals(599, ticks, 1);
    }

    @Test
    void catchesUpALittleAndForgivesALot() {
        Metronome metronome = new Metronome();
        metronome.due(0);
        assertEquals(6, metronome.due(SECOND / 10 + 1_000));
        assertEquals(15, metronome.due(60 * SECOND), "a process that was stopped does not play the last minute");
        assertEquals(0, metronome.due(60 * SECOND + 1_000_000));
    }

    @Test
    void doesNotCountRests() {
        Metronome metronome = new Metronome();
        metronome.due(0);
        metronome.rest(SECOND);
        assertEquals(0, metronome.due(2 * SECOND));
        assertEquals(1, metronome.due(2 * SECOND + 17_000_000));
    }
}
