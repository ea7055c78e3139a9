package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orders that agree, and orders that do not, where one of two comes to serve with a state that it restored. */
class OrderBookTest {
    @Test
    @DisplayName("P40 what comes again to a new server is a tail of what it was told; anything else is another order")
    void comesAgain() {
        assertEquals(List.of(), orders(false, 2, 3, 4));
        assertEquals(List.of(), orders(false, 4), "nothing came again");
        assertEquals(List.of(), orders(false, 1, 2, 3, 4));
        assertFalse(orders(false, 2, 4).isEmpty(), "not to the end");
        assertFalse(orders(false, 1, 3, 4).isEmpty(), "one is missing");
        assertFalse(orders(false, 3, 2, 4).isEmpty(), "another order");
        assertFalse(orders(false, 2, 3).isEmpty(), "what is new is missing");
    }

    @Test
    @DisplayName("P40 a spare was told of none of it: what comes again to it has no place in the order")
    void comesToSpare() {
        assertEquals(List.of(), orders(true, 2, 3));
    }

    /** Two are told 1 to 3 in the first epoch, the second one goes on with these, and both are told 9 in the next. */
    private static List<String> orders(boolean spare, long... since) {
        OrderBook book = new OrderBook();
        OrderBook.Reader other = book.reader("other", () -> 7);
        OrderBook.Reader server = book.reader("server", () -> 8);
        other.begin(1, false);
        server.begin(1, false);
        for (long number = 1; number <= 3; number++) {
            other.add(1, 1, item(number));
            if (!spare) server.add(1, 1, item(number));
        }
        other.freeze();
        server.freeze();
        if (!spare) other.add(1, 1, item(4));
        server.restored();
        for (long number : since) server.add(1, 1, item(number));
        server.forgetWhatCameAgain(2, spare);
        for (OrderBook.Reader each : List.of(other, server)) {
            each.resume(2);
            each.add(2, 1, item(9));
        }
        return book.check();
    }

    private static long item(long number) {
        return OrderBook.item('T', 3, number);
    }
}
