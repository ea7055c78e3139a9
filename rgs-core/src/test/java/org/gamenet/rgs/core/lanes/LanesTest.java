package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.ordering.Position;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LanesTest {
    static IntStream seeds() {
        return IntStream.range(0, Integer.getInteger("rgs.seeds", 40));
    }

    private static World badNetwork(int seed) {
        World world = new World(seed);
        world.loss = 0.1;
        world.doubled = 0.1;
        world.jitterNanos = 20 * World.MILLI;
        return world;
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName(
            "P24 S10 reliable messages arrive once, ordered ones in order, across epochs and a network that loses, doubles and reorders")
    void reliable(int seed) {
        World world = badNetwork(seed);
        End a = world.found(1);
        End b = world.join(2);
        End c = world.join(3);
        List<End> all = List.of(a, b, c);
        Map<End, int[]> counts = Map.of(a, new int[2], b, new int[2], c, new int[2]);
        for (int round = 0; round < 6; round++) {
            for (int step = 0; step < 30; step++) {
                chatter(world, all, counts);
                world.run(1 + world.random.nextInt(10));
            }
            switch (world.random.nextInt(3)) {
                case 0 -> {
                    world.freeze();
                    chatter(world, all, counts);
                    world.run(world.random.nextInt(100));
                    LogEntry ack = world.acknowledge(a.me, Optional.empty(), List.of());
                    for (End end : all) {
                        chatter(world, all, counts);
                        world.resume(end, ack, Optional.empty());
                        world.run(world.random.nextInt(30));
                    }
                }
                case 1 -> {
                    b.lanes.frozen();
                    world.run(world.random.nextInt(200));
                    b.lanes.thawed(world.now);
                }
                default -> {
                    a.lanes.resend(b.me, world.now);
                    b.lanes.resend(a.me, world.now);
                }
            }
        }
        world.run(8_000);
        for (End to : all) {
            for (End from : all) {
                assertEquals(upTo(counts.get(from)[0]), to.heard.getOrDefault("p" + from.peer + " ordered", List.of()));
                List<Integer> unordered =
                        new ArrayList<>(to.heard.getOrDefault("p" + from.peer + " unordered", List.of()));
                unordered.sort(null);
                assertEquals(upTo(counts.get(from)[1]), unordered);
            }
            assertEquals(0, to.outbox.waiting());
            assertEquals(0, to.lanes.malformed());
        }
    }

    private static void chatter(World world, List<End> all, Map<End, int[]> counts) {
        for (End end : all) {
            int[] count = counts.get(end);
            for (int i = world.random.nextInt(4); i > 0; i--) {
                boolean ordered = world.random.nextInt(3) > 0;
                World.Say say =
                        new World.Say("p" + end.peer, ordered ? "ordered" : "unordered", count[ordered ? 0 : 1]++);
                Delivery how = ordered ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED;
                assertTrue(end.outbox.offer(World.all(say, how, world.seconds())));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName(
            "P24 S10 who rejoins in a new incarnation goes on where each receiver was: nothing twice, nothing missing, in order")
    void rejoin(int seed) {
        World world = badNetwork(seed);
        End a = world.found(1);
        End b = world.join(2);
        End c = world.join(3);
        Map<End, int[]> counts = Map.of(b, new int[2]);
        for (int round = 0; round < 4; round++) {
            for (int step = 0; step < 10; step++) {
                chatter(world, List.of(b), counts);
                world.run(world.random.nextInt(10));
            }
            if (world.random.nextBoolean()) {
                MemberId before = b.me;
                b.lanes.frozen();
                b.playing = false;
                world.exit(before);
                world.run(world.random.nextInt(100));
            }
            world.join(2);
        }
        world.run(8_000);
        for (End to : List.of(a, b, c)) {
            assertEquals(upTo(counts.get(b)[0]), to.heard.get("p2 ordered"), () -> "at p" + to.peer);
            List<Integer> unordered = new ArrayList<>(to.heard.getOrDefault("p2 unordered", List.of()));
            unordered.sort(null);
            assertEquals(upTo(counts.get(b)[1]), unordered);
        }
        assertEquals(0, b.outbox.waiting());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("P23 S9 HG12 HG29 a request takes effect once in the history that goes on: servers die, "
            + "packages are old, the old server comes back")
    void requests(int seed) {
        World world = badNetwork(seed);
        world.found(1);
        for (long peer = 2; peer <= 4; peer++) world.join(peer);
        for (int death = 0; death < 4; death++) {
            for (int step = 0; step < 40; step++) {
                for (End end : world.ends.values()) {
                    if (world.random.nextInt(3) == 0)
                        end.buy(world.random.nextBoolean() ? Delivery.RELIABLE_ORDERED : Delivery.RELIABLE_UNORDERED);
                    if (end != world.server() && world.random.nextInt(5) == 0) end.takePackage();
                }
                if (world.random.nextInt(3) == 0) {
                    world.server()
                            .tellState(world.random.nextBoolean() ? Delivery.UNRELIABLE : Delivery.RELIABLE_ORDERED);
                }
                world.run(world.random.nextInt(12));
            }
            failover(world);
            world.run(world.random.nextInt(50));
            if (death == 1) {
                End follower = world.ends.values().stream()
                        .filter(e -> e != world.server())
                        .findFirst()
                        .orElseThrow();
                world.exit(follower.me);
                world.run(world.random.nextInt(50));
                world.join(follower.peer);
            }
        }
        for (int i = 0; i < 100; i++) {
            world.server().tellState(Delivery.RELIABLE_ORDERED);
            world.run(50);
            for (End end : world.ends.values()) if (end != world.server()) end.takePackage();
        }
        world.run(10_000);
        List<String> expected = new ArrayList<>();
        for (End end : world.ends.values()) for (int i = 0; i < end.buys; i++) expected.add("p" + end.peer + "/" + i);
        List<String> bought = new ArrayList<>(world.server().bought);
        List<String> twice = new ArrayList<>(bought);
        for (String once : new HashSet<>(bought)) twice.remove(once);
        assertEquals(List.of(), twice);
        bought.sort(null);
        expected.sort(null);
        List<String> missing = new ArrayList<>(expected);
        missing.removeAll(bought);
        assertEquals(List.of(), missing, () -> "of server p" + world.server().peer);
        assertEquals(expected, bought);
        for (End end : world.ends.values()) {
            assertEquals(0, end.outbox.waiting(), () -> "p" + end.peer);
            assertEquals(0, end.lanes.kept(), () -> "still kept at p" + end.peer);
            assertEquals(0, end.letGo);
            assertEquals(0, end.uncertain, () -> "p" + end.peer);
        }
    }

    /** The server dies; the freshest package makes the new one; the old process comes back as a newcomer. */
    private static void failover(World world) {
        End old = world.server();
        MemberId deposed = old.me;
        old.dead = true;
        world.freeze();
        List<End> left = world.ends.values().stream().filter(e -> e != old).toList();
        End next = left.get(world.random.nextInt(left.size()));
        End freshest = left.stream()
                .max(Comparator.comparingLong((End e) -> e.packagedMarks.epoch().number())
                        .thenComparingDouble(e -> e.packagedMarks.time()))
                .orElseThrow();
        Map<MemberId, Marks> base = freshest.packagedMarks.marks();
        next.restore(freshest.packaged, freshest.packagedMarks);
        world.run(world.random.nextInt(20));
        LogEntry ack = world.acknowledge(next.me, Optional.of(base), List.of(deposed));
        for (End end : left) {
            world.resume(end, ack, Optional.of(base));
            world.run(world.random.nextInt(10));
        }
        world.join(old.peer);
    }

    @Test
    @DisplayName(
            "P23 HG12 a spare that takes over is asked what the dead server had not told of, in order, and by nobody else's numbers")
    void spareTakesOver() {
        World world = badNetwork(11);
        End server = world.found(1);
        End b = world.join(2);
        End c = world.join(3);
        for (int i = 0; i < 20; i++) {
            b.buy(Delivery.RELIABLE_ORDERED);
            c.buy(Delivery.RELIABLE_ORDERED);
            world.run(10);
            if (i == 10) {
                server.tellState(Delivery.RELIABLE_ORDERED);
                world.run(50);
                b.takePackage();
            }
        }
        MemberId dead = server.me;
        server.dead = true;
        world.freeze();
        b.buy(Delivery.RELIABLE_ORDERED);
        End spare = new End(world, 4);
        world.ends.put(4L, spare);
        spare.me = world.draw(4);
        spare.lanes.tookOver(spare.me, world.log, world.now);
        spare.restore(b.packaged, b.packagedMarks);
        Optional<Map<MemberId, Marks>> base = Optional.of(b.packagedMarks.marks());
        assertTrue(b.packaged.size() >= 4 && b.packaged.size() < 40);
        LogEntry ack = new LogEntry(
                new Position(new Epoch(2, 5), 0),
                EntryBody.Ack.of(
                        world.log.end(),
                        List.of(spare.me),
                        Optional.of(World.member(spare.me)),
                        List.of(b.me, c.me),
                        List.of(),
                        List.of(new EntryBody.Exited(dead, Reason.CRASHED, "")),
                        base.orElseThrow(),
                        false,
                        Double.NaN,
                        Double.NaN,
                        0,
                        false));
        world.log = world.log.with(ack);
        for (End end : List.of(b, spare, c)) world.resume(end, ack, base);
        spare.playing = true;
        world.run(3_000);
        assertEquals(
                IntStream.range(0, 21).mapToObj(i -> "p2/" + i).toList(),
                spare.bought.stream().filter(w -> w.startsWith("p2")).toList());
        assertEquals(
                IntStream.range(0, 20).mapToObj(i -> "p3/" + i).toList(),
                spare.bought.stream().filter(w -> w.startsWith("p3")).toList());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("P22 totally ordered messages are stamped once, in order of number, also after a rejoin")
    void totalOrder(int seed) {
        World world = badNetwork(seed);
        End a = world.found(1);
        End b = world.join(2);
        for (int i = 0; i < 50; i++) {
            a.say(Delivery.TOTAL_ORDER);
            b.say(Delivery.TOTAL_ORDER);
            world.run(world.random.nextInt(20));
            if (i == 25) world.join(2);
        }
        world.run(8_000);
        assertEquals(100, a.ordered.size());
        assertEquals(100, new HashSet<>(a.ordered).size());
        assertEquals(
                a.ordered.stream().filter(m -> m.startsWith("p2/")).toList(),
                IntStream.range(0, 50).mapToObj(i -> "p2/" + i).toList());
        assertEquals(0, a.outbox.waiting() + b.outbox.waiting());
    }
}
