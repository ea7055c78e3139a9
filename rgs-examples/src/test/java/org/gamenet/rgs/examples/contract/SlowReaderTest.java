package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Incoming;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Left;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One of three reads a tenth of what is sent. */
@ExtendWith(InTavern.class)
class SlowReaderTest {
    private static final long INTERVAL_NANOS = 10_000_000;
    private static final int TENTH = 10;

    private Guest ann;
    private Guest cat;
    private Session slow;

    private void play(Tavern tavern, GameSpec game) {
        ann = tavern.host("ann", game);
        cat = tavern.join("cat", ann);
        slow = tavern.player("bob").join(ann.session.game());
        slow.state(Count.class, Guest.counting(slow));
        tavern.until("the slow one plays", () -> {
            slow.recv();
            return slow.phase() == Phase.PLAYING && slow.stats().queued() == 0;
        });
    }

    private static int median(List<Integer> of) {
        assertFalse(of.isEmpty(), "nothing was read");
        List<Integer> sorted = new ArrayList<>(of);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    @Test
    @DisplayName(
            "UNRELIABLE_SEQUENCED: whoever reads a tenth of it reads the newest, or the one before it; the others most of it")
    void sequenced(Tavern tavern) {
        play(tavern, Tavern.game());
        List<Integer> behind = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < 200; i++) {
            ann.session.send(new Blob(i, new byte[1_000]), Delivery.UNRELIABLE_SEQUENCED);
            LockSupport.parkNanos(INTERVAL_NANOS);
            tavern.update();
            most = Math.max(most, slow.stats().queued());
            if (i % TENTH != TENTH - 1) continue;
            Incoming read = slow.recv();
            if (read != null && read.body() instanceof Blob blob) behind.add(i - blob.number());
        }
        assertTrue(median(behind) < 2, () -> "behind the newest by " + behind);
        assertTrue(most <= 3, most + " waited for the slow one");
        assertTrue(cat.all(Blob.class).size() > 100, cat.all(Blob.class).size() + " of 200 reached the quick one");
        assertFalse(ann.story().stream().anyMatch(word -> word.startsWith("Left")), "nobody is put out for that");
    }

    @Test
    @DisplayName("UNRELIABLE: what the slow one has no room for is dropped and counted; nobody is put out")
    void unreliable(Tavern tavern) {
        play(tavern, Tavern.game());
        int bound = (int) Limit.RECEIVE_MESSAGES.byDefault();
        int[] sent = {0};
        // An unreliable message may be lost on its way, too: they are sent until more have come than the slow one has
        // room
        // for.
        tavern.until("the quick one is served", () -> {
            for (int i = 0; i < 20; i++) ann.session.send(new Blob(sent[0]++, new byte[100]), Delivery.UNRELIABLE);
            if (sent[0] % (20 * TENTH) == 0) slow.recv();
            return sent[0] > 3 * bound && cat.all(Blob.class).size() > 2 * bound;
        });
        assertTrue(slow.stats().queued() <= bound + 16, slow.stats().queued() + " wait");
        assertEquals(Phase.PLAYING, slow.phase());
        assertFalse(ann.story().stream().anyMatch(word -> word.startsWith("Left")));
    }

    @Test
    @DisplayName(
            "HD9 RELIABLE_ORDERED: the slow one's backlog is bounded, then it alone is CRASHED; the others are as quick as before")
    void reliable(Tavern tavern) {
        play(tavern, Tavern.game().suspectAfter(Duration.ofSeconds(2)));
        int[] sent = {0};
        int[] full = {0};
        int[] most = {0};
        int[] lag = {0};
        tavern.until("the slow one is put out", Duration.ofSeconds(60), () -> {
            for (int i = 0; i < TENTH; i++) {
                try {
                    ann.session.send(new Blob(sent[0]++, new byte[500]), Delivery.RELIABLE_ORDERED);
                } catch (RgsException refused) {
                    assertEquals(Reason.QUEUE_FULL, refused.reason());
                    full[0]++;
                }
            }
            slow.recv();
            most[0] = Math.max(most[0], slow.stats().queued());
            lag[0] = Math.max(lag[0], sent[0] - full[0] - cat.all(Blob.class).size());
            return cat.peers(Left.class).contains(slow.self());
        });
        assertEquals(Left.Why.CRASHED, cat.all(Left.class).get(0).why());
        assertEquals(1, cat.all(Left.class).size(), "it alone");
        assertTrue(most[0] <= Limit.RECEIVE_MESSAGES.byDefault() + 16, most[0] + " waited");
        int goal = sent[0] - full[0];
        assertTrue(lag[0] < goal / 2, "of " + goal + " the quick one lacked up to " + lag[0]);
        tavern.until("the quick one has them all", () -> cat.all(Blob.class).size() >= goal);
        assertEquals(goal, cat.all(Blob.class).size());
        assertEquals(Phase.PLAYING, cat.session.phase());
        assertFalse(cat.story().contains("Frozen"));
        tavern.until("the slow one reads on, and learns of it", () -> {
            Incoming item = slow.recv();
            return item != null
                    && (item.body() instanceof Closed || item.body() instanceof org.gamenet.rgs.SessionEvent.Frozen);
        });
    }
}
