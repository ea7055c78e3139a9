package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EvidenceTest {

    private static final MemberId S = member(1);
    private static final MemberId C1 = member(2);
    private static final MemberId C2 = member(3);
    private static final MemberId X = member(9);
    private static final List<MemberId> ROSTER = List.of(S, C1, C2);

    @Test
    @DisplayName("P12 HG4 HF19 one odd player never deposes a followed server")
    void oneIsNotEnough() {
        assertFalse(new Evidence(1, Evidence.weight(7)).suffices());
        assertFalse(new Evidence(1, Evidence.weight(0)).suffices());
    }

    @Test
    @DisplayName("P12 HG5 eight players depose a server that only the directory still hears")
    void eightAreEnough() {
        assertTrue(new Evidence(8, Evidence.weight(0)).suffices());
    }

    @Test
    @DisplayName("P12 a dead server weighs nothing, but nobody is not more than nothing")
    void deadWeighsNothing() {
        assertTrue(new Evidence(1, 0).suffices());
        assertFalse(new Evidence(0, 0).suffices());
    }

    @Test
    @DisplayName("P12 each supporter counts once")
    void countsOnce() {
        assertEquals(1, count(List.of(C1, C1, C1), X, true));
    }

    @Test
    @DisplayName("P12 who is not in the roster, or with another incarnation, does not count")
    void countsOnlyRoster() {
        MemberId again = new MemberId(C1.peer(), new Incarnation(7, 7));
        assertEquals(0, count(List.of(again, member(55)), X, true));
    }

    @Test
    @DisplayName("P12 a claimant of the roster counts itself, a spare does not")
    void countsClaimant() {
        assertEquals(2, count(List.of(C2), C1, false));
        assertEquals(1, count(List.of(C2, X), X, true));
    }

    @Test
    @DisplayName("P12 the holder is no witness against itself")
    void leavesHolderOut() {
        assertEquals(1, count(List.of(S, C1), X, true));
    }

    @Test
    @DisplayName("P12 who has released its number is no holder: it counts like anybody")
    void countsWhoReleased() {
        assertEquals(2, Evidence.supporters(List.of(S, C1), X, true, ROSTER, Optional.empty()));
        assertEquals(1, Evidence.supporters(List.of(), S, false, ROSTER, Optional.empty()));
    }

    @Test
    @DisplayName("P12 silent is 0.83 D without a renewal")
    void knowsSilence() {
        assertFalse(Evidence.silent(829, 1_000));
        assertTrue(Evidence.silent(830, 1_000));
    }

    private static int count(List<MemberId> named, MemberId claimant, boolean spare) {
        return Evidence.supporters(named, claimant, spare, ROSTER, Optional.of(S));
    }

    private static MemberId member(long peer) {
        return new MemberId(peer, new Incarnation(peer, peer));
    }
}
