package org.gamenet.rgs.core.session.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("G20 of a process whose certificate does not permit serving")
class WordsOfServersTest {
    private static final Endpoint THERE = new Endpoint("10.0.0.9", 9, 0);
    private static final MemberId IT = new MemberId(9, new Incarnation(1, 9));

    private final GroupTransport transport = mock(GroupTransport.class);
    private final Permits permits = new Permits(transport, new Counters());

    private static Message.JoinRequest asks(Kind kind) {
        return new Message.JoinRequest(new Member(IT, "nine", kind, THERE, 1), 1, 1, 0);
    }

    @Test
    @DisplayName("no acceptance is wanted, and no place is taken as one that plays nothing; it comes in to play")
    void isNotHeard() {
        when(transport.mayServe(any())).thenReturn(false);
        Epoch one = new Epoch(1, 1);
        Ballot wanted = new Ballot.AcceptanceWanted(
                new Reign(one, List.of(IT), List.of(IT)),
                new Epoch(2, 1),
                IT,
                new Reign(new Epoch(2, 1), List.of(IT), List.of(IT)));
        for (Record said : List.<Record>of((Record) wanted, asks(Kind.SERVER)))
            assertEquals(Optional.empty(), permits.heard(THERE, said));
        assertEquals(Optional.of(asks(Kind.PLAYER)), permits.heard(THERE, asks(Kind.PLAYER)));
        when(transport.mayServe(any())).thenReturn(true);
        for (Record said : List.<Record>of((Record) wanted, asks(Kind.SERVER)))
            assertEquals(Optional.of(said), permits.heard(THERE, said));
    }
}
