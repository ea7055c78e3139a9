package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.ordering.Marks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MarkSetTest {

    @Test
    @DisplayName("P72 marks above what was ever sent are somebody's invention, with gaps below them or without")
    void takesNothingFromAbove() {
        for (Marks told : List.of(new Marks(9, List.of()), new Marks(3, List.of(5L)))) {
            MarkSet known = new MarkSet();
            known.merge(told, 3);
            assertTrue(known.contains(3));
            assertFalse(known.contains(4));
            assertFalse(known.contains(5));
            known.merge(told, 5);
            assertTrue(known.contains(5));
        }
    }

    @Test
    @DisplayName("P72 older marks take nothing back")
    void onlyGrows() {
        MarkSet known = new MarkSet(new Marks(4, List.of(6L)));
        known.merge(new Marks(2, List.of()), 9);
        assertTrue(known.contains(4));
        known.merge(new Marks(5, List.of()), 9);
        assertTrue(known.contains(6));
        assertTrue(known.upTo() == 6);
    }
}
