package org.gamenet.rgs.core.ordering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.gamenet.rgs.core.ordering.PermissionWorld.Fault;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All worlds of a few equals that order by permission (P68 to P70), to their end. */
class PermissionSearchTest {
    private static final int STATES_MAX = 12_000_000;

    /** How many worlds there are, and what is wrong in one of them: the first that is found, with its depth. */
    private record Found(int worlds, String wrong) {}

    private static Found search(PermissionWorld first, Fault fault) {
        Set<PermissionWorld> seen = new HashSet<>(Set.of(first));
        Deque<PermissionWorld> open = new ArrayDeque<>(seen);
        int depth = 0;
        int left = 1;
        while (!open.isEmpty()) {
            if (left-- == 0) {
                depth++;
                left = open.size() - 1;
            }
            PermissionWorld at = open.poll();
            String wrong = at.wrong();
            if (!wrong.isEmpty()) return new Found(seen.size(), "in " + depth + " steps: " + wrong);
            for (PermissionWorld next : at.next(fault)) if (seen.add(next)) open.add(next);
            if (seen.size() > STATES_MAX) return new Found(seen.size(), "too many");
        }
        return new Found(seen.size(), "");
    }

    private static void isSound(PermissionWorld first, int least) {
        Found found = search(first, Fault.NONE);
        assertEquals("", found.wrong);
        assertTrue(found.worlds >= least, "only " + found.worlds);
    }

    @Test
    @DisplayName("Z15 HD2 HD3 HD12 G11 P68 P69 three peers, two of whom want to say something at once: one order")
    void threePeers() {
        isSound(PermissionWorld.begin(3, 0, 0, 1, 2, 0), 3_000);
    }

    @Test
    @DisplayName("HD6 S11 P36 P70 one says something while another begins the next epoch: all have it, or nobody")
    void aRecovery() {
        isSound(PermissionWorld.begin(3, 0, 1, 1, 0, 0), 3_000);
    }

    @Test
    @DisplayName("HD5 P70 a newcomer comes in at a place of the order, while another asks")
    void aNewcomer() {
        isSound(PermissionWorld.begin(2, 0, 0, -3, 2, 0), 500);
    }

    @Test
    @Tag("soak")
    @DisplayName("S11 HD2 HD3 HD6 G11 G12 P68 P69 P70 three peers, two things to say, two epochs")
    void threePeersAndARecovery() {
        isSound(PermissionWorld.begin(3, 0, 1, 1, 2, 0), 1_900_000);
    }

    @Test
    @Tag("soak")
    @DisplayName("HD5 P70 a newcomer that has something to say at once")
    void aNewcomerThatSpeaks() {
        isSound(PermissionWorld.begin(2, 0, 0, -3, 2, 3), 200_000);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @DisplayName("P68 P69 P70 P36 G12 whatever is taken away from the rules is found")
    void findsEachFault(Fault fault) {
        PermissionWorld first = switch (fault) {
            case FORGETS_NEWCOMER -> PermissionWorld.begin(2, 0, 0, -3, 2, 3);
            case RECOUNTS -> PermissionWorld.begin(3, 1, 0, 1, 2, 0);
            case STAMPS_AFTER_ANSWER -> PermissionWorld.begin(3, 0, 1, 1, 2, 0);
            default -> PermissionWorld.begin(3, 0, 0, 1, 2, 0);
        };
        Found found = search(first, fault);
        assertFalse(found.wrong.isEmpty() || found.wrong.equals("too many"), fault + ": " + found);
    }
}
