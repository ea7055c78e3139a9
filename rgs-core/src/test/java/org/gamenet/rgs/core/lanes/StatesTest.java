package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.lanes.World.Bought;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P23 HG29 which requests a state contains travels with it")
class StatesTest {
    private final World world = new World(1);
    private final End server = world.found(1);
    private final End b = world.join(2);

    @Test
    @DisplayName("in whatever way it is sent, the total order too")
    void everyWay() {
        server.fails = true; // its packages would have times of their own
        for (Delivery how : Delivery.values()) {
            b.buy(Delivery.RELIABLE_ORDERED);
            world.run(50);
            server.tellState(how);
            StateMarks made = new StateMarks(
                    world.log.end().epoch(),
                    world.seconds(),
                    server.inbox.handedOut().marks());
            world.run(50);
            assertEquals(made, b.inbox.known(), how.name());
            assertEquals(new Marks(b.buys, List.of()), b.inbox.known().marks().get(b.me.origin()), how.name());
        }
        assertEquals(0, b.lanes.malformed());
    }

    /** A state of the server with requests of this one in it. */
    private byte[] state(MemberId asked) {
        FrameHeader header = new FrameHeader(
                DataFrame.UNRELIABLE, World.GAME, world.log.end().epoch(), server.me, 0, 2, 0);
        StateMarks marks = new StateMarks(world.log.end().epoch(), 2, Map.of(asked.origin(), new Marks(3, List.of())));
        return DataFrame.message(
                header,
                World.all(new Bought(List.of("p3/0")), Delivery.UNRELIABLE, 2),
                DataFrame.STATE,
                0,
                0,
                DataFrame.marks(marks, world.log.end().epoch()));
    }

    @Test
    @DisplayName("a state that overtakes the JOIN of somebody whose requests it contains waits for it")
    void overtakesTheJoin() {
        MemberId c = world.draw(3);
        b.receive(state(c));
        b.drain();
        assertEquals(List.of(), b.bought);
        world.stamp(new EntryBody.Joined(World.member(c), false));
        b.drain();
        assertEquals(List.of("p3/0"), b.bought);
        assertEquals(
                Map.of(c.origin(), new Marks(3, List.of())), b.inbox.known().marks());
    }

    @Test
    @DisplayName("and is taken, too, by who learns of that one as it comes in anew itself")
    void learntOnComingIn() {
        MemberId c = world.draw(3);
        b.receive(state(c));
        b.lanes.left();
        b.playing = false;
        world.stamp(new EntryBody.Joined(World.member(c), false));
        world.join(2);
        b.drain();
        assertEquals(List.of("p3/0"), b.bought);
        assertEquals(
                Map.of(c.origin(), new Marks(3, List.of())), b.inbox.known().marks());
    }
}
