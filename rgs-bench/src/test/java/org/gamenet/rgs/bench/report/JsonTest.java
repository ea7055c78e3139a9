package org.gamenet.rgs.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesMembersInTheirOrder() {
        assertEquals(
                "{\"b\":1,\"a\":true,\"c\":{},\"d\":[\"x\",{\"y\":2}]}",
                new Json()
                        .put("b", 1)
                        .put("a", true)
                        .put("c", new Json())
                        .put("d", List.of("x", new Json().put("y", 2)))
                        .toString());
    }

    @Test
    void escapesWhatTextMayHold() {
        assertEquals(
                "{\"a\\\"b\":\"back\\\\slash \\\"quoted\\\"\\n\\r\\t\\u0001 \\ud800 ü\"}",
                new Json()
                        .put("a\"b", "back\\slash \"quoted\"\n\r\t\u0001 \ud800 ü")
                        .toString());
    }

    @Test
    void writesRealNumbersAlikeInEveryCountryAndNoNumberAsNull() {
        assertEquals(
                "{\"a\":0.500,\"b\":null,\"c\":null,\"d\":1234567.891}",
                new Json()
                        .put("a", 0.5)
                        .put("b", Double.NaN)
                        .put("c", Double.POSITIVE_INFINITY)
                        .put("d", 1234567.8912)
                        .toString());
    }

    @Test
    void refusesANameTwice() {
        Json json = new Json().put("a", 1);
        assertThrows(IllegalArgumentException.class, () -> json.put("a", 2));
        assertThrows(IllegalArgumentException.class, () -> json.putAll(new Json().put("a", 2)));
    }
}
