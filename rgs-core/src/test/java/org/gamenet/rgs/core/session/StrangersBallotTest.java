package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody without a seat wants to be voted for, after an epoch that it has made up. */
class StrangersBallotTest {
    private static final Node STRANGER = new Node(99, 99);
    private static final MemberId EVE = new MemberId(9, new Incarnation(1, 9));

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final List<Citizen> all = new ArrayList<>();
    private long game;
    private int asked;

    private TestNetwork.Fate fate(byte[] frame) {
        FrameHeader header = FrameHeader.read(ByteBuffer.wrap(frame));
        game = header.game();
        if (header.type() == MessageTypes.RECORDS.idOf(Ballot.StatusRequest.class)) asked++;
        return TestNetwork.Fate.arrives(frame);
    }

    private void three() {
        town.network.weather = (from, to, frame) -> fate(frame);
        for (String name : List.of("ann", "bob", "cat")) {
            Citizen citizen =
                    lanTown.citizen(name, Town.rules(Failover.PROMOTED_PLAYER)).listens();
            citizen.begins();
            town.pass(600);
            all.add(citizen);
        }
        lanTown.playing(all.toArray(Citizen[]::new));
    }

    /** To each member, for the numbers after that one. */
    private void wantsVotes(long after) {
        Reign madeUp = new Reign(new Epoch(after, 7), List.of(EVE), List.of(EVE));
        Epoch number = new Epoch(after + 1, 8);
        Reign next = new Reign(number, List.of(EVE), List.of(EVE));
        for (Ballot ballot : List.of(
                new Ballot.VoteWanted(madeUp, number, EVE, false),
                new Ballot.AcceptanceWanted(madeUp, number, EVE, next)))
            for (Citizen each : all)
                each.end.hears(STRANGER, Frames.encode((Record) ballot, new Frames.Stamp(game, number, EVE, 1, 0)));
        town.pass(1_000);
    }

    private void nobodyNoticed(long epoch) {
        for (Citizen each : all) {
            assertEquals(Phase.PLAYING, each.session.phase(), each.name);
            assertEquals(epoch, each.session.view().epoch(), each.name);
        }
        Citizen ann = all.remove(0);
        assertTrue(ann.session.isServer());
        lanTown.dies(ann);
        town.until(
                () -> all.stream().allMatch(c -> c.session.phase() == Phase.PLAYING)
                        && Stream.of(all.get(0), all.get(1)).anyMatch(c -> c.session.isServer()),
                3_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 20, 1L << 62})
    @DisplayName("P53 whoever has no seat ends no deciding by wanting votes after an epoch that it has made up")
    void decidesNothing(long ahead) {
        three();
        long epoch = all.get(0).session.view().epoch();
        wantsVotes(epoch + ahead);
        nobodyNoticed(epoch);
    }

    @Test
    @DisplayName("P56 an epoch that only a stranger knows of may be real: those with a vote are asked")
    void asks() {
        three();
        long epoch = all.get(0).session.view().epoch();
        int before = asked;
        wantsVotes(epoch + 1);
        assertTrue(asked >= before + all.size(), asked + " questions");
    }
}
