package org.gamenet.rgs.bench.failover;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChestTest {
    private static final int BYTES = 1024;

    @Test
    void isWholeAsItWasMade() {
        assertTrue(new Chest(7, 0, 0, Map.of(), Chest.body(7, BYTES)).whole(BYTES));
    }

    @Test
    void noticesABodyOfAnotherStepOrSize() {
        assertFalse(new Chest(7, 0, 0, Map.of(), Chest.body(8, BYTES)).whole(BYTES));
        assertFalse(new Chest(7, 0, 0, Map.of(), Chest.body(7, BYTES - 1)).whole(BYTES));
    }

    @Test
    void noticesAFragmentOfAnotherState() {
        byte[] body = Chest.body(7, BYTES);
        System.arraycopy(Chest.body(6, BYTES), 512, body, 512, 256);
        assertFalse(new Chest(7, 0, 0, Map.of(), body).whole(BYTES));
    }
}
