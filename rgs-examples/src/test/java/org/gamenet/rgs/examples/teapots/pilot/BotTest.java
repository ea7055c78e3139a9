package org.gamenet.rgs.examples.teapots.pilot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BotTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");

    @Test
    void decidesAlikeFromTheSameSeedAndWorlds() {
        assertEquals(decisions(5), decisions(5));
        assertNotEquals(decisions(5), decisions(6));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 10, 99})
    void scoresWithinFiveSecondsOfPlay(long seed) {
        List<Peer> players = List.of(ANN, BOB, Peer.of(3, "cid"), Peer.of(4, "dee"));
        List<Bot> bots = new ArrayList<>();
        World world = World.EMPTY;
        for (Peer player : players) {
            world = world.with(player);
            bots.add(new Bot(seed + player.id()));
        }
        for (int tick = 0; tick < 300; tick++) {
            for (int i = 0; i < players.size() && tick % 2 == 0; i++) {
                for (Command command : bots.get(i).decide(world, players.get(i)))
                    world = world.after(players.get(i), command);
            }
            world = world.step();
        }
        assertTrue(
                world.pots().values().stream().mapToInt(pot -> pot.score()).sum() > 0,
                "the drill needs scores by the first death");
    }

    @Test
    void doesNothingWithoutATeapotAndDoesNotThrowAtNobody() {
        assertEquals(List.of(), new Bot(1).decide(World.EMPTY, ANN));
        Bot bot = new Bot(1);
        World alone = World.EMPTY.with(ANN);
        for (int i = 0; i < 200; i++) assertTrue(bot.decide(alone, ANN).stream().noneMatch(Fire.class::isInstance));
    }

    @Test
    void huntsEverybodyInTurnAndDoesNotCling() {
        List<Peer> players = List.of(ANN, BOB, Peer.of(3, "cid"), Peer.of(4, "dee"));
        World world = World.EMPTY;
        for (Peer player : players) world = world.with(player);
        List<Bot> bots = List.of(new Bot(11), new Bot(12), new Bot(13));
        int close = 0;
        int looks = 0;
        // Ann is a person who does nothing.
        for (int tick = 0; tick < 90 * 60; tick++) {
            for (int i = 0; i < bots.size() && tick % 2 == 0; i++) {
                for (Command command : bots.get(i).decide(world, players.get(i + 1)))
                    world = world.after(players.get(i + 1), command);
            }
            world = world.step();
            for (int i = 1; i < 4; i++) {
                for (int j = 1; j < i; j++) {
                    var one = world.pots().get(players.get(i));
                    var other = world.pots().get(players.get(j));
                    looks++;
                    if (Math.hypot(one.x() - other.x(), one.z() - other.z()) < 4) close++;
                }
            }
        }
        for (Peer player : players)
            assertTrue(world.pots().get(player).hits() > 0, player + " was never hit: " + world.pots());
        assertTrue(close < looks / 8, "bots stick together for " + 100 * close / looks + " % of the time");
    }

    private static List<Command> decisions(long seed) {
        Bot bot = new Bot(seed);
        World world = World.EMPTY.with(ANN).with(BOB);
        List<Command> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            for (Command command : bot.decide(world, ANN)) {
                all.add(command);
                world = world.after(ANN, command);
            }
            world = world.step();
        }
        return all;
    }
}
