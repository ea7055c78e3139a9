package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.World.Say;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P48 what the server of a synchronous game sends, while its backup does not hold it")
class HeldBackTest {
    private static final String ORDERED = "p1 RELIABLE_ORDERED";
    private static final String LOOSE = "p1 UNRELIABLE";
    private static final String NEWEST = "p1 UNRELIABLE_SEQUENCED";

    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    private void says(Delivery how, long cut) {
        offer(World.all(new Say("p1", how.name(), server.said++), how, world.seconds()), cut);
    }

    private void offer(OutgoingMessage of, long cut) {
        server.outbox.offer(new OutgoingMessage(
                of.to(), of.peer(), of.how(), of.subject(), of.bytes(), of.sentAt(), of.state(), null, cut));
    }

    private void holds(long cut) {
        server.upTo = cut;
        server.lanes.pump(world.now);
        world.run(300);
    }

    private static List<Integer> heard(End end, String what) {
        return end.heard.getOrDefault(what, List.of());
    }

    @Test
    @DisplayName("P48 HG8 it waits, for the server itself too, and goes out in its order once the backup holds its cut")
    void waits() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        says(Delivery.UNRELIABLE, 2);
        says(Delivery.RELIABLE_ORDERED, 2);
        says(Delivery.RELIABLE_ORDERED, 3);
        world.run(500);
        assertEquals(List.of(), heard(b, ORDERED));
        assertEquals(List.of(), heard(server, ORDERED), "the server's own copy waits too");
        assertEquals(3, server.lanes.heldUpTo());
        holds(1);
        assertEquals(List.of(0), heard(b, ORDERED));
        holds(2);
        assertEquals(List.of(0, 2), heard(b, ORDERED));
        assertEquals(List.of(1), heard(b, LOOSE));
        holds(3);
        assertEquals(List.of(0, 2, 3), heard(b, ORDERED));
        assertEquals(List.of(0, 2, 3), heard(server, ORDERED));
        assertEquals(0, server.lanes.heldUpTo());
        assertEquals(0, server.outbox.waiting());
    }

    @Test
    @DisplayName("P48 what follows waits behind what waits, though it might leave")
    void keepsItsOrder() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        says(Delivery.RELIABLE_ORDERED, 0);
        world.run(300);
        assertEquals(List.of(), heard(b, ORDERED));
        holds(1);
        assertEquals(List.of(0, 1), heard(b, ORDERED));
    }

    @Test
    @DisplayName("P48 what a server asks of itself does not wait: nobody is shown it")
    void asksItself() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        offer(World.server(new Say("p1", "buy", 0), Delivery.RELIABLE_ORDERED, world.seconds()), 1);
        world.run(300);
        assertEquals(List.of("p1/0"), server.bought);
        assertEquals(List.of(), heard(b, ORDERED));
    }

    @Test
    @DisplayName("P48 S9 nor while its game stands still: a later request of its own would overtake it")
    void asksItselfInItsOrder() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        server.lanes.pump(world.now);
        server.lanes.frozen();
        offer(World.server(new Say("p1", "buy", 0), Delivery.RELIABLE_ORDERED, world.seconds()), 1);
        server.lanes.pump(world.now);
        server.lanes.thawed(world.now);
        offer(World.server(new Say("p1", "buy", 1), Delivery.RELIABLE_ORDERED, world.seconds()), 1);
        world.run(300);
        assertEquals(List.of("p1/0", "p1/1"), server.bought);
        assertEquals(List.of(), heard(b, ORDERED));
    }

    @Test
    @DisplayName("P48 of one update and one subject only the newest goes, of another update each")
    void newestOfAnUpdate() {
        server.upTo = 0;
        says(Delivery.UNRELIABLE_SEQUENCED, 1);
        server.lanes.pump(world.now);
        says(Delivery.UNRELIABLE_SEQUENCED, 1);
        server.lanes.pump(world.now);
        says(Delivery.UNRELIABLE_SEQUENCED, 2);
        server.lanes.pump(world.now);
        holds(1);
        assertEquals(List.of(1), heard(b, NEWEST));
        holds(2);
        assertEquals(List.of(1, 2), heard(b, NEWEST));
    }

    @Test
    @DisplayName("P52 of unreliable ones the oldest go when there are too many, and are counted; reliable ones stay")
    void hasRoom() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        for (int i = 0; i < HeldBack.UNRELIABLE_MAX + 10; i++) {
            says(Delivery.UNRELIABLE, 1);
            if (i % 1_000 == 0) server.lanes.pump(world.now);
        }
        server.lanes.pump(world.now);
        assertEquals(10, server.lanes.overflowed());
        assertEquals(1, server.outbox.waiting());
        holds(1);
        assertEquals(List.of(0), heard(b, ORDERED));
        assertTrue(heard(b, LOOSE).stream().allMatch(n -> n > 10), "the oldest went");
    }

    @Test
    @DisplayName("P48 while the game is frozen nothing leaves, and what was sent meanwhile waits in its place")
    void frozen() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        server.lanes.pump(world.now);
        server.lanes.frozen();
        says(Delivery.RELIABLE_ORDERED, 2);
        says(Delivery.UNRELIABLE, 2);
        holds(2);
        assertEquals(List.of(), heard(b, ORDERED));
        server.lanes.thawed(world.now);
        world.run(300);
        assertEquals(List.of(0, 1), heard(b, ORDERED));
        assertEquals(List.of(), heard(b, LOOSE), "as in any frozen game");
    }

    @Test
    @DisplayName("P48 what was sent while the game was frozen waits for the backup as well")
    void frozenFirst() {
        server.lanes.frozen();
        server.upTo = 0;
        IntStream.range(0, 3).forEach(i -> says(Delivery.RELIABLE_ORDERED, 1));
        server.lanes.pump(world.now);
        server.lanes.thawed(world.now);
        world.run(300);
        assertEquals(List.of(), heard(b, ORDERED));
        holds(1);
        assertEquals(List.of(0, 1, 2), heard(b, ORDERED));
    }

    @Test
    @DisplayName("P48 P21 a server that was replaced has shown nothing of what waited, and shows it to nobody later")
    void replaced() {
        server.upTo = 0;
        says(Delivery.RELIABLE_ORDERED, 1);
        says(Delivery.UNRELIABLE, 1);
        world.run(100);
        server.lanes.left();
        server.upTo = Long.MAX_VALUE;
        server.lanes.admitted(server.me, world.log, Optional.empty(), world.now);
        world.run(500);
        assertEquals(List.of(), heard(b, ORDERED));
        assertEquals(List.of(), heard(b, LOOSE));
        assertEquals(0, server.outbox.waiting());
    }
}
