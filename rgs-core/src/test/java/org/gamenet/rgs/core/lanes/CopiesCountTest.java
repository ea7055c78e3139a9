package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P72 a backup's copy and what is stable:")
class CopiesCountTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    @Test
    @DisplayName("A5 P23 P72 with a backup a request is stable when it is in the copy as well, of this epoch")
    void inTheCopy() {
        End c = world.join(3);
        LogEntry ack = world.backedUp(server.me, c.me);
        for (End end : List.of(server, b, c)) world.resume(end, ack, Optional.empty());
        b.buys(1);
        world.run(50);
        world.share(b, c);
        world.run(500);
        assertEquals(1, b.lanes.kept(), "no copy is known");
        server.lanes.copied(c.me, new Epoch(1, 1), Double.MAX_VALUE);
        world.run(500);
        assertEquals(1, b.lanes.kept(), "a copy of another epoch");
        server.lanes.copied(c.me, ack.epoch(), 0);
        world.run(500);
        assertEquals(1, b.lanes.kept(), "a copy that was made before");
        server.lanes.copied(c.me, ack.epoch(), Double.MAX_VALUE);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName(
            "A5 P45 who is about to be the backup counts from its first copy on, and no longer when it is not taken")
    void countsBeforehand() {
        End c = world.join(3);
        server.lanes.copied(c.me, world.log.end().epoch(), 0);
        b.buys(1);
        world.run(50);
        world.share(b, c);
        world.run(500);
        assertEquals(1, b.lanes.kept());
        server.lanes.copiedNoMore(c.me);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }

    @Test
    @DisplayName("P23 P45 who is about to be the backup counts in the next epoch too, where it has no copy yet")
    void countsInTheNextEpoch() {
        End c = world.join(3);
        server.lanes.copied(c.me, world.log.end().epoch(), 0);
        LogEntry ack = world.acknowledge(server.me, Optional.empty(), List.of());
        for (End end : List.of(server, b, c)) world.resume(end, ack, Optional.empty());
        b.buys(1);
        world.run(50);
        world.share(b, c);
        world.run(500);
        assertEquals(1, b.lanes.kept());
        server.lanes.copied(c.me, ack.epoch(), Double.MAX_VALUE);
        world.run(500);
        assertEquals(0, b.lanes.kept());
    }
}
