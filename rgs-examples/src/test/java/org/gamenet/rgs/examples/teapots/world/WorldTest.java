package org.gamenet.rgs.examples.teapots.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {
    private static final Peer ANN = Peer.of(1, "ann");
    private static final Peer BOB = Peer.of(2, "bob");
    private static final Peer CID = Peer.of(3, "cid");
    private static final List<Peer> ALL = List.of(ANN, BOB, CID);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void keepsItsBoundsWhateverIsAsked(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = table(ALL);
        boolean edge = false;
        for (int tick = 0; tick < 3_000; tick++) {
            for (Peer peer : ALL) {
                if (random.nextInt(20) == 0)
                    world = world.after(peer, new Steer(random.nextDouble(-9, 9), random.nextDouble(-1, 9)));
                if (random.nextInt(10) == 0) world = world.after(peer, new Fire());
            }
            World before = world;
            world = world.step();
            for (Peer peer : ALL) {
                Teapot pot = world.pots().get(peer);
                assertTrue(
                        Math.abs(pot.x()) <= Rules.HALF_TABLE && Math.abs(pot.z()) <= Rules.HALF_TABLE, "on the table");
                assertTrue(pot.body().speed() <= Rules.SPEED_MAX + 1e-9, "no faster than the rules");
                assertTrue(Math.abs(pot.body().heading()) <= Math.PI, "a heading within ±π");
                Teapot was = before.pots().get(peer);
                double way = Math.hypot(pot.x() - was.x(), pot.z() - was.z());
                assertTrue(way <= Rules.SPEED_MAX * Rules.TICK + 1e-9, "no further in a tick than its speed allows");
                assertTrue(
                        pot.score() >= was.score() && pot.hits() >= was.hits() && pot.asked() >= was.asked(),
                        "counts never fall");
                assertTrue(
                        pot.bowl().lumps() >= 0 && pot.bowl().lumps() <= Rules.LUMPS_MAX, "a bowl holds what it can");
                edge |= Math.abs(pot.x()) == Rules.HALF_TABLE || Math.abs(pot.z()) == Rules.HALF_TABLE;
            }
            assertTrue(world.flying().size() <= ALL.size() * Rules.LUMPS_MAX * 2, "sugar does not pile up in the air");
        }
        assertTrue(edge, "this run has tried the edge");
    }

    @Test
    void losesEnergyWhenNobodyPushes() {
        World world = table(ALL).after(ANN, new Steer(0, 1));
        for (int i = 0; i < 60; i++) world = world.step();
        world = world.after(ANN, Steer.NONE);
        double speed = world.pots().get(ANN).body().speed();
        assertTrue(speed > 1, "it was moving");
        for (int i = 0; i < 300; i++) {
            world = world.step();
            assertTrue(world.pots().get(ANN).body().speed() <= speed, "it only gets slower");
            speed = world.pots().get(ANN).body().speed();
        }
        assertTrue(speed < 0.1, "it comes to rest");
    }

    @Test
    void isTheSameAfterTheSameCommands() {
        assertEquals(played(7), played(7));
        assertFalse(played(7).equals(played(8)), "other commands lead elsewhere");
    }

    @Test
    void countsEachHitOnce() {
        World world = facing();
        int hits = 0;
        for (int i = 0; i < 600; i++) {
            if (i % 20 == 0) world = world.after(ANN, new Fire());
            int inTheAir = world.flying().size();
            World next = world.step();
            int gain = next.pots().get(ANN).score() - world.pots().get(ANN).score();
            assertTrue(gain <= inTheAir - next.flying().size(), "every point costs the lump that made it");
            hits += gain;
            world = next;
        }
        assertTrue(hits > 0, "some have hit");
        assertEquals(hits, world.pots().get(ANN).score());
        assertEquals(hits, world.pots().get(BOB).hits(), "who made a point, and who took it, agree");
        assertTrue(hits + world.flying().size() <= world.thrown());
    }

    @Test
    void pushesWhoIsHitAndTheHeavierTheHarder() {
        Body still = new Body(0, 0, 0, 0, 0, 0);
        assertTrue(still.knocked(14, 0).vx() > 0);
        assertTrue(still.knocked(3 * 10, 0).vx() > still.knocked(14, 0).vx());
    }

    @Test
    void letsNoTeapotThroughAnother() {
        World world = facing().after(ANN, new Steer(0, 1)).after(BOB, new Steer(0, -1));
        double closest = Double.MAX_VALUE;
        for (int i = 0; i < 600; i++) {
            world = world.step();
            closest = Math.min(
                    closest, world.pots().get(BOB).x() - world.pots().get(ANN).x());
        }
        assertTrue(
                closest > 1.6 * Rules.POT_RADIUS && closest < 2 * Rules.POT_RADIUS,
                "they met, and came as close as " + closest);
    }

    @Test
    void handsOnInACollisionWhatItTakes() {
        Body slow = new Body(0, 0, 1, 0, 0, 1);
        Body fast = new Body(-3, 0.4, 2, 6, 1, 2);
        Body hit = slow.bumped(fast);
        Body hitter = fast.bumped(slow);
        assertTrue(hit.vx() > 2 && hitter.vx() < 4, "the one that stood goes ahead of the one that came");
        assertEquals(fast.vx(), hit.vx() + hitter.vx(), 1e-9);
        assertEquals(fast.vz(), hit.vz() + hitter.vz(), 1e-9);
        assertEquals(
                List.of(0.0, 0.0, 1.0, 1.0),
                List.of(hit.x(), hit.z(), hit.heading(), hit.spin()),
                "nobody is put elsewhere, or turned");
        Body far = new Body(-4, 0, 0, 6, 0, 0);
        assertSame(far, far.bumped(slow));
        Body leaving = new Body(-3, 0, 0, -6, 0, 0);
        assertSame(leaving, leaving.bumped(slow));
    }

    @Test
    void throwsNothingFromAnEmptyBowlButCountsTheRequest() {
        World world = table(List.of(ANN));
        for (int i = 0; i < 8; i++) world = world.after(ANN, new Fire());
        assertEquals(Rules.LUMPS_MAX, world.flying().size());
        assertEquals(8, world.pots().get(ANN).asked());
        for (int i = 0; i < Rules.REFILL_TICKS; i++) world = world.step();
        assertEquals(1, world.pots().get(ANN).bowl().lumps(), "one lump comes back in a second");
        for (int i = 0; i < 9 * Rules.REFILL_TICKS; i++) world = world.step();
        assertEquals(Bowl.FULL, world.pots().get(ANN).bowl());
        assertEquals(List.of(), world.flying(), "what hits nobody lands");
    }

    @Test
    void forgetsWhoLeavesAndWhatItThrew() {
        World world = facing().after(ANN, new Fire()).after(BOB, new Fire()).without(ANN);
        assertEquals(Set.of(BOB), world.pots().keySet());
        assertTrue(world.flying().stream().allMatch(p -> p.owner().equals(BOB)));
        assertEquals(1, world.flying().size());
        assertSame(world, world.without(ANN), "twice is no different");
        assertSame(world, world.after(ANN, new Fire()), "a command of somebody who is gone does nothing");
        for (int i = 0; i < 300; i++) world = world.step();
        assertEquals(1, world.pots().size());
    }

    @Test
    void keepsTheTeapotOfWhoIsInAlready() {
        World world = facing().after(ANN, new Fire());
        assertSame(world, world.with(ANN));
    }

    @Test
    void seatsEverybodyApart() {
        World world = World.EMPTY;
        for (int i = 0; i < 8; i++) world = world.with(Peer.of(i, "p" + i));
        List<Teapot> pots = List.copyOf(world.pots().values());
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < i; j++) {
                double apart = Math.hypot(
                        pots.get(i).x() - pots.get(j).x(),
                        pots.get(i).z() - pots.get(j).z());
                assertTrue(apart > 2 * Rules.POT_RADIUS, i + " and " + j + " are " + apart + " apart");
            }
        }
    }

    @Test
    void takesNoHarmFromNumbersThatAreNone() {
        assertEquals(new Steer(0, 1), new Steer(Double.NaN, Double.POSITIVE_INFINITY));
        assertEquals(new Steer(-1, -1), new Steer(Double.NEGATIVE_INFINITY, -1e300));
    }

    @Test
    void cannotBeChangedFromOutside() {
        Map<Peer, Teapot> mine = new TreeMap<>(table(List.of(ANN)).pots());
        World world = new World(0, 0, 1, mine, List.of());
        mine.clear();
        assertEquals(1, world.pots().size());
        assertThrows(UnsupportedOperationException.class, () -> world.pots().clear());
    }

    @Test
    void lobsALoafThatIsSlowerThanSugarAndHitsHarder() {
        World sugar = landed(facing().after(ANN, new Fire()));
        World loaf = landed(facing().after(ANN, new Lob()));
        assertEquals(1, loaf.pots().get(ANN).score());
        assertTrue(loaf.tick() > sugar.tick());
        assertTrue(loaf.pots().get(BOB).body().speed()
                > sugar.pots().get(BOB).body().speed());
    }

    @Test
    void takesThreeLumpsForALoafAndCountsTheRequestIfThereAreNone() {
        World world = facing().after(ANN, new Lob());
        assertEquals(2, world.pots().get(ANN).bowl().lumps());
        world = world.after(ANN, new Lob());
        assertEquals(1, world.flying().size());
        assertEquals(2, world.pots().get(ANN).asked());
    }

    @Test
    void leavesSugarWhereItFellForWhoeverHasRoom() {
        World world = table(List.of(ANN)).after(ANN, new Fire());
        while (world.lying().isEmpty()) world = world.step();
        Lying lump = world.lying().get(0);
        assertEquals(List.of(), world.flying());
        assertTrue(Math.abs(lump.x()) <= Rules.HALF_TABLE && Math.abs(lump.z()) <= Rules.HALF_TABLE);
        Teapot full = new Teapot(new Body(lump.x(), lump.z(), 0, 0, 0, 0), Steer.NONE, Bowl.FULL, 0, 0, 0, 1);
        World passed = new World(0, 1, 2, Map.of(BOB, full), List.of(), world.lying(), world.round()).step();
        assertEquals(1, passed.lying().size(), "a full bowl takes none");
        Teapot hungry = new Teapot(full.body(), Steer.NONE, new Bowl(0, 50), 0, 0, 0, 1);
        World eaten = new World(0, 1, 2, Map.of(BOB, hungry), List.of(), world.lying(), world.round()).step();
        assertEquals(List.of(), eaten.lying());
        assertEquals(1, eaten.pots().get(BOB).bowl().lumps());
    }

    @Test
    void losesWhatFallsPastTheEdge() {
        Teapot ann = new Teapot(new Body(19, 0, 0, 0, 0, 0), Steer.NONE, Bowl.FULL, 0, 0, 0, 0);
        World world = landed(new World(0, 0, 1, Map.of(ANN, ann), List.of()).after(ANN, new Fire()));
        assertEquals(List.of(), world.lying());
    }

    @Test
    void keepsNoMoreOnTheTableThanItsRulesAllow() {
        World world = table(List.of(ANN));
        for (int i = 0; i < 60 * 60; i++)
            world = i % 40 == 0 ? world.after(ANN, new Fire()).step() : world.step();
        assertTrue(world.thrown() > Rules.LYING_MAX);
        assertTrue(world.lying().size() <= Rules.LYING_MAX, world.lying().size() + " lie there");
    }

    @Test
    void playsRoundsWithAWinnerAndBeginsTheNextOne() {
        World world = facing().after(ANN, new Fire());
        for (int i = 0; i < Rules.ROUND_TICKS; i++) world = world.step();
        assertTrue(world.round().over());
        assertEquals(ANN, world.round().winner().orElseThrow());
        int score = world.pots().get(ANN).score();
        for (int i = 0; i < Rules.CHEER_TICKS; i++) world = world.step();
        assertFalse(world.round().over());
        assertEquals(2, world.round().number());
        assertEquals(score, world.pots().get(ANN).score(), "what was scored is never lost");
        assertEquals(0, world.round().points(ANN, world.pots().get(ANN)), "a round begins at nought");
        assertFalse(world.without(ANN).round().before().containsKey(ANN), "who has left is in no round");
    }

    @Test
    void hasNoWinnerWhereTwoAreBestOrNobodyHit() {
        World world = facing();
        for (int i = 0; i < Rules.ROUND_TICKS; i++) world = world.step();
        assertTrue(world.round().over() && world.round().winner().isEmpty());
    }

    @Test
    void givesEachTeapotAGlazeOfItsOwnAndKeepsIt() {
        World world = table(ALL);
        int bobs = world.pots().get(BOB).glaze();
        world = world.without(ANN).with(Peer.of(9, "zoe"));
        assertEquals(bobs, world.pots().get(BOB).glaze());
        assertEquals(
                3, world.pots().values().stream().map(Teapot::glaze).distinct().count());
    }

    private static World landed(World world) {
        World after = world;
        while (!after.flying().isEmpty()) after = after.step();
        return after;
    }

    private static World table(List<Peer> peers) {
        World world = World.EMPTY;
        for (Peer peer : peers) world = world.with(peer);
        return world;
    }

    /** Ann points at bob, six units away. */
    private static World facing() {
        Teapot ann = new Teapot(new Body(-3, 0, 0, 0, 0, 0), Steer.NONE, Bowl.FULL, 0, 0, 0, 0);
        Teapot bob = new Teapot(new Body(3, 0, 0, 0, 0, 0), Steer.NONE, Bowl.FULL, 0, 0, 0, 1);
        return new World(0, 0, 2, Map.of(ANN, ann, BOB, bob), List.of());
    }

    private static World played(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        World world = table(ALL);
        for (int i = 0; i < 600; i++) {
            Peer peer = ALL.get(random.nextInt(3));
            world = world.after(peer, new Steer(random.nextDouble(-1, 1), random.nextDouble(-1, 1)));
            if (i % 15 == 0) world = world.after(peer, new Fire());
            world = world.step();
        }
        return world;
    }
}
