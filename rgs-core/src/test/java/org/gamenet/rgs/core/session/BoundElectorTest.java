package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Of two that decide one has answered a holder of another side of the game, of the number that its own server takes, or
 * of a later one: it follows nothing below that, and nothing above it is granted without its vote.
 */
class BoundElectorTest {
    private static final Node STRANGER = new Node(99, 99);
    private static final Member HOLDER =
            new Member(new MemberId(9, new Incarnation(1, 9)), "eve", Kind.PLAYER, new Endpoint("10.9.9.9", 1, 1), 0);

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private long game;
    private boolean acksArrive;

    private static GameRules rules(Order order) {
        return new GameRules("kitchen", 8, List.of(Failover.PROMOTED_PLAYER), 500, 30_000, 50, Map.of())
                .decidedBy(Arbiter.KEEP_PLAYING)
                .amongPeers()
                .orderedBy(order);
    }

    private Citizen comes(String name, Order order) {
        Citizen citizen = lanTown.citizen(name, rules(order)).listens();
        citizen.begins();
        return citizen;
    }

    /** ACKs are lost until they may arrive. */
    private TestNetwork.Fate fate(byte[] frame) {
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(frame));
        game = header.game();
        boolean isAck = header.type() == MessageTypes.RECORDS.idOf(Message.EpochStart.class);
        return isAck && !acksArrive ? TestNetwork.Fate.lost(frame) : TestNetwork.Fate.arrives(frame);
    }

    /** The other side's holder advertises that number, and the member answers it. */
    private void binds(Citizen member, Epoch number) {
        member.end.hears(
                STRANGER,
                Frames.encode(
                        new Message.Collect(number, 1, Basis.REBUILD, HOLDER, List.of()),
                        new Frames.Stamp(game, number, HOLDER.id(), 1, 0)));
        town.until(() -> member.session.phase() == Phase.FROZEN, 200);
    }

    @ParameterizedTest
    @CsvSource({"SEQUENCER, 1", "LAMPORT, 1", "SEQUENCER, 2", "LAMPORT, 2", "SEQUENCER, 9", "LAMPORT, 9"})
    @DisplayName("P62 P65 an elector that is bound to another number has a voice: both go on above that")
    void hasAVoice(Order order, int ahead) {
        town.network.weather = (from, to, frame) -> fate(frame);
        Citizen ann = comes("ann", order);
        town.pass(600);
        Citizen bob = comes("bob", order);
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
        long before = bob.session.view().epoch();
        binds(bob, new Epoch(before + ahead, 77));
        assertEquals(before + 1, ann.session.view().epoch(), "bob decides there, and has not heard of it");
        acksArrive = true;
        town.until(
                () -> Stream.of(ann, bob)
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().epoch() > before + ahead
                                && c.session.view().players().size() == 2),
                5_000);
    }
}
