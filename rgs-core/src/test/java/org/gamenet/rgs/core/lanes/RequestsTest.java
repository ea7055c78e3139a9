package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.ordering.Marks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the requests that a takeover loses are counted:")
class RequestsTest {
    private final SendQueue outbox = new SendQueue(1_000, () -> {});

    private void add(Requests requests) {
        OutgoingMessage message = new OutgoingMessage(
                OutgoingMessage.To.SERVER, 0, Delivery.RELIABLE_ORDERED, 1, new byte[] {1}, 0, null);
        requests.add(new SharedMessage(message, outbox));
    }

    @Test
    @DisplayName("of a player that has been in for ever, and a server that keeps no state, in no time")
    void countsWithoutWalking() {
        Requests requests = new Requests(3);
        long many = 1L << 50;
        requests.open().begin(many + 1);
        for (int i = 0; i < 5; i++) add(requests);
        requests.taken(many + 5, 0);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertEquals(many + 2, requests.lost(Marks.NONE), "three are kept");
            requests.rebase(Marks.NONE);
            assertEquals(0, requests.lost(Marks.NONE), "they were counted");
            requests.taken(many + 5, 0);
            add(requests);
            requests.taken(many + 6, 0);
            assertEquals(1, requests.lost(Marks.NONE), "one more fell out");
        });
    }

    @Test
    @DisplayName("each once, whatever is kept and contained")
    void countsEachOnce() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Requests requests = new Requests(1 + random.nextInt(6));
            // The requests that were neither here nor contained when the game went on from another state last.
            Set<Long> gone = Set.of();
            for (int step = 0; step < 12; step++) {
                for (int i = random.nextInt(5); i > 0; i--) add(requests);
                requests.taken(random.nextInt((int) requests.open().next()), 0);
                Marks base = marks(random, requests.open().next() + 2);
                Set<Long> lacking = new TreeSet<>();
                long[] held = requests.held();
                for (long number = 1; number < requests.open().next(); number++)
                    if (!base.contains(number) && Arrays.binarySearch(held, number) < 0) lacking.add(number);
                long lost =
                        lacking.stream().filter(Predicate.not(gone::contains)).count();
                assertEquals(lost, requests.lost(base), "seed " + seed);
                if (random.nextBoolean()) continue;
                requests.rebase(base);
                gone = lacking;
            }
        }
    }

    private static Marks marks(Random random, long most) {
        Marks marks = Marks.NONE;
        for (long number = 1; number < most; number++) if (random.nextInt(4) > 0) marks = marks.with(number);
        return marks;
    }
}
