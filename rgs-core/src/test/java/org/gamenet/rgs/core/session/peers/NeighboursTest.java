package org.gamenet.rgs.core.session.peers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private static final Endpoint HERE = new Endpoint("10.0.0.1", 1, 1);
    private static final Endpoint ELSEWHERE = new Endpoint("10.0.0.2", 1, 1);
    private static final MemberId ANN = new MemberId(1, new Incarnation(1, 77));

    @Test
    @DisplayName("K6 P59 nobody speaks for a member from elsewhere, nor for what its session is when it comes back")
    void speaksFromOnePlace() {
        Neighbours neighbours = new Neighbours();
        neighbours.settle(List.of(new Member(ANN, "ann", Kind.PLAYER, HERE, 0)));
        MemberId back = new MemberId(1, new Incarnation(2, 77));
        MemberId another = new MemberId(1, new Incarnation(2, 78));
        for (MemberId id : List.of(ANN, back)) {
            assertTrue(neighbours.isAt(id, HERE));
            assertTrue(neighbours.isAt(id, null));
            assertFalse(neighbours.isAt(id, ELSEWHERE));
        }
        assertTrue(neighbours.isAt(another, ELSEWHERE), "a process of its own, with that seat's key perhaps");
    }
}
