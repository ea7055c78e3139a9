package org.gamenet.rgs.testkit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RebuildsTest {
    static final MemberState SOMEBODY = MemberState.standBy(new LocalMember(
            new Member(new MemberId(9, new Incarnation(1, 1)), "somebody", Kind.SERVER, new Endpoint("x", 1, 1), 0),
            0,
            Payload.EMPTY,
            0,
            0));

    private final SimulatedCluster cluster = new SimulatedCluster(1, Mutant.NONE, false);
    private final CountingProcess server = alone();

    private CountingProcess alone() {
        cluster.registers(
                true,
                SimulatedCluster.rules(List.of(Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER), 300, 30_000)
                        .showingSafely());
        cluster.pass(2_000);
        return cluster.server().orElseThrow();
    }

    /** Somebody is granted a number now, to rebuild the game of a server that was alone. */
    private int found() {
        MemberId served = new MemberId(server.session.self().id(), new Incarnation(1, 1));
        Step claims = Step.to(
                SOMEBODY, new Effect.Claim(1, List.of(SOMEBODY.self().me().id()), Basis.REBUILD, List.of(), 7));
        cluster.judge.rebuilds.stepped(server, claims, null);
        cluster.judge.rebuilds.stepped(
                server, Step.to(SOMEBODY), new Event.Granted(7, new Epoch(2, 7), List.of(), List.of(served)));
        return cluster.judge.violations().size();
    }

    @Test
    @DisplayName("P11 a synchronous server that was alone and hangs is replaced by nobody before half of giveUpAfter")
    void hangs() {
        server.stop(false);
        cluster.pass(10_000);
        assertEquals(1, found());
        cluster.pass(5_000);
        assertEquals(1, found());
    }

    @Test
    @DisplayName(
            "P11 one whose process is gone, as its line shows, is replaced at once; one whose line stands anew is not")
    void isGone() {
        server.wire.reset();
        assertEquals(0, found());
        cluster.pass(500);
        assertEquals(0, found(), "the grant may have been on its way");
        cluster.pass(2_000);
        assertEquals(1, found());
        server.die(false);
        assertEquals(1, found());
    }

    @Test
    @DisplayName("P11 one that has given its number up is replaced at once")
    void gaveUp() {
        cluster.judge.rebuilds.stepped(server, Step.to(SOMEBODY, new Effect.Release(server.renewed())), null);
        assertEquals(0, found());
    }

    @Test
    @DisplayName(
            "P11 one that has given up a later epoch, which was on, is replaced at once, though it never renewed it; one "
                    + "that has given up a number that was not on is not")
    void gaveALaterEpochUp() {
        Epoch second = new Epoch(2, 5);
        cluster.judge.rebuilds.stepped(server, Step.to(SOMEBODY, new Effect.Release(second)), null);
        assertEquals(1, found());
        MemberId me = new MemberId(server.session.self().id(), new Incarnation(1, 1));
        EntryBody.Ack on = EntryBody.Ack.of(
                Position.NONE,
                List.of(me),
                Optional.empty(),
                List.of(me),
                List.of(),
                List.of(),
                Map.of(),
                true,
                Double.NaN,
                Double.NaN,
                0,
                false);
        cluster.judge.history.note(new LogEntry(new Position(second, 0), on));
        assertEquals(1, found());
    }

    @Test
    @DisplayName("P11 one whose host died is as one that hangs")
    void hostDied() {
        server.die(true);
        cluster.pass(10_000);
        assertEquals(1, found());
    }
}
