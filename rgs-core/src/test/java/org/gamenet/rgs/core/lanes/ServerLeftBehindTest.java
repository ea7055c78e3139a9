package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P75 the lanes of a server that is left behind")
class ServerLeftBehindTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    @Test
    @DisplayName(
            "P75 what a server had sent before it was left behind goes out where its own history goes on, in its order")
    void ownHistoryGoesOn() {
        world.loss = 1;
        server.say(Delivery.RELIABLE_ORDERED);
        world.run(50);
        world.freeze();
        server.say(Delivery.RELIABLE_ORDERED);
        server.lanes.left();
        server.say(Delivery.RELIABLE_ORDERED);
        MemberId before = server.me;
        server.me = world.draw(1);
        server.lanes.tookOver(server.me, world.log, world.now);
        LogEntry ack = world.admit(server.me, List.of(b.me), before, Optional.empty());
        world.loss = 0;
        for (End end : List.of(server, b)) world.resume(end, ack, Optional.empty());
        world.run(1_000);
        assertEquals(List.of(0, 1, 2), b.heard.get("p1 RELIABLE_ORDERED"));
    }

    @Test
    @DisplayName(
            "P75 what a server had sent before another's history went on reaches nobody; what it sends since comes")
    void anothersHistoryGoesOn() {
        End c = world.join(3);
        world.loss = 1;
        server.say(Delivery.RELIABLE_ORDERED);
        world.run(50);
        world.freeze();
        server.say(Delivery.RELIABLE_ORDERED);
        LogEntry ack = world.acknowledge(c.me, Optional.empty(), List.of(server.me));
        world.loss = 0;
        for (End end : List.of(b, c)) world.resume(end, ack, Optional.empty());
        server.lanes.left();
        server.say(Delivery.RELIABLE_ORDERED);
        server.playing = false;
        world.join(1);
        world.run(1_000);
        assertEquals(List.of(2), b.heard.get("p1 RELIABLE_ORDERED"));
    }
}
