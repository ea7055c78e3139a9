package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.World.Say;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P24 a message reaches those whom it is for")
class AddressingTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);
    private final End c = world.join(3);

    private static final List<Delivery> TO_ONE =
            List.of(Delivery.UNRELIABLE, Delivery.RELIABLE_UNORDERED, Delivery.RELIABLE_ORDERED);

    private void heardBy(End... those) {
        world.run(10);
        for (End end : world.ends.values()) {
            boolean hears = List.of(those).contains(end);
            for (Delivery how : TO_ONE)
                assertEquals(hears ? List.of(1) : null, end.heard.get("p2 " + how), () -> "p" + end.peer + " " + how);
        }
        world.run(500);
        assertEquals(0, b.outbox.waiting());
    }

    private static Say say(Delivery how) {
        return new Say("p2", how.name(), 1);
    }

    @Test
    @DisplayName("one member: nobody else hears it")
    void one() {
        for (Delivery how : TO_ONE) b.outbox.offer(World.one(3, say(how), how, 1));
        heardBy(c);
    }

    @Test
    @DisplayName("oneself")
    void myself() {
        for (Delivery how : TO_ONE) b.outbox.offer(World.one(2, say(how), how, 1));
        heardBy(b);
    }

    @Test
    @DisplayName("somebody who is not in the game: nobody, and nothing waits for it")
    void nobody() {
        for (Delivery how : TO_ONE) b.outbox.offer(World.one(9, say(how), how, 1));
        heardBy();
    }

    @Test
    @DisplayName("all: the sender too")
    void all() {
        for (Delivery how : TO_ONE) b.outbox.offer(World.all(say(how), how, 1));
        heardBy(server, b, c);
    }

    @Test
    @DisplayName("whoever serves")
    void toServer() {
        for (Delivery how : TO_ONE) b.outbox.offer(World.server(say(how), how, 1));
        heardBy(server);
    }

    @Test
    @DisplayName("whoever serves, if that is the sender")
    void toMyselfAsServer() {
        server.outbox.offer(World.server(say(Delivery.UNRELIABLE), Delivery.UNRELIABLE, 1));
        world.run(10);
        assertEquals(List.of(1), server.heard.get("p2 UNRELIABLE"));
        assertEquals(Map.of(), b.heard);
    }

    @Test
    @DisplayName("oneself, as soon as it is sent")
    void myselfAtOnce() {
        b.outbox.offer(World.all(say(Delivery.RELIABLE_ORDERED), Delivery.RELIABLE_ORDERED, 1));
        b.lanes.pump(world.now);
        b.drain();
        assertEquals(List.of(1), b.heard.get("p2 RELIABLE_ORDERED"));
    }

    private FrameHeader header(int type, MemberId from, long number) {
        return new FrameHeader(type, World.GAME, world.log.end().epoch(), from, number, 1, 0);
    }

    private static OutgoingMessage words(Delivery how) {
        return World.all(say(how), how, 1);
    }

    @Test
    @DisplayName("P23 what is for the server is not taken by who does not serve")
    void notForMe() {
        c.receive(DataFrame.message(
                header(DataFrame.REQUEST, b.me, 1), words(Delivery.RELIABLE_UNORDERED), 0, 1, 0, null));
        c.receive(DataFrame.message(
                header(DataFrame.UNRELIABLE, b.me, 0), words(Delivery.UNRELIABLE), DataFrame.TO_SERVER, 0, 0, null));
        c.drain();
        assertEquals(Map.of(), c.heard);
        assertEquals(0, c.lanes.malformed());
    }

    @Test
    @DisplayName("P27 what was numbered for my incarnation before this one is not taken into the stream of this one")
    void formerIncarnation() {
        MemberId before = c.me;
        world.exit(c.me);
        world.join(3);
        c.receive(DataFrame.message(
                header(DataFrame.RELIABLE, b.me, 1),
                DataFrame.addressOf(before),
                words(Delivery.RELIABLE_UNORDERED),
                0,
                1,
                0,
                null));
        c.drain();
        assertEquals(Map.of(), c.heard);
        assertEquals(1, c.lanes.stale());
        b.say(Delivery.RELIABLE_UNORDERED);
        world.run(10);
        assertEquals(List.of(0), c.heard.get("p2 RELIABLE_UNORDERED"));
    }

    @Test
    @DisplayName("a spectator says nothing")
    void spectator() {
        MemberId watcher = world.draw(4);
        world.stamp(new EntryBody.Joined(World.member(watcher, Kind.SPECTATOR), false));
        b.receive(
                DataFrame.message(header(DataFrame.UNRELIABLE, watcher, 0), words(Delivery.UNRELIABLE), 0, 0, 0, null));
        b.drain();
        assertEquals(Map.of(), b.heard);
        assertEquals(1, b.lanes.malformed());
    }

    @Test
    @DisplayName(
            "T56 with the data that it carries, as they are known: the server takes an action's, all take what the server had")
    void traces() {
        DatumTrace there = new DatumTrace(2, 1.5, 1.53, Double.NaN, 0.002);
        DatumTrace others = new DatumTrace(3, 1.5, 1.53, Double.NaN, 0.002);
        DatumTrace back = new DatumTrace(2, 1.5, 1.53, 1.54, 0.002);
        OutgoingMessage action = World.server(say(Delivery.RELIABLE_ORDERED), Delivery.RELIABLE_ORDERED, 2);
        b.outbox.offer(traced(action, List.of(there, others, back)));
        world.run(10);
        assertEquals(
                List.of(there),
                server.traced.stream().map(DatumTrace.Arrived::trace).toList());
        server.outbox.offer(traced(words(Delivery.UNRELIABLE), List.of(back)));
        world.run(10);
        assertEquals(
                List.of(back), c.traced.stream().map(DatumTrace.Arrived::trace).toList());
        assertEquals(List.of(1), c.heard.get("p2 UNRELIABLE"));
    }

    private static OutgoingMessage traced(OutgoingMessage of, List<DatumTrace> traces) {
        return new OutgoingMessage(
                of.to(), of.peer(), of.how(), of.subject(), of.bytes(), of.sentAt(), null, traces, 0);
    }
}
