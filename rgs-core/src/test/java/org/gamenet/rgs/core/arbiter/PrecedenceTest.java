package org.gamenet.rgs.core.arbiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
    private static final Position FIRST = new Position(new Epoch(1, 7), 0);
    private static final Position SECOND = new Position(new Epoch(1, 7), 4);
    private static final Position LATER = new Position(new Epoch(2, 3), 1);

    private static Ballot.Side side(long number, long claim, int electorate, Position joined) {
        Member holder = new Member(Electors.id(0), "ann", Kind.PLAYER, new Endpoint("10.0.0.1", 1, 2), 0);
        return new Ballot.Side(new Epoch(number, claim), electorate, joined, holder);
    }

    private static List<Ballot.Side> all() {
        List<Ballot.Side> all = new ArrayList<>();
        for (long number = 2; number <= 4; number++)
            for (long claim = 1; claim <= 2; claim++)
                for (int electorate = 1; electorate <= 3; electorate++)
                    for (Position joined : List.of(FIRST, SECOND, LATER))
                        all.add(side(number, claim, electorate, joined));
        return all;
    }

    @Test
    @DisplayName("P63 the larger is above; of equals the elder's, whichever has the higher number")
    void ranks() {
        assertTrue(side(2, 1, 3, LATER).isAbove(side(4, 1, 2, FIRST)));
        assertTrue(side(2, 1, 2, FIRST).isAbove(side(4, 1, 2, SECOND)));
        assertTrue(side(2, 1, 2, SECOND).isAbove(side(4, 1, 2, LATER)), "by the epoch in which it came first");
        assertTrue(side(4, 1, 2, FIRST).isAbove(side(2, 1, 2, FIRST)));
        assertTrue(side(4, 2, 2, FIRST).isAbove(side(4, 1, 2, FIRST)));
    }

    @Test
    @DisplayName("HG39 P63 the rank is total: of any two sides one is above the other, and no three go round")
    void isTotal() {
        List<Ballot.Side> all = all();
        for (Ballot.Side a : all)
            for (Ballot.Side b : all) {
                if (!a.equals(b)) assertNotEquals(a.isAbove(b), b.isAbove(a), () -> a + " and " + b);
                for (Ballot.Side c : all)
                    if (a.isAbove(b) && b.isAbove(c)) assertTrue(a.isAbove(c), () -> a + ", " + b + ", " + c);
            }
        assertFalse(all.get(0).isAbove(all.get(0)));
    }

    @Test
    @DisplayName("HG39 P64 of two never do both give way, however late what they heard; and one of them does something")
    void neverBoth() {
        List<Ballot.Side> all = all();
        for (Ballot.Side a : all)
            for (Ballot.Side b : all) {
                // The news that each has of the other may be old: another number, another size.
                for (Ballot.Side old : all) {
                    boolean earlier = !old.epoch().isAfter(b.epoch());
                    if (!earlier) continue;
                    boolean aGoes = Precedence.of(a, old, a.epoch()) == Precedence.GIVES_WAY;
                    boolean bGoes = Precedence.of(b, a, b.epoch()) == Precedence.GIVES_WAY;
                    assertFalse(aGoes && bGoes, () -> a + " heard " + old + ", " + b);
                }
                if (a.epoch().equals(b.epoch())) continue;
                boolean stuck = Precedence.of(a, b, a.epoch()) == Precedence.WAITS
                        && Precedence.of(b, a, b.epoch()) == Precedence.GOES_ON;
                assertFalse(stuck, () -> a + " waits for ever for " + b);
            }
    }

    @Test
    @DisplayName("P65 the greater takes a number above, the lesser waits for it and then gives way")
    void oneAfterTheOther() {
        Ballot.Side greater = side(2, 1, 2, FIRST);
        Ballot.Side lesser = side(4, 1, 1, LATER);
        assertEquals(Precedence.GOES_ABOVE, Precedence.of(greater, lesser, greater.epoch()));
        assertEquals(Precedence.WAITS, Precedence.of(lesser, greater, lesser.epoch()));
        Ballot.Side above = side(5, 1, 2, FIRST);
        assertEquals(Precedence.GOES_ON, Precedence.of(above, lesser, above.epoch()));
        assertEquals(Precedence.GIVES_WAY, Precedence.of(lesser, above, lesser.epoch()));
        assertEquals(Precedence.WAITS, Precedence.of(lesser, above, new Epoch(6, 1)), "it has promised more");
        assertEquals(
                Precedence.GOES_ABOVE,
                Precedence.of(greater, side(2, 2, 1, LATER), greater.epoch()),
                "the same number under another claim");
    }
}
