package org.gamenet.rgs.core.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that can happen to a {@link SynchronousWorld}: what was shown is never missing (P48). */
class SynchronousTest {
    private static final int WORLDS_MOST = 5_000_000;

    /** The result of a search. */
    private record Found(int worlds, int takeovers, int shown, Optional<String> wrong, boolean whole) {}

    private static Found search(Set<SynchronousWorld.Fault> faults) {
        Set<SynchronousWorld> known = new HashSet<>();
        Deque<SynchronousWorld> open = new ArrayDeque<>(List.of(SynchronousWorld.begin()));
        known.add(open.peek());
        int takeovers = 0;
        int shown = 0;
        while (!open.isEmpty() && known.size() < WORLDS_MOST) {
            SynchronousWorld world = open.remove();
            if (!world.kept().isEmpty()) takeovers++;
            if (world.kept().keySet().stream().anyMatch(run -> world.shown().getOrDefault(run, 0) > 0)) shown++;
            Optional<String> wrong = world.wrong();
            if (wrong.isPresent()) return new Found(known.size(), takeovers, shown, wrong, false);
            for (SynchronousWorld next : world.next(faults)) if (known.add(next)) open.add(next);
        }
        return new Found(known.size(), takeovers, shown, Optional.empty(), open.isEmpty());
    }

    @Test
    @DisplayName(
            "P48 P47 HG8 of three replicas, whatever happens in three epochs with two deaths, what was shown is never missing")
    void losesNothingThatWasShown() {
        Found found = search(EnumSet.noneOf(SynchronousWorld.Fault.class));
        assertEquals(Optional.empty(), found.wrong());
        assertTrue(found.whole(), "not searched to its end: " + found);
        assertTrue(found.takeovers() > 0 && found.shown() > 0, "nothing happened: " + found);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("P48 P47 P49 without any one of these rules something that was shown is lost")
    void losesItWithout(SynchronousWorld.Fault fault) {
        Found found = search(EnumSet.of(fault));
        assertFalse(found.wrong().isEmpty(), fault + " is missed by nothing: " + found);
    }
}
