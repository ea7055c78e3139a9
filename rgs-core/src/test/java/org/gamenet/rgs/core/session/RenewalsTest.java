package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.gamenet.rgs.core.directory.DirectoryRequest;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RenewalsTest {

    @Test
    @DisplayName("P13 a renewal names whom the server put out last, and no more than a message has room for")
    void namesTheNewestThatAreOut() {
        assertEquals(List.of(), Renewals.out(put(0)));
        assertEquals(ids(1, 3), Renewals.out(put(3)));
        int more = DirectoryRequest.Renew.OUT_TOLD + 6;
        assertEquals(ids(7, more), Renewals.out(put(more)));
    }

    /** A roster of a server that has put out this many, one after another. */
    private static Roster put(int many) {
        Roster roster = Roster.EMPTY.with(member(1_000));
        for (int i = 1; i <= many; i++) roster = roster.with(member(i)).without(member(i).id(), i % 2 == 0);
        return roster;
    }

    private static List<MemberId> ids(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(i -> member(i).id()).toList();
    }

    private static Member member(long peer) {
        return new Member(new MemberId(peer, new Incarnation(1, peer)), "m" + peer, Kind.PLAYER, new Endpoint("x", 1, 1), 5);
    }
}
