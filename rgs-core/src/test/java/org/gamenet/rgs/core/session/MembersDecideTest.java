package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Games without a directory: they find each other, and their members decide who serves. */
class MembersDecideTest {
    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;

    private Citizen comes(String name) {
        Citizen citizen =
                lanTown.citizen(name, Town.rules(Failover.PROMOTED_PLAYER)).listens();
        citizen.begins();
        return citizen;
    }

    private static Citizen server(Citizen... all) {
        return Stream.of(all).filter(c -> c.session.isServer()).findFirst().orElseThrow();
    }

    private static List<String> hits(Citizen who) {
        return who.got.stream()
                .filter(i -> i.body() instanceof Town.Hit)
                .map(i -> i.from().name() + ((Town.Hit) i.body()).points())
                .toList();
    }

    @Test
    @DisplayName(
            "two find each other within half a second; one dies, the other goes on within a quarter, and what it said meanwhile is said")
    void oneSurvivesTheOther() {
        Citizen ann = comes("ann");
        town.until(() -> ann.session.phase() == Phase.PLAYING, 600);
        Citizen bob = comes("bob");
        long begun = town.clock.nanoTime();
        town.until(() -> bob.session.phase() == Phase.PLAYING, 500);
        assertTrue(town.clock.nanoTime() - begun < 500_000_000);
        lanTown.playing(ann, bob);
        bob.session.send(new Town.Hit(1), Delivery.TOTAL_ORDER);
        ann.session.send(new Town.Hit(2), Delivery.TOTAL_ORDER);
        town.until(() -> hits(ann).size() == 2 && hits(bob).size() == 2, 1_000);
        assertEquals(hits(ann), hits(bob));
        lanTown.dies(ann);
        bob.session.send(new Town.Hit(3), Delivery.TOTAL_ORDER);
        long died = town.clock.nanoTime();
        town.until(() -> hits(bob).contains("bob3"), 1_000);
        assertTrue(town.clock.nanoTime() - died < 250_000_000, (town.clock.nanoTime() - died) / 1_000_000 + " ms");
        assertTrue(bob.session.isServer());
        assertTrue(bob.events().contains("Left ann"));
        Citizen eve = comes("eve");
        town.until(() -> eve.session.phase() == Phase.PLAYING, 1_000);
        lanTown.playing(bob, eve);
        lanTown.dies(bob);
        town.until(() -> eve.session.isServer(), 1_000);
    }

    @Test
    @DisplayName("who leaves while it searches, or before it serves, tells of no game that nobody serves")
    void leavesBeforeItServes() {
        for (int waits = 0; waits < 600; waits += 20) {
            LanTown here = new LanTown();
            Citizen ann = here.citizen("ann", Town.rules(Failover.PROMOTED_PLAYER));
            ann.begins();
            here.town.pass(waits);
            if (ann.session.isServer()) return;
            ann.session.leave();
            here.town.pass(500);
            Citizen bob = here.citizen("bob", Town.rules(Failover.PROMOTED_PLAYER));
            bob.begins();
            here.town.until(() -> bob.session.isServer(), 600);
        }
    }

    @Test
    @DisplayName("three, two, one: each death is survived at once, and nobody stands still for long")
    void oneAfterTheOther() {
        List<Citizen> living = new ArrayList<>(List.of(comes("ann")));
        for (String name : List.of("bob", "cat", "dan")) {
            town.pass(600);
            living.add(comes(name));
        }
        lanTown.playing(living.toArray(Citizen[]::new));
        for (int number = 1; living.size() > 1; number++) {
            Citizen server = server(living.toArray(Citizen[]::new));
            lanTown.dies(server);
            living.remove(server);
            int said = number;
            living.forEach(c -> c.session.send(new Town.Hit(said), Delivery.TOTAL_ORDER));
            long died = town.clock.nanoTime();
            town.until(
                    () -> living.stream()
                            .allMatch(c -> hits(c).stream()
                                            .filter(h -> h.endsWith("" + said))
                                            .count()
                                    == living.size()),
                    2_000);
            assertTrue(town.clock.nanoTime() - died < 700_000_000, (town.clock.nanoTime() - died) / 1_000_000 + " ms");
            lanTown.playing(living.toArray(Citizen[]::new));
        }
        assertTrue(living.get(0).session.isServer());
        assertEquals(Phase.PLAYING, living.get(0).session.phase());
    }

