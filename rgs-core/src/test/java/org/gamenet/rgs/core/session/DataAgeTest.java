package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.gamenet.rgs.Conditions;
import org.gamenet.rgs.DataAge;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * How old a datum is at five points of its way, by whole sessions in virtual time, where all clocks are one and the
 * truth is known.
 */
class DataAgeTest {
    private static final double SEND_MILLIS = 32;
    private static final double FRAME_MILLIS = 16;

    private final Town town = new Town();
    private final List<Player> players = new ArrayList<>();
    private final Player ann = new Player(town.registers("ann", Failover.PROMOTED_PLAYER), 1);
    private final Player bob = new Player(town.joins("bob", ann.who), 2);
    private final Player cat = new Player(town.joins("cat", ann.who), 3);

    /**
     * Sixty frames and thirty sends a second, each in its own step; does something at any time, which the next send
     * tells.
     */
    private final class Player {
        final Citizen who;
        final Random dice;
        Delivery how = Delivery.UNRELIABLE_SEQUENCED;
        long sum;
        long points;
        long frames;
        int framesPerSend = 2;
        double nextFrameAt;
        boolean acts;
        boolean draws;
        boolean sends = true;

        Player(Citizen who, long seed) {
            this.who = who;
            dice = new Random(seed);
            nextFrameAt = now() + seed * 7;
            who.session.on(Town.Hit.class, (from, hit) -> sum += hit.points());
            who.updates = false;
            players.add(this);
            who.begins();
            until(() -> who.session.phase() == Phase.PLAYING, 2_000);
        }

        void act() {
            points++;
            who.session.acted();
        }

        void frame(double now) {
            if (!who.alive || now < nextFrameAt) return;
            nextFrameAt += FRAME_MILLIS;
            who.session.update();
            if (sends && ++frames % framesPerSend == 0 && who.session.phase() == Phase.PLAYING) {
                if (points > 0) who.session.sendToServer(new Town.Hit((int) points), how);
                points = 0;
                if (who.session.isServer()) who.session.send(new Town.World(sum), Delivery.UNRELIABLE_SEQUENCED);
            }
            if (draws) who.session.drawn();
        }

        List<DataAge> ages() {
            return who.session.stats().dataAges();
        }
    }

    private void actAndDraw() {
        for (Player one : players) {
            one.acts = true;
            one.draws = true;
        }
    }

    private double now() {
        return town.clock.nanoTime() / 1e6;
    }

    private void until(java.util.function.BooleanSupplier condition, long mostMillis) {
        town.until(
                () -> {
                    for (Player one : players) {
                        if (one.who.alive && one.acts && one.dice.nextInt(40) == 0) one.act();
                        one.frame(now());
                    }
                    return condition.getAsBoolean();
                },
                mostMillis);
    }

    private void plays(long millis) {
        double end = now() + millis;
        until(() -> now() >= end, millis + 1_000);
    }

    @Test
    @DisplayName(
            "T56 T57 one datum is followed through client send, server receive, server send, client receive, client graphics; its age "
                    + "grows from point to point, and its mean on the screen is within one send interval, half a round trip and one frame")
    void fivePoints() {
        actAndDraw();
        plays(10_000);
        List<DataAge> ages = cat.ages();
        assertTrue(ages.size() > 60, ages.size() + " followed");
        assertTrue(ages.stream().anyMatch(a -> a.of().equals(bob.who.session.self())));
        assertTrue(ages.stream().anyMatch(a -> a.of().equals(ann.who.session.self())));
        for (DataAge age : ages) {
            assertFalse(age.of().equals(cat.who.session.self()), "its own doing is no news to it");
            double slack = 2 * age.errorMillis() + 0.1;
            assertTrue(age.sentMillis() >= -0.001 && age.sentMillis() <= SEND_MILLIS + FRAME_MILLIS, age.toString());
            assertTrue(age.serverReceivedMillis() >= age.sentMillis() - slack, age.toString());
            assertTrue(age.serverSentMillis() >= age.serverReceivedMillis(), age.toString());
            assertTrue(age.receivedMillis() >= age.serverSentMillis() - slack, age.toString());
            assertTrue(age.drawnMillis() >= age.receivedMillis(), age.toString());
            assertTrue(age.errorMillis() > 0 && age.errorMillis() < 4, age.toString());
        }
        double mean = ages.stream().mapToDouble(DataAge::drawnMillis).average().orElseThrow();
        double most = SEND_MILLIS + cat.who.session.stats().rttMillis() / 2 + FRAME_MILLIS;
        assertTrue(mean <= most, mean + " ms, more than " + most);
        assertTrue(mean >= most / 2, mean + " ms is too good to be true");
        assertEquals(mean, cat.who.session.stats().screenAgeMillis(), 10);
    }

