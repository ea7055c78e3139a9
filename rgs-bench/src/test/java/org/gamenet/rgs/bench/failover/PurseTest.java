package org.gamenet.rgs.bench.failover;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PurseTest {

    @Test
    void holdsAllWhenEveryCoinCameOnce() {
        assertTrue(Purse.EMPTY.holdsAll(0));
        assertTrue(filled(1, 2, 3, 4, 5).holdsAll(5));
    }

    @Test
    void lacksOne() {
        assertFalse(filled(1, 2, 4, 5).holdsAll(5));
    }

    @Test
    void hasOneTwiceAndLacksAnother() {
        assertFalse(filled(1, 2, 2, 4, 5).holdsAll(5));
    }

    @Test
    void isNotFooledByTwoErrorsWithTheSameSum() {
        assertFalse(filled(1, 1, 4, 4, 5).holdsAll(5));
    }

    @Test
    void noticesOrderedCoinsOutOfOrder() {
        assertFalse(filled(1, 3, 2).holdsAll(3));
        assertTrue(filled(1, 3).with(new Coin(2, false)).holdsAll(3), "an unordered one may be late");
    }

    private static Purse filled(int... numbers) {
        return IntStream.of(numbers)
                .mapToObj(number -> new Coin(number, true))
                .reduce(Purse.EMPTY, Purse::with, (a, b) -> b);
    }
}
