package org.gamenet.rgs.core.arbiter;

import static org.gamenet.rgs.core.arbiter.ElectionTest.A;
import static org.gamenet.rgs.core.arbiter.ElectionTest.B;
import static org.gamenet.rgs.core.arbiter.ElectionTest.C;
import static org.gamenet.rgs.core.arbiter.ElectionTest.FIRST;
import static org.gamenet.rgs.core.arbiter.ElectionTest.ONE;
import static org.gamenet.rgs.core.arbiter.ElectionTest.TWO;
import static org.gamenet.rgs.core.arbiter.ElectionTest.claim;
import static org.gamenet.rgs.core.arbiter.ElectionTest.sees;
import static org.gamenet.rgs.core.arbiter.Electors.told;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two epochs of one number are on, each on a side of the game: the members of one will not vote on the other. */
class OtherSideTest {
    /** C has gone on by itself. */
    private static final Reign THEIRS = new Reign(new Epoch(1, 77), List.of(C), List.of(C));

    private static final Event GRANTED = new Event.Granted(22, TWO, List.of(A, B));

    private static Ballot.Refusal refuses(Reign active) {
        return new Ballot.Refusal(TWO, new Ballot.ElectorStatus(active, active.epoch(), false, false, false));
    }

    /** A, which serves in the first epoch, has the vote of B for the next number. */
    private static Election claims(Quorum rule) {
        Election.Turn asks = Election.of(A, rule).knowing(FIRST).claim(claim(1, A, Basis.HELD, 22), sees());
        Election.Turn voted = asks.next().heard(B, new Ballot.Vote(TWO, Optional.empty()), sees());
        assertEquals(List.of(), told(voted));
        return voted.next();
    }

    @Test
    @DisplayName("P59 of a side on which another epoch of that number is on nobody is waited for, though it is heard")
    void isNotWaitedFor() {
        Election.Turn granted = claims(Quorum.KEEP_PLAYING).heard(C, refuses(THEIRS), sees());
        assertEquals(List.of(GRANTED), told(granted));
        assertEquals(Set.of(C), granted.next().notWaitedFor(Set.of()));

        Election.Turn asks = granted.next().activate(new Effect.Activate(TWO, List.of(A, B)), sees());
        Election.Turn on = asks.next().heard(B, new Ballot.Acceptance(TWO, TWO), sees());
        assertEquals(TWO, ((Event.Activated) told(on).get(0)).epoch());
        assertEquals(Set.of(), on.next().notWaitedFor(Set.of()), "above a lower number that side goes by it");
    }

    @Test
    @DisplayName("P59 nor for that session in another incarnation")
    void isNotWaitedForAsAnother() {
        MemberId again =
                new MemberId(C.peer(), new Incarnation(2, C.incarnation().nonce()));
        Election told = claims(Quorum.KEEP_PLAYING)
                .heard(again, refuses(THEIRS), sees())
                .next();
        assertEquals(Set.of(C), told.notWaitedFor(Set.of()));
    }

    @Test
    @DisplayName("P59 a member that knows the same epoch to be on, or an earlier one, is waited for")
    void isWaitedFor() {
        Reign earlier = new Reign(new Epoch(0, 5), List.of(C), List.of(C));
        for (Reign known : List.of(FIRST, earlier)) {
            Election.Turn refused = claims(Quorum.KEEP_PLAYING).heard(C, refuses(known), sees());
            assertEquals(List.of(), told(refused));
            assertEquals(Set.of(), refused.next().notWaitedFor(Set.of()));
        }
    }

    @Test
    @DisplayName("P59 it is waited for again once it has come to this side")
    void comesOver() {
        Election parted =
                claims(Quorum.KEEP_PLAYING).heard(C, refuses(THEIRS), sees()).next();
        Ballot here = new Ballot.StatusReply(new Ballot.ElectorStatus(FIRST, ONE, false, false, false));
        assertEquals(Set.of(), parted.heard(C, here, sees()).next().notWaitedFor(Set.of()));
    }

    @Test
    @DisplayName("P59 more than half is more than half, whichever side the others are on; a stranger's word is none")
    void countsByMajority() {
        Reign four = new Reign(ONE, List.of(A), List.of(A, B, C, Electors.id(3)));
        Election claims = Election.of(A, Quorum.MAJORITY)
                .knowing(four)
                .claim(claim(1, A, Basis.HELD, 22), sees())
                .next()
                .heard(B, new Ballot.Vote(TWO, Optional.empty()), sees())
                .next();
        assertEquals(List.of(), told(claims.heard(C, refuses(THEIRS), sees())), "two of four, not of three");

        MemberId stranger = Electors.id(9);
        assertEquals(
                claims(Quorum.KEEP_PLAYING),
                claims(Quorum.KEEP_PLAYING)
                        .heard(stranger, refuses(THEIRS), sees())
                        .next(),
                "nothing of it is kept");
    }
}
