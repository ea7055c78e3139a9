package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GameInfoTest {

    @Test
    void doesNotChangeWithTheMapItWasMadeFrom() {
        Map<String, String> facts = new HashMap<>(Map.of("map", "tea room"));
        GameInfo info = new GameInfo("id", "box", 1, 8, true, "ann", false, 1, facts);
        facts.put("map", "kitchen");
        assertEquals(Map.of("map", "tea room"), info.attributes());
        assertThrows(
                UnsupportedOperationException.class, () -> info.attributes().clear());
    }

    @Test
    void refusesNulls() {
        assertThrows(NullPointerException.class, () -> new GameInfo("id", "box", 1, 8, true, "ann", false, 1, null));
    }
}
