package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TotalityTest {

    @Test
    @DisplayName("S20 whatever is heard in whatever state, nothing is thrown, no promise goes back, and what "
            + "comes of it is what model/totality.txt says")
    void takesAnything() throws IOException {
        Totality totality = new Totality();
        assertEquals(Pairs.states(), totality.states(), "a state of which there is no example");
        assertEquals(Pairs.events(), totality.events(), "an event of which there is no example");
        Map<String, Map<String, Integer>> met = totality.met();
        assertEquals(
                List.of(),
                met.entrySet().stream()
                        .flatMap(m -> m.getValue().keySet().stream()
                                .filter(o -> o.startsWith("wrong"))
                                .map(o -> m.getKey() + " " + o))
                        .toList());
        int tried = met.values().stream()
                .flatMap(m -> m.values().stream())
                .mapToInt(n -> n)
                .sum();
        assertTrue(tried > 50_000, "only " + tried);
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(Path.of("src/test/resources/model/totality.txt"), Totality.text(met));
        else assertEquals(Optional.empty(), Totality.differ(met), "rewrite it with -Drgs.rewrite=true, and read it");
    }
}
