package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QuorumTest {
    private static final MemberId A = Electors.id(0);
    private static final MemberId B = Electors.id(1);
    private static final MemberId C = Electors.id(2);

    @Test
    @DisplayName("P59 those that keep playing wait for no answer of the lost, a majority for everybody's")
    void asks() {
        List<MemberId> all = List.of(A, B, C);
        assertEquals(all, Quorum.MAJORITY.asked(all, Set.of(A, B), Set.of(C)));
        assertEquals(all, Quorum.BY_SIZE.asked(all, Set.of(A, B), Set.of(C)), "from three on");
        assertEquals(List.of(A, B), Quorum.KEEP_PLAYING.asked(all, Set.of(A, B), Set.of(B, C)), "B has voted");
        assertEquals(List.of(A), Quorum.BY_SIZE.asked(List.of(A, B), Set.of(A), Set.of(B)));
    }

    @Test
    @DisplayName("the game says which rule, or its size does")
    void isOfTheGame() {
        GameRules rules = new GameRules("q", 8, List.of(), 1_000, 30_000, 50, Map.of());
        assertEquals(Quorum.BY_SIZE, Quorum.of(rules));
        Quorum two = Quorum.of(rules.decidedBy(Arbiter.MAJORITY));
        assertFalse(two.isMet(List.of(A, B), Set.of(A), Set.of(B)), "one of two is no majority, dead or not");
        Quorum any = Quorum.of(rules.decidedBy(Arbiter.KEEP_PLAYING).amongPeers());
        assertTrue(any.isMet(List.of(A, B, C), Set.of(A), Set.of(B, C)));
        assertEquals(Quorum.BY_SIZE, Quorum.of(rules.decidedBy(Arbiter.DIRECTORY)));
    }
}
