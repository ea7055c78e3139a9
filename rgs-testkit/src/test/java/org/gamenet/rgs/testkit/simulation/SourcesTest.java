package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourcesTest {

    @Test
    @DisplayName("other sources, other seeds; the same sources, the same seeds, whatever ends their lines")
    void beginsWhereTheSourcesSay() {
        long first = Sources.firstSeed(List.of(Map.of("A.java", "a\nb\n", "B.java", "c")));
        assertEquals(first, Sources.firstSeed(List.of(Map.of("B.java", "c", "A.java", "a\r\nb\r\n"))));
        assertNotEquals(first, Sources.firstSeed(List.of(Map.of("A.java", "a\nb\n", "B.java", "d"))));
        assertNotEquals(first, Sources.firstSeed(List.of(Map.of("A.java", "a\nb\n", "C.java", "c"))));
    }
}
