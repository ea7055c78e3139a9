package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The events that a new server is told after restoreState: each check is shown some that it must not let through. */
class ReplaysTest {
    private static final long ME = 7;
    private static final long SENDER = 3;
    private static final Epoch FIRST = new Epoch(1, 11);

    @Test
    @DisplayName(
            "P40 a new server hears all that the state lacks which it restored, comings and goings too, in order, and then "
                    + "what is new")
    void hearsWhatTheStateLacks() {
        List<String> names = List.of("T1", "J5", "T2", "L5", "T3", "T4");
        assertEquals(List.of(), hears(names, "T2", "L5", "T3", "T4"));
        assertFalse(hears(names, "T2", "T3", "T4").isEmpty(), "a going is missing");
        assertFalse(hears(names, "T2", "L5", "T4").isEmpty(), "a turn is missing");
        assertFalse(hears(names, "L5", "T3", "T4").isEmpty(), "not from the place of the state on");
        assertFalse(hears(names, "J5", "T2", "L5", "T3", "T4").isEmpty(), "more than the state lacks");
        assertFalse(hears(names, "L5", "T2", "T3", "T4").isEmpty(), "another order");
        assertFalse(hears(names, "T2", "L5", "T3").isEmpty(), "what is new is missing");
        assertFalse(hears(names, "T2", "L5", "T3", "T4", "L5").isEmpty(), "a going twice");
        assertFalse(hears(names, "T4").isEmpty(), "nothing came again, and the frames are kept for a copy");
        assertEquals(List.of(), hears(names, "T2", "L5", "T3", "T4", "G6"), "a ghost of another package is buried");
    }

    @Test
    @DisplayName("P40 a package that is older than the frames that are kept brings all of it again or nothing")
    void allOrNothing() {
        List<Seen> seen = seen(List.of("T1", "T2", "T3"));
        Replays.Due due = Replays.Due.of(seen, Optional.of(new Position(FIRST, 0)), new Position(FIRST, 2), false);
        List<String> wrong = new ArrayList<>();
        assertEquals(
                List.of(3L),
                Replays.fresh(heard("T3"), due, ME, wrong).stream()
                        .map(h -> number(h.item()))
                        .toList());
        Replays.fresh(heard("T1", "T2", "T3"), due, ME, wrong);
        assertEquals(List.of(), wrong);
        Replays.fresh(heard("T2", "T3"), due, ME, wrong);
        assertEquals(1, wrong.size(), "a part of it");
    }

    @Test
    @DisplayName("P40 a spare was told of everybody who is in; who came and went again comes and goes")
    void spareHears() {
        List<Seen> seen = seen(List.of("J5", "T1", "L5", "J6", "T2"));
        Replays.Due due = Replays.Due.of(seen, Optional.of(new Position(FIRST, 0)), new Position(FIRST, 5), true)
                .toSpare();
        List<String> wrong = new ArrayList<>();
        Replays.fresh(heard("J5", "T1", "L5", "T2"), due, ME, wrong);
        assertEquals(List.of(), wrong);
        Replays.fresh(heard("J5", "T1", "L5", "J6", "T2"), due, ME, wrong);
        assertEquals(1, wrong.size(), "told of twice");
    }

    /** The faults where the state was made after the second of these, the last of which is new. */
    private static List<String> hears(List<String> history, String... told) {
        List<String> wrong = new ArrayList<>();
        Position base = new Position(FIRST, 2);
        Position last = new Position(FIRST, history.size() - 1);
        Replays.fresh(heard(told), Replays.Due.of(seen(history), Optional.of(base), last, true), ME, wrong);
        return wrong;
    }

    private static List<Seen> seen(List<String> names) {
        List<Seen> all = new ArrayList<>();
        for (String name : names) {
            Position at = new Position(FIRST, all.size() + 1);
            int number = name.charAt(1) - '0';
            all.add(
                    switch (name.charAt(0)) {
                        case 'T' -> Seen.turn(at, SENDER, number);
                        case 'J' -> Seen.coming(at, number);
                        default -> Seen.going(at, number, SessionEvent.Left.Why.CRASHED);
                    });
        }
        return all;
    }

    private static List<Replays.Heard> heard(String... names) {
        List<Replays.Heard> all = new ArrayList<>();
        for (String name : names) {
            int number = name.charAt(1) - '0';
            boolean turn = name.charAt(0) == 'T';
            boolean coming = name.charAt(0) == 'J';
            SessionEvent.Left.Why why =
                    name.charAt(0) == 'G' ? SessionEvent.Left.Why.LEFT : SessionEvent.Left.Why.CRASHED;
            long item = turn
                    ? turn(number)
                    : coming ? OrderBook.item('J', number, 0) : OrderBook.item('L', number, why.ordinal());
            char kind = turn ? 'T' : coming ? 'J' : 'L';
            all.add(new Replays.Heard(kind, turn ? SENDER : number, item, 1, 1));
        }
        return all;
    }

    private static long turn(long number) {
        return OrderBook.item('T', SENDER, number);
    }

    private static long number(long item) {
        for (long number = 1; number < 10; number++) if (turn(number) == item) return number;
        return 0;
    }
}
