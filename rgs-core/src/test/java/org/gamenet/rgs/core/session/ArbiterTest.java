package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A game that says for itself who decides (GameSpec.arbiter). */
class ArbiterTest {
    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;

    private Citizen comes(String name, GameRules rules) {
        Citizen citizen = lanTown.citizen(name, rules).listens();
        citizen.begins();
        town.pass(600);
        return citizen;
    }

    private static GameRules rules(Arbiter arbiter) {
        return Town.rules(Failover.PROMOTED_PLAYER).decidedBy(arbiter);
    }

    private static boolean plays(Citizen... all) {
        return Stream.of(all).allMatch(c -> c.session.phase() == Phase.PLAYING);
    }

    private static List<String> hits(Citizen who) {
        return who.got.stream()
                .filter(i -> i.body() instanceof Town.Hit)
                .map(i -> i.from().name() + ((Town.Hit) i.body()).points())
                .toList();
    }

    private static long servers(Citizen... all) {
        return Stream.of(all).filter(c -> c.session.isServer()).count();
    }

    @Test
    @DisplayName("P59 under a majority nobody of two goes on alone: the one that is left stands still, and is closed")
    void twoUnderAMajority() {
        Citizen ann = comes("ann", rules(Arbiter.MAJORITY));
        Citizen bob = comes("bob", rules(Arbiter.MAJORITY));
        lanTown.playing(ann, bob);
        lanTown.dies(ann);
        town.until(() -> bob.session.phase() == Phase.FROZEN, 2_000);
        town.pass(20_000);
        assertEquals(Phase.FROZEN, bob.session.phase());
        town.until(() -> bob.session.phase() == Phase.CLOSED, 15_000);
        assertEquals(
                List.of(Closed.Why.NO_NEW_SERVER),
                bob.all(SessionEvent.Closed.class).stream().map(Closed::why).toList());
    }

    @Test
    @DisplayName(
            "P59 four that keep playing: both halves of a cut network stand still for ten seconds, and play on then")
    void fourKeepPlaying() {
        Citizen ann = comes("ann", rules(Arbiter.KEEP_PLAYING));
        Citizen bob = comes("bob", rules(Arbiter.KEEP_PLAYING));
        Citizen cat = comes("cat", rules(Arbiter.KEEP_PLAYING));
        Citizen dan = comes("dan", rules(Arbiter.KEEP_PLAYING));
        lanTown.playing(ann, bob, cat, dan);
        lanTown.split(ann, bob);
        town.until(() -> Stream.of(ann, cat, dan).allMatch(c -> c.session.phase() == Phase.FROZEN), 3_000);
        town.pass(7_000);
        // Bob hears his server, which stands still.
        for (Citizen one : List.of(ann, cat, dan)) assertEquals(Phase.FROZEN, one.session.phase());
        // Ten seconds, and two in which whoever rebuilds waits for answers; after fifteen fewer than half may go on.
        town.until(() -> plays(ann, bob, cat, dan), 7_000);
        assertEquals(1, servers(ann, bob));
        assertEquals(1, servers(cat, dan));
        town.until(
                () -> Stream.of(ann, bob, cat, dan)
                        .allMatch(c -> c.session.view().players().size() == 2),
                3_000);
        for (Citizen one : List.of(ann, cat)) one.session.send(new Town.Hit(7), Delivery.TOTAL_ORDER);
        town.until(() -> hits(bob).contains("ann7") && hits(dan).contains("cat7"), 1_000);
    }

    @Test
    @DisplayName(
            "P61 four that keep playing, one of whom hangs: the others play on meanwhile, and the list is changed when they may")
    void playsOnWhileTheListWaits() {
        Citizen ann = comes("ann", rules(Arbiter.KEEP_PLAYING));
        Citizen bob = comes("bob", rules(Arbiter.KEEP_PLAYING));
        Citizen cat = comes("cat", rules(Arbiter.KEEP_PLAYING));
        Citizen dan = comes("dan", rules(Arbiter.KEEP_PLAYING));
        lanTown.playing(ann, bob, cat, dan);
        dan.hangs = true;
        for (int second = 1; second < 16; second++) {
            int points = second;
            town.pass(1_000);
            bob.session.send(new Town.Hit(points), Delivery.TOTAL_ORDER);
            town.until(() -> hits(cat).contains("bob" + points), 200);
        }
        assertTrue(cat.events().contains("Left dan"));
        assertFalse(ann.events().contains("Frozen"));
    }

