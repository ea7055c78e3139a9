package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.lanes.World.Say;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P76.9 what is sent reliably to a player that is away")
class AwayMailTest {
    private static final String NOTE = "p1 note";
    private final World world = new World(7);
    private final End server = world.found(1);
    private End b = world.join(2);
    private int notes;

    private void note() {
        note(server, notes++);
    }

    private void note(End from, int number) {
        from.outbox.offer(
                World.one(2, new Say("p" + from.peer, "note", number), Delivery.RELIABLE_ORDERED, world.seconds()));
    }

    private void away(MemberId who) {
        world.stamp(new EntryBody.Exited(who, Reason.CRASHED, "", true));
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    @DisplayName("waits, comes once and in its order when the player is back, and hinders nobody meanwhile")
    void waits() {
        note();
        world.run(100);
        away(b.me);
        for (int i = 0; i < 5; i++) note();
        world.run(3_000);
        assertEquals(0, server.outbox.waiting());
        world.join(2);
        world.run(1_000);
        assertEquals(range(0, 6), b.heard.get(NOTE));
        note();
        world.run(1_000);
        assertEquals(range(0, 7), b.heard.get(NOTE));
        assertEquals(0, server.outbox.waiting());
    }

    @Test
    @DisplayName("that was on its way when the player was lost comes once, whether it had arrived or not")
    void onItsWay() {
        for (int i = 0; i < 3; i++) note();
        world.run(3);
        // It takes them, and what it answers is lost.
        world.loss = 1;
        world.run(300);
        for (int i = 0; i < 3; i++) note();
        world.run(300);
        away(b.me);
        world.loss = 0;
        world.join(2);
        world.run(1_000);
        assertEquals(range(0, 6), b.heard.get(NOTE));
    }

    @Test
    @DisplayName("comes to another process of that player, which has had none of it")
    void anotherProcess() {
        note();
        world.run(500);
        b.dead = true;
        note();
        world.run(300);
        away(b.me);
        note();
        world.anotherSession(2);
        b = world.join(2);
        world.run(1_000);
        assertEquals(range(1, 3), b.heard.get(NOTE));
    }

    @Test
    @DisplayName("waits through a second absence, and through an absence of its sender")
    void twice() {
        note();
        world.run(100);
        world.loss = 1;
        note();
        world.run(100);
        away(b.me);
        note();
        world.join(2);
        world.run(100);
        away(b.me);
        note();
        world.loss = 0;
        world.join(2);
        world.run(1_000);
        assertEquals(range(0, 4), b.heard.get(NOTE));
    }

    @Test
    @DisplayName("is not what goes to all: that is in the state which the player is given")
    void toAll() {
        away(b.me);
        server.say(Delivery.RELIABLE_ORDERED);
        world.run(100);
        world.join(2);
        world.run(1_000);
        assertNull(b.heard.get("p1 RELIABLE_ORDERED"));
    }

    @Test
    @DisplayName("ends with its Left")
    void left() {
        away(b.me);
        note();
        world.run(100);
        world.exit(b.me);
        world.join(2);
        world.run(1_000);
        assertNull(b.heard.get(NOTE));
        assertEquals(0, server.outbox.waiting());
    }

    @Test
    @DisplayName("P52 is at most so many: the oldest are let go, and counted")
    void most() {
        away(b.me);
        for (int i = 0; i < AwayMail.MESSAGES_MAX + 10; i++) note();
        world.run(100);
        assertEquals(10, server.lanes.overflowed());
        world.join(2);
        world.run(1_000);
        assertEquals(range(10, AwayMail.MESSAGES_MAX + 10), b.heard.get(NOTE));
    }

    @Test
    @DisplayName("waits while its sender is out itself, and is sent by its next incarnation")
    void senderIsOut() {
        End c = world.join(3);
        note(c, 0);
        world.run(100);
        world.loss = 1;
        note(c, 1);
        world.run(100);
        world.exit(c.me);
        away(b.me);
        world.loss = 0;
        world.join(3);
        note(c, 2);
        world.run(100);
        world.join(2);
        world.run(1_000);
        assertEquals(range(0, 3), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("comes also where the player was away, and came back, while its sender was out")
    void bothWereOut() {
        End c = world.join(3);
        world.loss = 1;
        note(c, 0);
        world.run(100);
        world.exit(c.me);
        away(b.me);
        world.loss = 0;
        world.join(2);
        world.join(3);
        world.run(1_000);
        assertEquals(range(0, 1), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("P24 P75 comes to a player that holds the next epoch, in the place of its former incarnation")
    void asTheHolder() {
        End c = world.join(3);
        note(c, 0);
        world.run(100);
        world.loss = 1;
        note(c, 1);
        world.run(100);
        world.freeze();
        server.dead = true;
        b.lanes.left();
        note(c, 2);
        b.me = world.draw(2);
        b.lanes.tookOver(b.me, world.log, world.now);
        LogEntry ack = world.admit(b.me, List.of(c.me), server.me, Optional.empty());
        world.loss = 0;
        for (End end : List.of(b, c)) world.resume(end, ack, Optional.empty());
        world.run(1_000);
        assertEquals(range(0, 3), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("P24 comes where the player was back, none of it had arrived since, and then its sender was out")
    void bothOneAfterTheOther() {
        End c = world.join(3);
        note(c, 0);
        world.run(100);
        away(b.me);
        world.join(2);
        world.run(1_000);
        world.loss = 1;
        note(c, 1);
        world.run(100);
        away(c.me);
        world.loss = 0;
        world.join(3);
        world.run(1_000);
        assertEquals(range(0, 2), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("waits also at a member that came while the player was away")
    void newcomer() {
        away(b.me);
        End c = world.join(3);
        note(c, 0);
        world.run(100);
        world.join(2);
        world.run(1_000);
        assertEquals(range(0, 1), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("comes also where the first words of the player that is back got lost, and those of its sender")
    void nothingArrivesAtFirst() {
        End c = world.join(3);
        away(b.me);
        for (int i = 0; i < 3; i++) note(c, i);
        world.run(100);
        world.loss = 1;
        world.join(2);
        world.run(400);
        world.loss = 0;
        world.run(5_000);
        assertEquals(range(0, 3), b.heard.get("p3 note"));
    }

    @Test
    @DisplayName("of a server that was deposed reaches nobody")
    void deposed() {
        End c = world.join(3);
        away(b.me);
        note();
        world.run(100);
        LogEntry ack = world.acknowledge(c.me, Optional.empty(), List.of(server.me));
        world.resume(c, ack, Optional.empty());
        server.playing = false;
        world.join(1);
        world.join(2);
        world.run(1_000);
        assertNull(b.heard.get(NOTE));
        note();
        world.run(1_000);
        assertEquals(range(1, 2), b.heard.get(NOTE));
    }

    @Test
    @DisplayName(
            "S3 nor does the state that the application of a server sends which has yet to be told that another serves")
    void tellsNoState() {
        End c = world.join(3);
        LogEntry ack = world.acknowledge(c.me, Optional.empty(), List.of());
        for (End end : List.of(server, b, c)) world.resume(end, ack, Optional.empty());
        server.bought = List.of("long ago");
        for (Delivery how : List.of(Delivery.UNRELIABLE_SEQUENCED, Delivery.RELIABLE_ORDERED)) server.tellState(how);
        world.run(1_000);
        assertEquals(List.of(), b.bought);
        c.bought = List.of("now");
        c.tellState(Delivery.RELIABLE_ORDERED);
        world.run(1_000);
        assertEquals(List.of("now"), b.bought);
    }
}
