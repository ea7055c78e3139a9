package org.gamenet.rgs.bench.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void knowsExactlyWhatWasCounted() {
        Random random = new Random(7);
        Tally tally = Tally.none("p1");
        TreeSet<Long> all = new TreeSet<>();
        int twice = 0;
        for (int i = 0; i < 2_000; i++) {
            long number = 1 + random.nextInt(1_500);
            tally = tally.with(number);
            if (!all.add(number)) twice++;
            assertTrue(tally.has(number));
        }
        assertEquals(all.size(), tally.count());
        assertEquals(twice, tally.twice().size());
        for (long number = 0; number <= 1_501; number++) assertEquals(all.contains(number), tally.has(number));
        assertEquals(tally.spans(), Tally.parse(tally.format()).spans());
        List<Span> spans = tally.spans();
        for (int i = 1; i < spans.size(); i++)
            assertTrue(spans.get(i - 1).to() + 1 < spans.get(i).from(), spans.toString());
        assertFalse(Tally.parse(Tally.none("p2").format()).has(1));
    }
}
