package org.gamenet.rgs.core.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Beside a list that is copied each time. */
class KeptEntriesTest {

    private static LogEntry entry(int number) {
        return new LogEntry(new Position(new Epoch(1, 1), number), new EntryBody.Ended("" + number));
    }

    @Test
    @DisplayName("whichever value is continued or shortened, none of the others changes")
    void isAValue() {
        Random random = new Random(1);
        List<KeptEntries> values = new ArrayList<>(List.of(KeptEntries.of(List.of())));
        List<List<LogEntry>> twins = new ArrayList<>(List.of(List.of()));
        for (int i = 0; i < 3_000; i++) {
            // The newest, mostly: what continues an older one must not write over what follows that.
            int which = random.nextInt(4) > 0 ? values.size() - 1 : random.nextInt(values.size());
            List<LogEntry> twin = new ArrayList<>(twins.get(which));
            if (random.nextInt(5) > 0) {
                twin.add(entry(i));
                values.add(values.get(which).with(entry(i)));
            } else {
                int first = random.nextInt(twin.size() + 1);
                values.add(values.get(which).without(first));
                twin.subList(0, first).clear();
            }
            twins.add(List.copyOf(twin));
        }
        assertEquals(twins, values);
        assertEquals(twins.hashCode(), values.hashCode());
    }

    @Test
    @DisplayName("cannot be changed, and knows its ends")
    void isFixed() {
        KeptEntries two = KeptEntries.of(List.of(entry(1), entry(2))).without(1);
        assertEquals(List.of(entry(2)), two);
        assertThrows(UnsupportedOperationException.class, () -> two.add(entry(3)));
        assertThrows(IndexOutOfBoundsException.class, () -> two.get(1));
        assertThrows(IndexOutOfBoundsException.class, () -> two.get(-1));
    }
}
