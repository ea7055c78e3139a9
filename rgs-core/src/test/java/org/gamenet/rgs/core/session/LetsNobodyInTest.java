package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A side that is to give way to another as soon as that has a number above its own, and a newcomer. */
class LetsNobodyInTest {
    private static final Node STRANGER = new Node(99, 99);
    private static final Member EVE =
            new Member(new MemberId(9, new Incarnation(1, 9)), "eve", Kind.PLAYER, new Endpoint("10.9.9.9", 1, 1), 0);
    private static final int LARGER = 5;

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private Citizen ann;
    private Citizen cat;
    private long game;
    private long told;

    @BeforeEach
    void twoPlay() {
        town.network.weather = (from, to, frame) -> {
            game = FrameHeader.read(ByteBuffer.wrap(frame)).game();
            return TestNetwork.Fate.arrives(frame);
        };
        ann = comes("ann");
        town.pass(600);
        lanTown.playing(ann, comes("bob"));
    }

    private Citizen comes(String name) {
        Citizen citizen = lanTown.citizen(
                        name, Town.rules(Failover.PROMOTED_PLAYER).decidedBy(Arbiter.KEEP_PLAYING))
                .listens();
        citizen.begins();
        return citizen;
    }

    /** The server of another side says that so many decide there, under ann's number. */
    private void tells(int electorate) {
        Epoch epoch = new Epoch(ann.session.view().epoch(), 77);
        ann.end.hears(
                STRANGER,
                Frames.encode(
                        new Ballot.Side(epoch, electorate, new Position(new Epoch(1, 1), 2), EVE),
                        new Frames.Stamp(game, epoch, EVE.id(), ++told, 0)));
    }

    /** The newcomer asks all the while. */
    private void waitsAtTheDoor(int millis) {
        long epoch = ann.session.view().epoch();
        tells(LARGER);
        cat = comes("cat");
        for (int passed = 0; passed < millis; passed += 100) {
            town.pass(100);
            tells(LARGER);
        }
        assertNotEquals(Phase.PLAYING, cat.session.phase());
        assertEquals(epoch, ann.session.view().epoch(), "another side could not take the number above it");
        assertEquals(Phase.PLAYING, ann.session.phase());
    }

    @Test
    @DisplayName("P64 it lets nobody in, and so takes no number, while the other side tells of itself; then it does")
    void whileTheOtherIsHeard() {
        waitsAtTheDoor(2_000);
        town.until(() -> cat.session.phase() == Phase.PLAYING, 3_500);
    }

    @Test
    @DisplayName("P26 P64 the newcomer is told to wait, and does not take the game for over")
    void isToldToWait() {
        waitsAtTheDoor(8_000);
        assertEquals(List.of(), cat.all(SessionEvent.Closed.class));
        town.until(() -> cat.session.phase() == Phase.PLAYING, 3_500);
    }

    @Test
    @DisplayName("P63 P64 it lets a newcomer in as soon as the other side is below it")
    void untilTheOtherIsBelow() {
        waitsAtTheDoor(1_000);
        tells(1);
        town.until(() -> cat.session.phase() == Phase.PLAYING, 500);
    }
}
