package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever was granted a number by a majority, and then hears nobody (P59, P60). */
class MajorityAnswersTest {
    private static final GameRules RULES =
            Town.rules(Failover.PROMOTED_PLAYER).decidedBy(Arbiter.MAJORITY).amongPeers();

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final Map<Citizen, List<String>> hits = new HashMap<>();
    private Citizen claimant;

    private Citizen comes(String name) {
        Citizen one = lanTown.citizen(name, RULES).listens();
        List<String> heard = new ArrayList<>();
        hits.put(one, heard);
        one.session.on(Town.Hit.class, (who, hit) -> heard.add(who.name() + hit.points()));
        one.begins();
        town.pass(600);
        return one;
    }

    private static boolean is(byte[] frame, Predicate<Record> what) {
        ByteBuffer body = ByteBuffer.wrap(frame);
        FrameHeader header = FrameHeader.read(body);
        return header.type() < MessageTypes.FIRST_DATA_ID && what.test(Frames.decode(header, body));
    }

    @ParameterizedTest
    @ValueSource(longs = {12_000, 14_000, 16_000, 20_000})
    @DisplayName(
            "HG36 P60 whoever was granted a number and hears itself alone settles nothing; who voted, and has more of the epoch, brings it")
    void hearsOnlyItself(long apartMillis) {
        Citizen ann = comes("ann");
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        // What ann orders last reaches one of the others only: the one that is not going to claim.
        Citizen knows = hasMore(bob, cat);
        town.network.reaches = (from, to) -> from != ann.end || to == knows.end;
        ann.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.until(() -> hits.get(knows).contains("ann5"), 50);
        Citizen lacks = knows == bob ? cat : bob;
        assertFalse(hits.get(lacks).contains("ann5"));
        town.network.weather = (from, to, frame) -> {
            if (claimant == null && from == knows.end && to == lacks.end && is(frame, Ballot.Vote.class::isInstance)) {
                claimant = lacks;
                town.network.later(1_500_000, () -> lanTown.apart(knows));
            }
            return TestNetwork.Fate.arrives(frame);
        };
        lanTown.dies(ann);
        town.until(() -> claimant != null, 3_000);
        for (long end = town.clock.nanoTime() + apartMillis * 1_000_000; town.clock.nanoTime() < end; town.pass(100))
            assertTrue(lacks.session.phase() == Phase.FROZEN && !lacks.session.isServer());
        lanTown.together(knows);
        town.until(
                () -> List.of(bob, cat).stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == 2),
                12_000);
        for (Citizen one : List.of(bob, cat)) {
            assertEquals(List.of("ann5"), hits.get(one), () -> one.name + " of " + one.events());
            assertEquals(List.of(), one.all(SessionEvent.Closed.class));
        }
    }

    /** Of the two the one that does not claim first: tried in another world. */
    private static Citizen hasMore(Citizen bob, Citizen cat) {
        MajorityAnswersTest trial = new MajorityAnswersTest();
        Citizen first = trial.comes("ann");
        Citizen second = trial.comes("bob");
        Citizen third = trial.comes("cat");
        trial.lanTown.playing(first, second, third);
        trial.lanTown.dies(first);
        trial.town.until(() -> second.session.isServer() || third.session.isServer(), 3_000);
        return second.session.isServer() ? cat : bob;
    }
}