    @Test
    @DisplayName(
            "T56 the error is told with the age: with 40 ms to and 5 ms fro each age is within its bar of the truth")
    void theBarHolds() {
        cat.who.session.conditions(new Conditions(Duration.ofMillis(40), Duration.ZERO, 0, 0, 0));
        bob.who.session.conditions(new Conditions(Duration.ofMillis(5), Duration.ofMillis(20), 0, 0, 0));
        cat.draws = true;
        plays(25_000);
        for (int i = 0; i < 60; i++) {
            plays(250 + i);
            int before = cat.ages().size();
            bob.act();
            double actedAt = now();
            until(() -> cat.ages().size() > before, 1_000);
            DataAge age = cat.ages().get(cat.ages().size() - 1);
            assertEquals(now() - actedAt, age.drawnMillis(), age.errorMillis() + 1, age.toString());
        }
    }

    @Test
    @DisplayName(
            "T58 a send interval limits how often, not how fresh: with 5 sends a second the age at client send is within one interval, and "
                    + "what is sent is what was done last")
    void throttlingDelaysNothingElse() {
        cat.draws = true;
        bob.sends = false;
        bob.framesPerSend = 1;
        long told = ann.sum;
        for (int i = 0; i < 40; i++) {
            plays(230);
            bob.act();
            bob.act();
            plays(13);
            bob.sends = true;
            plays(17);
            bob.sends = false;
        }
        plays(200);
        List<DataAge> ages =
                cat.ages().subList(cat.ages().size() - 20, cat.ages().size());
        for (DataAge age : ages)
            assertTrue(age.sentMillis() >= 13 && age.sentMillis() <= 13 + FRAME_MILLIS + 2, age.toString());
        assertTrue(ann.sum - told >= 80 - 4, "nothing that was done was left behind");
    }

    @Test
    @DisplayName(
            "T56 a game that tells neither its actions nor its drawing is followed from its sending to its hand-out")
    void withoutTheGamesHelp() {
        for (int i = 0; i < 200; i++) {
            bob.who.session.sendToServer(new Town.Hit(1), Delivery.RELIABLE_ORDERED);
            plays(25);
        }
        List<DataAge> ages = cat.ages();
        assertTrue(ages.size() > 20, ages.size() + " followed");
        for (DataAge age : ages) {
            assertEquals(0, age.sentMillis());
            assertTrue(Double.isNaN(age.drawnMillis()));
        }
        assertTrue(Double.isNaN(cat.who.session.stats().screenAgeMillis()));
    }

    @Test
    @DisplayName(
            "T56 data are followed again after a failover, and one that waited for the new server is as old as it is")
    void acrossAFailover() {
        actAndDraw();
        for (Player one : players) one.how = Delivery.RELIABLE_ORDERED;
        plays(3_000);
        ann.who.kill();
        double killedAt = now();
        until(() -> cat.who.all(Left.class).size() == 1 && cat.who.session.phase() == Phase.PLAYING, 5_000);
        double outage = now() - killedAt;
        plays(2_000);
        Player viewer = bob.who.session.isServer() ? cat : bob;
        DataAge oldest = viewer.ages().stream()
                .max(java.util.Comparator.comparingDouble(DataAge::drawnMillis))
                .orElseThrow();
        assertTrue(oldest.drawnMillis() <= outage + 1_000, oldest + " after " + outage);
        assertTrue(
                viewer.who.session.stats().screenAgeMillis() < 200,
                viewer.who.session.stats().toString());
    }

    @Test
    @DisplayName("few messages carry a trace: at most ten a second of each player, whatever it sends")
    void mostMessagesCarryNothing() {
        cat.draws = true;
        int before = cat.ages().size();
        for (int i = 0; i < 1_000; i++) {
            bob.act();
            bob.who.session.sendToServer(new Town.Hit(1), Delivery.UNRELIABLE);
            if (i % 10 == 0) plays(20);
        }
        plays(200);
        int followed = cat.ages().size() - before;
        assertTrue(followed > 10 && followed <= 20, followed + " in 2 s");
    }
}