    @Test
    @DisplayName(
            "P56 whoever finds out last that the server is dead votes as it does, and is not asked anew only later")
    void asksWhoeverSuspectsLater() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        cat.end.probesTakeMillis = 60;
        lanTown.dies(ann);
        long died = town.clock.nanoTime();
        town.until(() -> cat.session.phase() == Phase.FROZEN, 200);
        long found = town.clock.nanoTime();
        assertTrue(found - died >= 60_000_000, "it finds out late");
        town.until(() -> bob.session.isServer() && cat.session.phase() == Phase.PLAYING, 200);
        assertTrue(town.clock.nanoTime() - found < 25_000_000, (town.clock.nanoTime() - found) / 1_000_000 + " ms");
    }

    @Test
    @DisplayName(
            "P6 of five the server dies, and who was granted the next number dies at once: nobody waits for that one")
    void theWinnerDies() {
        List<Citizen> rest = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan", "eve")) {
            rest.add(comes(name));
            town.pass(600);
        }
        lanTown.playing(rest.toArray(Citizen[]::new));
        int collect = MessageTypes.RECORDS.idOf(Message.Collect.class);
        List<TestNetwork.End> winners = new ArrayList<>();
        town.network.weather = (from, to, frame) -> {
            boolean wins = FrameHeader.read(ByteBuffer.wrap(frame)).type() == collect;
            if (wins && winners.isEmpty()) winners.add(from);
            return wins && winners.contains(from) ? TestNetwork.Fate.lost(frame) : TestNetwork.Fate.arrives(frame);
        };
        lanTown.dies(rest.remove(0));
        town.until(() -> !winners.isEmpty(), 1_000);
        Citizen winner =
                rest.stream().filter(c -> winners.contains(c.end)).findFirst().orElseThrow();
        rest.remove(winner);
        lanTown.dies(winner);
        long died = town.clock.nanoTime();
        town.until(() -> rest.stream().allMatch(c -> c.session.phase() == Phase.PLAYING), 4_000);
        long millis = (town.clock.nanoTime() - died) / 1_000_000;
        assertTrue(millis < 500, millis + " ms");
    }

    @Test
    @DisplayName("a member that dies is out, whoever serves is not touched")
    void losesAMember() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        lanTown.dies(cat);
        town.until(() -> ann.events().contains("Left cat") && bob.events().contains("Left cat"), 1_500);
        assertFalse(ann.events().contains("Frozen"));
        lanTown.dies(ann);
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 1_000);
    }

    @Test
    @DisplayName("of three the two that are together go on, the one that is cut off stands still and comes back")
    void theMajorityGoesOn() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        lanTown.apart(ann);
        town.until(
                () -> bob.session.phase() == Phase.PLAYING
                        && bob.session.view().epoch() > ann.session.view().epoch()
                        && cat.session.phase() == Phase.PLAYING,
                4_000);
        town.until(() -> ann.session.phase() == Phase.FROZEN, 2_000);
        bob.session.send(new Town.Hit(7), Delivery.TOTAL_ORDER);
        ann.session.send(new Town.Hit(8), Delivery.TOTAL_ORDER);
        town.until(() -> hits(cat).contains("bob7"), 1_000);
        town.pass(12_000);
        assertFalse(hits(ann).contains("ann8"), "one of three decides nothing");
        assertEquals(Phase.FROZEN, ann.session.phase());
        lanTown.together(ann);
        town.until(
                () -> ann.session.phase() == Phase.PLAYING
                        && ann.session.view().players().size() == 3,
                10_000);
        town.until(() -> hits(cat).contains("ann8"), 2_000);
        assertEquals(
                1, Stream.of(ann, bob, cat).filter(c -> c.session.isServer()).count());
    }

    @Test
    @DisplayName(
            "HG32 of two the one that is cut off from a silent other stands still for ten seconds, and then plays on")
    void twoWaitForEachOther() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        lanTown.playing(ann, bob);
        lanTown.apart(ann);
        town.until(() -> ann.session.phase() == Phase.FROZEN && bob.session.phase() == Phase.FROZEN, 3_000);
        town.pass(7_000);
        assertEquals(Phase.FROZEN, ann.session.phase());
        assertEquals(Phase.FROZEN, bob.session.phase());
        town.until(() -> ann.session.phase() == Phase.PLAYING && bob.session.phase() == Phase.PLAYING, 8_000);
        town.until(() -> ann.events().contains("Left bob") && bob.events().contains("Left ann"), 2_000);
    }

    @Test
    @DisplayName("a server that hangs is replaced by the others, and comes back")
    void aServerHangs() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        ann.hangs = true;
        town.until(() -> bob.session.isServer() || cat.session.isServer(), 4_000);
        ann.hangs = false;
        town.until(
                () -> !ann.session.isServer()
                        && ann.session.phase() == Phase.PLAYING
                        && ann.session.view().players().size() == 3,
                10_000);
        assertEquals(List.of(), ann.all(SessionEvent.Closed.class));
    }

    @Test
    @DisplayName("HG35 of three one follower hangs: the server acts on, and puts it out")
    void aFollowerHangs() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        Citizen cat = comes("cat");
        lanTown.playing(ann, bob, cat);
        cat.hangs = true;
        town.until(() -> ann.events().contains("Left cat") && bob.events().contains("Left cat"), 4_000);
        assertFalse(ann.events().contains("Frozen"));
        bob.session.send(new Town.Hit(5), Delivery.TOTAL_ORDER);
        town.until(() -> hits(ann).contains("bob5"), 500);
        cat.hangs = false;
        town.until(
                () -> cat.session.phase() == Phase.PLAYING
                        && cat.session.view().players().size() == 3,
                10_000);
    }

    @Test
    @DisplayName("whoever serves leaves, and another takes over; the last that leaves ends the game")
    void leaves() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        lanTown.playing(ann, bob);
        ann.session.leave();
        town.until(() -> bob.session.isServer() && bob.session.phase() == Phase.PLAYING, 2_000);
        town.until(() -> ann.session.worker().isFinished(), 3_000);
        bob.session.leave();
        town.until(() -> bob.session.worker().isFinished(), 3_000);
        Citizen cat = comes("cat");
        town.until(() -> cat.session.isServer(), 1_000);
    }

    @Test
    @DisplayName("P59 P61 of two one leaves, a third comes, the first dies: the third goes on at once")
    void whoComesAfterOneThatLeft() {
        Citizen ann = comes("ann");
        town.pass(600);
        Citizen bob = comes("bob");
        lanTown.playing(ann, bob);
        bob.session.leave();
        town.until(() -> ann.events().contains("Left bob"), 1_000);
        Citizen cat = comes("cat");
        lanTown.playing(ann, cat);
        lanTown.dies(ann);
        town.until(() -> cat.session.isServer() && cat.session.phase() == Phase.PLAYING, 500);
    }

    @Test
    @DisplayName("P59 P62 of those that decide one was cut off and evicted, one dies: who comes back has a voice")
    void evictedMemberHasAVoice() {
        List<Citizen> all = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cat", "dan", "eve")) {
            all.add(lanTown.citizen(name, Town.rules(Failover.PROMOTED_PLAYER).amongPeers())
                    .listens());
            all.get(all.size() - 1).begins();
            town.pass(600);
        }
        lanTown.playing(all.toArray(Citizen[]::new));
        lanTown.split(all.get(0), all.get(3));
        for (int number = 0; number < 25; number++) {
            for (Citizen each : List.of(all.get(0), all.get(3)))
                each.session.send(new Town.Hit(number), Delivery.TOTAL_ORDER);
            town.pass(20);
        }
        Citizen bob = all.get(1);
        town.until(() -> bob.session.isServer() && all.get(4).session.phase() == Phase.PLAYING, 4_000);
        lanTown.dies(all.remove(4));
        town.pass(1_000);
        lanTown.heal();
        town.until(
                () -> all.stream()
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == all.size()),
                5_000);
        assertTrue(bob.events().contains("Left dan"), "dan was evicted");
    }
}
