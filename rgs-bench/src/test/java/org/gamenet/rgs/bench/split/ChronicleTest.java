package org.gamenet.rgs.bench.split;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChronicleTest {
    private final Chronicle chronicle = new Chronicle();

    private void hears(int by, int count, long at) {
        chronicle.heard(new Book.Said(by, count), at);
    }

    @Test
    @DisplayName("what was given within a time, and the longest time without anything, also at its edges")
    void measures() {
        for (int at = 100; at <= 500; at += 100) hears(0, at / 100, at);
        assertEquals(3, chronicle.givenWithin(200, 500));
        assertEquals(100, chronicle.longestGap(100, 500));
        assertEquals(150, chronicle.longestGap(0, 650), "nothing after 500");
        assertEquals(200, chronicle.longestGap(600, 800), "nothing at all");
        assertEquals(60, chronicle.longestGap(440, 520), "from the edge to 500");
    }

    @Test
    @DisplayName(
            "a member whose game only grew has not changed sides; one whose last words are gone has, and is told or not")
    void changesSides() {
        hears(0, 1, 10);
        hears(1, 1, 20);
        chronicle.mark(30);
        hears(0, 2, 40);
        assertFalse(chronicle.changedSides());
        chronicle.happened("frozen", 50);
        chronicle.restore(new Book(new long[] {Book.entry(new Book.Said(0, 1)), Book.entry(new Book.Said(0, 3))}), 60);
        assertTrue(chronicle.changedSides());
        assertFalse(chronicle.wasTold(), "it has not resumed");
        chronicle.happened("resumed", 70);
        assertTrue(chronicle.wasTold());
        assertEquals("0:1 0:3", chronicle.format());
    }

    @Test
    @DisplayName("a state that is given without standing still is not told")
    void tellsNothing() {
        hears(0, 1, 10);
        chronicle.mark(30);
        chronicle.happened("frozen", 31);
        chronicle.happened("resumed", 32);
        chronicle.restore(new Book(new long[0]), 60);
        chronicle.happened("resumed", 70);
        assertTrue(chronicle.changedSides());
        assertFalse(chronicle.wasTold());
        hears(2, 7, 80);
        assertArrayEquals(
                new long[] {Book.entry(new Book.Said(2, 7))}, chronicle.book().entries());
    }
}
