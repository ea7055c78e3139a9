package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A holder that was granted its number by a majority, and then hears nobody (P59, P60). */
class MajorityAnswersTest {
    private static final GameRules RULES =
            Town.rules(Failover.PROMOTED_PLAYER).decidedBy(Arbiter.MAJORITY).amongPeers();

    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final Map<Citizen, List<String>> hits = new HashMap<>();
    private Citizen knows;
    private Citizen lacks;
    private boolean granted;

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

    /**
     * Bob, or Cat, was granted a number by the other, which has all that Ann ordered, and from then on hears nobody.
     */
    private void isGrantedANumber(boolean voterHasMore) {
        Citizen ann = comes("ann");
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        knows = claimsLater(bob, cat);
        if (!voterHasMore) knows = knows == bob ? cat : bob;
        lacks = knows == bob ? cat : bob;
        town.network.reaches = (from, to) -> from != ann.end || to == knows.end;
        ann.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.until(() -> hits.get(knows).contains("ann5"), 50);
        assertEquals(List.of(), hits.get(lacks));
        town.network.weather = (from, to, frame) -> {
            if (!granted && from != ann.end && to != ann.end && is(frame, Ballot.Vote.class::isInstance)) {
                granted = true;
                town.network.later(1_500_000, () -> lanTown.apart(knows));
            }
            return TestNetwork.Fate.arrives(frame);
        };
        lanTown.dies(ann);
        town.until(() -> granted, 3_000);
    }

    private void standsStill(long millis) {
        for (long end = town.clock.nanoTime() + millis * 1_000_000; town.clock.nanoTime() < end; town.pass(100))
            assertTrue(lacks.session.phase() == Phase.FROZEN && !lacks.session.isServer(), lacks.events()::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "100,true",
        "6000,true",
        "12000,true",
        "14000,true",
        "20000,true",
        "12000,false",
        "14000,false",
        "20000,false"
    })
    @DisplayName(
            "HG36 P60 whoever was granted a number and hears itself alone settles nothing; who voted, and has more of the epoch, brings it")
    void waitsForAnswers(long apartMillis, boolean voterHasMore) {
        isGrantedANumber(voterHasMore);
        standsStill(apartMillis);
        lanTown.together(knows);
        town.until(
                () -> Stream.of(knows, lacks)
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == 2),
                12_000);
        for (Citizen one : List.of(knows, lacks)) assertEquals(List.of("ann5"), hits.get(one), one.name);
    }

    @Test
    @DisplayName(
            "HG36 P60 and stands still to the end, if nobody comes back, though fewer than half may go on elsewhere (P74)")
    void standsStillToTheEnd() {
        isGrantedANumber(true);
        standsStill(28_000);
        town.until(() -> lacks.session.phase() == Phase.CLOSED, 5_000);
        assertEquals(
                List.of(Closed.Why.NO_NEW_SERVER),
                lacks.all(Closed.class).stream().map(Closed::why).toList());
    }

    /** Of the two the one that does not claim first: tried in another world. */
    private static Citizen claimsLater(Citizen bob, Citizen cat) {
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
