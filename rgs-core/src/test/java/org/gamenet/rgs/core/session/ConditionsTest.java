package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code Rgs.conditions}, by whole sessions in virtual time: the network itself takes 1 ms. */
@DisplayName("conditions worsen what leaves a process")
class ConditionsTest {
    private static final long HOP_MILLIS = 4;

    private final Town town = new Town();
    private final Citizen ann = playing(town.registers("ann", Failover.PROMOTED_PLAYER));
    private final Citizen bob = playing(town.joins("bob", ann));
    private final Citizen cat = playing(town.joins("cat", ann));

    private Citizen playing(Citizen one) {
        one.begins();
        town.until(() -> one.session.phase() == Phase.PLAYING, 2_000);
        town.pass(100);
        return one;
    }

    private static Conditions late(long latencyMillis, long jitterMillis, double loss) {
        return new Conditions(Duration.ofMillis(latencyMillis), Duration.ofMillis(jitterMillis), loss, 0, 0);
    }

    private void under(Conditions conditions, Citizen... who) {
        for (Citizen one : who) one.session.conditions(conditions);
        town.pass(2);
        for (Citizen one : town.citizens) one.got.clear();
    }

    private List<Integer> hits(Citizen at) {
        return at.all(Town.Hit.class).stream().map(Town.Hit::points).toList();
    }

    private static List<Integer> upTo(int last) {
        return java.util.stream.IntStream.rangeClosed(1, last).boxed().toList();
    }

    private void annSends(int messages, Delivery how, long everyMillis) {
        for (int i = 1; i <= messages; i++) {
            ann.session.send(new Town.Hit(i), how);
            town.pass(everyMillis);
        }
    }

    private long millisUntil(Citizen at, int messages) {
        long since = town.clock.nanoTime();
        town.until(() -> hits(at).size() == messages, 10_000);
        return (town.clock.nanoTime() - since) / 1_000_000;
    }

    @Test
    @DisplayName("every delivery class is late by the latency; what others send is not; the round trip shows it")
    void isLate() {
        under(late(100, 0, 0), ann);
        for (Delivery how : Delivery.values()) {
            bob.got.clear();
            ann.session.send(new Town.Hit(1), how);
            assertEquals(100, millisUntil(bob, 1), HOP_MILLIS, how.name());
        }
        ann.got.clear();
        bob.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        assertTrue(millisUntil(ann, 1) <= HOP_MILLIS);
        town.pass(40_000);
        assertEquals(101, bob.session.stats().rttMillis(), HOP_MILLIS);
    }

    @Test
    @DisplayName("what is unreliable is lost in the share asked for, for each receiver anew")
    void isLost() {
        under(late(0, 0, 0.2), ann);
        annSends(1_000, Delivery.UNRELIABLE, 1);
        town.pass(50);
        assertEquals(800, hits(bob).size(), 60);
        assertEquals(800, hits(cat).size(), 60);
        assertNotEquals(hits(bob), hits(cat));
        assertEquals(upTo(1_000), hits(ann), "what a process says to itself crosses no network");
    }

    @Test
    @DisplayName("what is unreliable comes twice, or is overtaken, in the shares asked for")
    void comesTwiceOrOutOfOrder() {
        under(new Conditions(Duration.ZERO, Duration.ZERO, 0, 0.2, 0), ann);
        annSends(500, Delivery.UNRELIABLE, 1);
        town.pass(50);
        assertEquals(600, hits(bob).size(), 40);
        under(new Conditions(Duration.ZERO, Duration.ZERO, 0, 0, 0.2), ann);
        annSends(500, Delivery.UNRELIABLE, 20);
        town.pass(100);
        List<Integer> seen = hits(bob);
        assertEquals(upTo(500), seen.stream().sorted().toList());
        long overtaken = LongStream.range(1, seen.size())
                .filter(i -> seen.get((int) i) < seen.get((int) i - 1))
                .count();
        assertEquals(100, overtaken, 35);
    }

    @Test
    @DisplayName("jitter alone changes no order")
    void jitterKeepsTheOrder() {
        under(late(10, 40, 0), ann);
        annSends(300, Delivery.UNRELIABLE, 3);
        town.pass(100);
        assertEquals(upTo(300), hits(bob));
    }

