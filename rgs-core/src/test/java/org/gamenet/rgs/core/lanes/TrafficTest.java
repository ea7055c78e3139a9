package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P24 what need not be sent is not sent:")
class TrafficTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);
    private final End c = world.join(3);

    @Test
    @DisplayName("a game in which nobody says anything reports every 2 D what is told only once, and nothing else")
    void settled() {
        b.buy(Delivery.RELIABLE_ORDERED);
        c.buy(Delivery.RELIABLE_ORDERED);
        world.run(300);
        server.tellState(Delivery.RELIABLE_ORDERED);
        world.run(300);
        b.takePackage();
        c.takePackage();
        world.run(5_000);
        assertEquals(0, b.lanes.kept());
        int before = world.sent(DataFrame.REPORT);
        world.run(10_000);
        int each = 4; // of both packages to the server, and of both players' requests by it
        assertEquals(5 * each, world.sent(DataFrame.REPORT) - before);
        assertEquals(0, world.sent(DataFrame.UNRELIABLE));
    }

    @Test
    @DisplayName("the first message after a silence goes out once, like any other")
    void afterSilence() {
        world.run(2_000);
        b.say(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(350);
        assertEquals(2, world.sent(DataFrame.RELIABLE));
        assertEquals(1, world.sent(DataFrame.REQUEST));
    }

    @Test
    @DisplayName("what is not acknowledged goes out again after 2 D / 5")
    void again() {
        world.run(2_000);
        c.dead = true;
        server.dead = true;
        b.say(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(390);
        assertEquals(2, world.sent(DataFrame.RELIABLE));
        assertEquals(1, world.sent(DataFrame.REQUEST));
        world.run(20);
        assertEquals(4, world.sent(DataFrame.RELIABLE));
        assertEquals(2, world.sent(DataFrame.REQUEST));
    }

    @Test
    @DisplayName("L8 whoever takes nothing, as a server that stands still, is sent all of it once more, then "
            + "the first sixteen; then two more for each that it takes")
    void inVain() {
        world.run(2_000);
        server.dead = true;
        for (int i = 0; i < 200; i++) {
            b.buy(Delivery.RELIABLE_ORDERED);
            b.say(Delivery.RELIABLE_ORDERED);
        }
        world.run(700);
        assertEquals(400, world.sent(DataFrame.REQUEST));
        world.run(4_000);
        assertEquals(400 + 10 * Backlog.PROBE, world.sent(DataFrame.REQUEST));
        assertEquals(200 + 400 + 10 * Backlog.PROBE, world.sent(DataFrame.RELIABLE), "to c once");
        server.dead = false;
        world.run(1_000);
        assertEquals(200, server.bought.size());
        assertEquals(0, b.outbox.waiting());
        assertTrue(
                world.sent(DataFrame.REQUEST) <= 400 + 12 * Backlog.PROBE + 200,
                world.sent(DataFrame.REQUEST) + " requests");
    }

    @Test
    @DisplayName("requests to a server that takes them, but is far away, go out once")
    void farAway() {
        world.jitterNanos = 100 * World.MILLI;
        for (int i = 0; i < 200; i++) {
            b.buy(Delivery.RELIABLE_UNORDERED);
            world.run(20);
        }
        world.run(1_000);
        assertEquals(200, server.bought.size());
        assertEquals(200, world.sent(DataFrame.REQUEST));
    }

    @Test
    @DisplayName("L8 where an answer takes longer than 2 D / 5 a message goes out once, as soon as that is known")
    void answersTakeLong() {
        world.delayNanos = 300 * World.MILLI;
        for (int i = 0; i < 40; i++) {
            b.buy(Delivery.RELIABLE_ORDERED);
            b.say(Delivery.RELIABLE_ORDERED);
            world.run(50);
        }
        world.run(2_000);
        int requests = world.sent(DataFrame.REQUEST);
        int messages = world.sent(DataFrame.RELIABLE);
        for (int i = 0; i < 200; i++) {
            b.buy(Delivery.RELIABLE_ORDERED);
            b.say(Delivery.RELIABLE_ORDERED);
        }
        world.run(5_000);
        assertEquals(240, server.bought.size());
        assertEquals(200, world.sent(DataFrame.REQUEST) - requests);
        assertEquals(400, world.sent(DataFrame.RELIABLE) - messages, "to two");
    }

    @Test
    @DisplayName("a megabyte is in flight to one member, or one message that is larger")
    void windowBytes() {
        for (int i = 0; i < 5; i++) assertTrue(b.outbox.offer(one(400_000)));
        b.lanes.pump(world.now);
        assertEquals(2, world.sent(DataFrame.RELIABLE));
        assertTrue(server.outbox.offer(one(2 << 20)));
        assertTrue(server.outbox.offer(one(1)));
        server.lanes.pump(world.now);
        assertEquals(3, world.sent(DataFrame.RELIABLE));
        world.run(2_000);
        assertEquals(7, world.sent(DataFrame.RELIABLE));
        assertEquals(0, b.outbox.waiting() + server.outbox.waiting());
    }

    private static OutgoingMessage one(int bytes) {
        return new OutgoingMessage(
                OutgoingMessage.To.ONE, 3, Delivery.RELIABLE_ORDERED, World.SAY, new byte[bytes], 0, null);
    }

    @Test
    @DisplayName("who plays on after a false alarm that it has not shown sends nothing again")
    void thawed() {
        b.say(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        b.lanes.pump(world.now);
        b.lanes.thawed(world.now);
        assertEquals(2, world.sent(DataFrame.RELIABLE));
        assertEquals(1, world.sent(DataFrame.REQUEST));
        b.lanes.frozen();
        b.lanes.thawed(world.now);
        assertEquals(4, world.sent(DataFrame.RELIABLE));
        assertEquals(2, world.sent(DataFrame.REQUEST));
    }

    @Test
    @DisplayName(
            "where a view lacked one member, only what is open to this one goes out again; nothing to a stranger or while frozen")
    void resend() {
        b.say(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        b.lanes.pump(world.now);
        b.lanes.resend(c.me, world.now);
        assertEquals(3, world.sent(DataFrame.RELIABLE));
        assertEquals(1, world.sent(DataFrame.REQUEST));
        b.lanes.resend(server.me, world.now);
        assertEquals(4, world.sent(DataFrame.RELIABLE));
        assertEquals(2, world.sent(DataFrame.REQUEST));
        b.lanes.resend(world.draw(9), world.now);
        b.lanes.frozen();
        b.lanes.resend(server.me, world.now);
        assertEquals(4, world.sent(DataFrame.RELIABLE));
        assertEquals(2, world.sent(DataFrame.REQUEST));
    }

    @Test
    @DisplayName("P23 the next server is not asked again for what the state that it begins with contains")
    void contained() {
        for (int i = 0; i < 3; i++) b.buy(Delivery.RELIABLE_ORDERED);
        world.run(500);
        server.tellState(Delivery.RELIABLE_ORDERED);
        b.buy(Delivery.RELIABLE_ORDERED);
        world.run(500);
        c.takePackage();
        assertEquals(4, b.lanes.kept());
        assertEquals(4, world.sent(DataFrame.REQUEST));
        MemberId dead = server.me;
        server.dead = true;
        world.freeze();
        c.restore(c.packaged, c.packagedMarks);
        Optional<Map<MemberId, Marks>> base = Optional.of(c.packagedMarks.marks());
        LogEntry ack = world.acknowledge(c.me, base, List.of(dead));
        for (End end : List.of(c, b)) world.resume(end, ack, base);
        assertEquals(5, world.sent(DataFrame.REQUEST));
        world.run(500);
        assertEquals(List.of("p2/0", "p2/1", "p2/2", "p2/3"), c.bought);
        assertEquals(5, world.sent(DataFrame.REQUEST));
    }
}
