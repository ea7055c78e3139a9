package org.gamenet.rgs.bench.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CutStoryTest {
    @Test
    void drawsEveryCutFromTheSeed() {
        Set<Set<Integer>> sides = new HashSet<>();
        Set<Boolean> ways = new HashSet<>();
        for (long seed = 1; seed <= 2_000; seed++) {
            Cut cut = CutStory.any.draw(seed, (int) (seed % 2), 20_000);
            assertEquals(cut, CutStory.any.draw(seed, (int) (seed % 2), 20_000));
            assertFalse(cut.from().isEmpty() || cut.to().isEmpty());
            assertTrue(cut.millis() >= 500 && cut.millis() <= 20_000);
            List<Integer> one =
                    cut.from().stream().filter(each -> each != Cut.SPARE).toList();
            assertEquals(seed % 2 == 0 ? 6 : 7, cut.from().size() + cut.to().size());
            sides.add(Set.copyOf(one));
            ways.add(cut.bothWays());
        }
        assertEquals(62, sides.size(), "every subset of five players and a directory, but for none and all");
        assertEquals(2, ways.size());
    }

    @Test
    void knowsWhoIsTogether() {
        Cut n1 = CutStory.n1.draw(1, 1, 0);
        assertEquals(Set.of("p0", "p1", "p2", "p3"), n1.together());
        assertEquals(Set.of(), n1.orphans());
        Cut mute = CutStory.mute.draw(1, 0, 0);
        assertEquals(Set.of(), mute.together());
        assertEquals(Set.of("p1", "p2", "p3", "p4"), mute.orphans());
        assertFalse(mute.parts(0, Cut.DIRECTORY));
        Cut unheard = new Cut(0, List.of(0, Cut.DIRECTORY), List.of(1, 2, 3, 4), false, 5_000);
        assertEquals(Set.of(), unheard.orphans(), "nobody can tell them who is to serve");
        assertEquals("{p0} -/-> {p1,p2,p3,p4}, 1.96 s", mute.toString());
        assertEquals("{p2} -/-> {p0,p1,p3,p4}, 1.96 s", mute.servedBy(2).toString());
        assertEquals(Set.of("p0", "p1", "p3", "p4"), mute.servedBy(2).orphans());
    }
}
