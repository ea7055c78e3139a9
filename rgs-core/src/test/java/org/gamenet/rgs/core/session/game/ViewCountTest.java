package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ViewCountTest {
    private static final Endpoint PLACE = new Endpoint("127.0.0.1", 1, 1);
    private static final Member ANN = member(1);
    private static final Member BOB = member(2);

    private final ViewCount count = new ViewCount(new KnownPeers());

    private static Member member(long peer) {
        return new Member(new MemberId(peer, new Incarnation(1, peer)), "p" + peer, Kind.PLAYER, PLACE, 1);
    }

    private static Log log(long epoch, long seq, Roster roster, Member server) {
        return new Log(
                new Position(new Epoch(epoch, 1), seq), roster, List.of(server.id()), Map.of(), List.of(), false);
    }

    @Test
    @DisplayName("a view is another one when somebody else plays or serves, and in another epoch, and only then")
    void countsChanges() {
        Roster one = Roster.EMPTY.with(ANN);
        Roster two = one.with(BOB);
        View alone = count.advance(log(1, 0, one, ANN));
        assertEquals(1, alone.version());
        assertSame(alone, count.advance(log(1, 1, one, ANN)));
        assertSame(alone, count.advance(log(1, 2, Roster.EMPTY.with(ANN), ANN)), "the same, made anew");
        View both = count.advance(log(1, 3, two, ANN));
        assertEquals(2, both.version());
        assertEquals(2, both.players().size());
        assertSame(both, count.advance(log(1, 4, two, ANN)));
        assertEquals(3, count.advance(log(1, 5, two, BOB)).version());
        View next = count.advance(log(2, 0, two, BOB));
        assertEquals(1, next.version());
        assertEquals(2, next.epoch());
        assertEquals(2, count.versionAt(new Position(new Epoch(1, 1), 4)));
    }

    @Test
    @DisplayName(
            "whoever is let in again has the view and the count that it is told, also when nobody has come or gone")
    void beginsWhereItIsTold() {
        Log log = log(1, 9, Roster.EMPTY.with(ANN).with(BOB), ANN);
        count.advance(log);
        View again = count.begin(log, 7);
        assertEquals(7, again.version());
        assertEquals(2, again.players().size());
        assertSame(again, count.advance(log));
    }
}