    @Test
    @DisplayName(
            "what is reliable arrives once and in its order however much is lost, and is late by a round trip for each loss")
    void reliableStaysReliable() {
        for (Delivery how : List.of(Delivery.RELIABLE_ORDERED, Delivery.TOTAL_ORDER)) {
            under(new Conditions(Duration.ofMillis(30), Duration.ofMillis(20), 0.3, 0.2, 0.2), ann, bob, cat);
            annSends(300, how, 2);
            town.until(() -> hits(bob).size() >= 300 && hits(cat).size() >= 300, 20_000);
            town.pass(500);
            assertEquals(upTo(300), hits(bob), how.name());
            assertEquals(upTo(300), hits(cat), how.name());
            under(Conditions.NONE, ann, bob, cat);
        }
        under(late(0, 0, 1), ann);
        ann.session.send(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
        assertEquals(5 * 20, millisUntil(bob, 1), HOP_MILLIS, "resent five times");
    }

    @Test
    @DisplayName("changed while the game runs: what waits goes out at once and in order when they end")
    void ends() {
        under(late(400, 0, 0), ann);
        annSends(20, Delivery.RELIABLE_ORDERED, 1);
        assertEquals(List.of(), hits(bob));
        ann.session.conditions(Conditions.NONE);
        town.pass(HOP_MILLIS);
        assertEquals(upTo(20), hits(bob));
        ann.session.send(new Town.Hit(21), Delivery.RELIABLE_ORDERED);
        assertTrue(millisUntil(bob, 21) <= HOP_MILLIS);
    }

    @Test
    @DisplayName(
            "signs of life are late too: a server 3 s behind is suspected, and no longer once they are heard again")
    void heartbeatsAreLate() {
        under(late(3_000, 0, 0), ann);
        town.until(() -> bob.events().contains("Frozen") && cat.events().contains("Frozen"), 2_000);
        under(Conditions.NONE, ann);
        town.until(
                () -> bob.all(Resumed.class).size() == 1
                        && cat.all(Resumed.class).size() == 1,
                4_000);
        town.pass(2_000);
        assertEquals(ann.session.view(), bob.session.view());
        assertEquals(ann.session.view(), cat.session.view());
    }

    @Test
    @DisplayName("last words are heard: who leaves under 300 ms of latency has left, and is not taken for dead")
    void lastWords() {
        under(late(300, 0, 0), bob);
        bob.session.leave();
        town.until(() -> !Party.left(ann).isEmpty(), 2_000);
        assertEquals(List.of("bob " + SessionEvent.Left.Why.LEFT), Party.left(ann));
    }

    @Test
    @DisplayName("the same chance gives the same network")
    void canBeRepeated() {
        assertEquals(arrivals(), arrivals());
    }

    private static List<Long> arrivals() {
        ConditionsTest run = new ConditionsTest();
        run.under(Conditions.BAD, run.ann);
        List<Long> times = new ArrayList<>();
        run.bob.session.on(Town.Hit.class, (from, hit) -> times.add(run.town.clock.nanoTime()));
        run.annSends(200, Delivery.UNRELIABLE, 5);
        run.town.pass(500);
        assertTrue(times.size() > 150);
        return times;
    }

    @Test
    @DisplayName(
            "With 100 ms latency, 20 ms jitter and 5 % loss everywhere the game goes on through two deaths of its server: each hit "
                    + "counts once")
    void playsOnThroughTheDeathOfTheServer() {
        Party party = new Party(Failover.PROMOTED_PLAYER);
        List<Citizen> players =
                new ArrayList<>(List.of(party.ann, party.joined("bob"), party.joined("cat"), party.joined("dan")));
        for (Citizen one : players) one.session.conditions(late(100, 20, 0.05));
        int hits = 0;
        for (int deaths = 0; deaths <= 2; deaths++) {
            for (int i = 0; i < 40; i++) {
                for (Citizen one : players) one.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
                hits += players.size();
                party.town.pass(25);
            }
            int expected = hits;
            Citizen serves = party.server();
            party.town.until(() -> party.game(serves).sum == expected, 10_000);
            // The last state may be among the lost ones.
            party.town.until(
                    () -> {
                        serves.session.send(new Town.World(expected), Delivery.UNRELIABLE_SEQUENCED);
                        return players.stream().allMatch(one -> party.game(one).sum == expected);
                    },
                    2_000);
            if (deaths == 2) break;
            Citizen server = party.server();
            players.remove(server);
            server.kill();
            party.town.until(
                    () -> players.stream()
                            .allMatch(one -> one.session.phase() == Phase.PLAYING
                                    && Party.left(one).contains(server.name + " CRASHED")),
                    6_000);
        }
        for (Citizen one : players) assertEquals(List.of(), one.all(Closed.class));
    }
}
