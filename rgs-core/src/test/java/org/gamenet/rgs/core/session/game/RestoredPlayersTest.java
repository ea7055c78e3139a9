package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A spare that takes over: it was told of everybody who is in, and then restores an older state. */
class RestoredPlayersTest {
    private static final Endpoint PLACE = new Endpoint("127.0.0.1", 1, 1);
    private static final Epoch ONE = new Epoch(1, 1);
    private static final Member BEFORE = member(2, 1);
    private static final Member AGAIN = member(2, 2);
    private static final Member SPARE = member(9, 1);

    private final List<String> told = new ArrayList<>();
    private final RestoredPlayers players = new RestoredPlayers(new RestoredPlayers.Teller() {
        @Override
        public void joined(Member member, boolean again, long now) {
            told.add("joined " + member.id().peer());
        }

        @Override
        public void left(long peer, Left.Why why, long now) {
            told.add("left " + peer);
        }

        @Override
        public void away(long peer, long now) {
            told.add("away " + peer);
        }

        @Override
        public void back(long peer, long now) {
            told.add("back " + peer);
        }
    });

    private static Member member(long peer, long attempt) {
        return new Member(
                new MemberId(peer, new Incarnation(attempt, 10 * peer + attempt)), "p" + peer, Kind.PLAYER, PLACE, 1);
    }

    private void takesOver(EntryBody... later) {
        Roster roster = new Roster(List.of(AGAIN), List.of(), List.of());
        players.introduce(new Log(new Position(ONE, 9), roster, List.of(AGAIN.id()), Map.of(), List.of(), false));
        players.begin(List.of(2L), false);
        for (int i = 0; i < later.length; i++)
            players.again(new LogEntry(new Position(ONE, 5 + i), later[i]), SPARE.id(), 0);
    }

    @Test
    @DisplayName("P40 a player of whom a spare is told that it went, after it was told that it is in, comes again")
    void comesAgain() {
        takesOver(new EntryBody.Exited(BEFORE.id(), Reason.CRASHED, "silent"), new EntryBody.Joined(AGAIN, false));
        assertEquals(List.of("left 2", "joined 2"), told);
    }

    @Test
    @DisplayName("P40 a player that only came is not told of twice")
    void isNotToldTwice() {
        takesOver(new EntryBody.Joined(AGAIN, false));
        assertEquals(List.of(), told);
    }
}
