package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.detection.Signal;
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
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Of two that decide one has answered a holder of another side of the game, of the number that its own server takes, or
 * of a later one: it follows nothing below that, and nothing above it is granted without its vote.
 */
class BoundElectorTest {
    private static final Node STRANGER = new Node(99, 99);
    private static final MemberId EVE = new MemberId(9, new Incarnation(1, 9));

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private Citizen ann;
    private Citizen bob;
    private long game;
    private boolean acksArrive;
    private boolean echoesArrive = true;
    private int asked;

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
        boolean isEcho = header.type() == MessageTypes.RECORDS.idOf(Signal.Echo.class);
        if (header.type() == MessageTypes.RECORDS.idOf(Ballot.StatusRequest.class)) asked++;
        boolean isLost = isAck && !acksArrive || isEcho && !echoesArrive;
        return isLost ? TestNetwork.Fate.lost(frame) : TestNetwork.Fate.arrives(frame);
    }

    /** Bob has come into Ann's game. */
    private void begins(Order order) {
        town.network.weather = (from, to, frame) -> fate(frame);
        ann = comes("ann", order);
        town.pass(600);
        bob = comes("bob", order);
        town.until(() -> bob.session.phase() == Phase.PLAYING, 1_000);
    }

    private void advertises(Citizen to, Epoch number, Kind kind) {
        Member holder = new Member(EVE, "eve", kind, new Endpoint("10.9.9.9", 1, 1), 0);
        to.end.hears(
                STRANGER,
                Frames.encode(
                        new Message.Collect(number, 1, Basis.REBUILD, holder, List.of()),
                        new Frames.Stamp(game, number, EVE, 1, 0)));
    }

    /** A spare that holds that number on the other side advertises it, and the member answers. */
    private void binds(Citizen member, Epoch number) {
        advertises(member, number, Kind.SERVER);
        town.until(() -> member.session.phase() == Phase.FROZEN, 200);
    }

    private void goOnAbove(long number) {
        town.until(
                () -> Stream.of(ann, bob)
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().epoch() > number
                                && c.session.view().players().size() == 2),
                5_000);
    }

    @ParameterizedTest
    @CsvSource({"SEQUENCER, 1", "LAMPORT, 1", "SEQUENCER, 2", "LAMPORT, 2", "SEQUENCER, 9", "LAMPORT, 9"})
    @DisplayName("P62 P65 an elector that is bound to another number has a voice: both go on above that")
    void hasAVoice(Order order, int ahead) {
        begins(order);
        long before = bob.session.view().epoch();
        binds(bob, new Epoch(before + ahead, 77));
        assertEquals(before + 1, ann.session.view().epoch(), "bob decides there, and has not heard of it");
        acksArrive = true;
        goOnAbove(before + ahead);
    }

    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"SEQUENCER", "LAMPORT"})
    @DisplayName("P62 P65 also where the server may not act meanwhile: it hears that its elector is bound")
    void hasAVoiceWithAServerThatRests(Order order) {
        begins(order);
        long before = bob.session.view().epoch();
        town.until(() -> ann.session.view().epoch() == before + 1, 1_000);
        echoesArrive = false;
        town.until(() -> ann.session.phase() == Phase.FROZEN, 1_000);
        binds(bob, new Epoch(before + 1, 77));
        town.pass(100);
        acksArrive = true;
        echoesArrive = true;
        goOnAbove(before + 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Order.class,
            names = {"SEQUENCER", "LAMPORT"})
    @DisplayName("P36 a player of another side, which has no vote here, binds nobody")
    void isNotBoundByAnotherSide(Order order) {
        acksArrive = true;
        begins(order);
        lanTown.playing(ann, bob);
        long before = bob.session.view().epoch();
        for (int i = 0; i < 10; i++) {
            advertises(bob, new Epoch(before + 1, 77), Kind.PLAYER);
            town.pass(100);
            assertEquals(Phase.PLAYING, bob.session.phase());
        }
        assertEquals(before, ann.session.view().epoch());
        assertTrue(asked >= 10, "of those with a vote it asks each time whether they know of it");
    }
}