    @Test
    @DisplayName("four that keep playing: one death after another is gone on from at once, down to the last")
    void goesOnFromDeaths() {
        Citizen ann = comes("ann", rules(Arbiter.KEEP_PLAYING));
        Citizen bob = comes("bob", rules(Arbiter.KEEP_PLAYING));
        Citizen cat = comes("cat", rules(Arbiter.KEEP_PLAYING));
        Citizen dan = comes("dan", rules(Arbiter.KEEP_PLAYING));
        lanTown.playing(ann, bob, cat, dan);
        lanTown.dies(ann);
        lanTown.dies(bob);
        lanTown.dies(cat);
        long died = town.clock.nanoTime();
        town.until(() -> dan.session.isServer() && plays(dan), 2_000);
        assertTrue(town.clock.nanoTime() - died < 1_500_000_000L);
    }

    @Test
    @DisplayName("P6 the last of three does not wait for the second, for whose claim it voted, once that is dead, too")
    void outlivesTheWinner() {
        Citizen ann = comes("ann", rules(Arbiter.KEEP_PLAYING));
        Citizen bob = comes("bob", rules(Arbiter.KEEP_PLAYING));
        Citizen cat = comes("cat", rules(Arbiter.KEEP_PLAYING));
        lanTown.playing(ann, bob, cat);
        List<TestNetwork.End> voted = new ArrayList<>();
        town.network.weather = (from, to, frame) -> {
            int type = FrameHeader.read(ByteBuffer.wrap(frame)).type();
            if (type != MessageTypes.RECORDS.idOf(Ballot.Vote.class)) return TestNetwork.Fate.arrives(frame);
            voted.add(from);
            return TestNetwork.Fate.lost(frame);
        };
        lanTown.dies(ann);
        town.until(() -> !voted.isEmpty(), 1_000);
        Citizen last = voted.get(0) == bob.end ? bob : cat;
        lanTown.dies(last == bob ? cat : bob);
        long died = town.clock.nanoTime();
        town.until(() -> last.session.isServer() && plays(last), 3_000);
        assertTrue(town.clock.nanoTime() - died < 800_000_000L, (town.clock.nanoTime() - died) / 1_000_000 + " ms");
    }

    @Test
    @DisplayName("what a directory decides nobody else does, and without one it decides nothing")
    void refuses() {
        GameSpec spec = GameSpec.peerToPeer("hall", 4);
        try (Rgs alone = Rgs.game("arbiter")
                        .player("ann")
                        .bind("127.0.0.1:0")
                        .records(Town.Hit.class)
                        .start();
                Rgs other = Rgs.game("arbiter")
                        .player("bob")
                        .bind("127.0.0.1:0")
                        .directory("127.0.0.1:1")
                        .records(Town.Hit.class)
                        .start()) {
            String what = assertThrows(
                            IllegalStateException.class, () -> alone.hostOrJoin(spec.arbiter(Arbiter.DIRECTORY)))
                    .getMessage();
            assertTrue(what.startsWith("arbiter(DIRECTORY)"), what);
            for (Arbiter each : List.of(Arbiter.MAJORITY, Arbiter.KEEP_PLAYING)) {
                what = assertThrows(IllegalStateException.class, () -> other.register(spec.arbiter(each)))
                        .getMessage();
                assertTrue(what.startsWith("arbiter(" + each + ")"), what);
            }
            assertFalse(spec.arbiter().isPresent());
            assertThrows(IllegalArgumentException.class, () -> spec.arbiter(null));
        }
    }
}
