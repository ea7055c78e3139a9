package org.gamenet.rgs.core.detection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.detection.FailureDetector.Application;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a detector asks to be woken while the game stands still: neither late for a dial, nor for nothing. */
class DetectorWakesTest {
    private static final long MS = 1_000_000;
    private static final MemberId BOB = id(3);
    private static final Epoch FIRST = new Epoch(1, 11);
    private static final Position END = new Position(FIRST, 4);

    private long now;
    private long unread;
    private final FailureDetector detector =
            new FailureDetector(id(1), Timing.ofMillis(1_000), false, nanos -> nanos / 1e9);

    private static MemberId id(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }

    /** Collects the members: their silence is not told, and the game stands still. */
    private void collects() {
        detector.situation(
                new Situation(Optional.empty(), false, FIRST, true, false, List.of(id(2), BOB), END, END), now);
    }

    private List<Finding> tick() {
        List<Finding> found = new ArrayList<>(detector.wake(now, now / MS));
        found.addAll(detector.check(now, unread, Application.IDLE));
        return found;
    }

    /** Looks only when it asked for it, until this member is dialled; when that is, in nanoseconds. */
    private long dialledAt(MemberId member) {
        for (int i = 0; i < 100; i++) {
            if (tick().contains(new Finding.Dial(member))) return now;
            now = Math.max(now, detector.nextAt(now));
        }
        throw new AssertionError(member + " is not dialled");
    }

    @Test
    @DisplayName(
            "while the game stands still it asks to be woken for the dial of a member that gives no sign, and for the "
                    + "next one of a member out of reach")
    void asksToBeWokenForDials() {
        collects();
        tick();
        now = 17 * MS;
        detector.sign(BOB, now);
        detector.hear(BOB, FIRST, new Signal.Echo(FIRST, 1, END, false, false), now);
        assertEquals(317 * MS + 1, dialledAt(BOB));
        now += 3 * MS;
        detector.dialled(BOB, Probe.SILENT, now);
        long silentAt = now;
        assertEquals(silentAt + Timing.ofMillis(1_000).unheard(), dialledAt(BOB));
    }

    @Test
    @DisplayName("P37 a member whose frames arrive, and that echoes nothing, is dialled while its answer is waited for")
    void dialsWhoeverHearsNothing() {
        collects();
        tick();
        for (now = 50 * MS; now <= 250 * MS; now += 50 * MS) detector.sign(BOB, now);
        assertEquals(300 * MS + 1, dialledAt(BOB));
    }

    @Test
    @DisplayName("while it reads nothing it is not awake for the dial of a silent member")
    void sleepsWhileNothingIsRead() {
        collects();
        for (int i = 0; i < 100; i++) {
            now += 10 * MS;
            unread += 10 * MS;
            tick();
            assertTrue(detector.nextAt(now) > now, "awake for nothing");
        }
    }
}
