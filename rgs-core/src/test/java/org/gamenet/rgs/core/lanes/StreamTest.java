package org.gamenet.rgs.core.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Marks;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P24 the receiving end of a numbered stream")
class StreamTest {
    private static final MemberId ANN = new MemberId(1, new Incarnation(1, 1));
    private final List<Integer> taken = new ArrayList<>();
    private final HandedOut handedOut = new HandedOut();
    private boolean room = true;
    private final Deliveries inbox = new Deliveries() {
        @Override
        public boolean offer(Arrival arrival, long now) {
            if (room) taken.add(arrival.type());
            return room;
        }

        @Override
        public void ordered(Arrival arrival, long now) {}

        @Override
        public boolean isFull(long peer) {
            return !room;
        }

        @Override
        public HandedOut handedOut() {
            return handedOut;
        }

        @Override
        public void over(MemberId session, long now) {}

        @Override
        public void gone(long peer) {}
    };
    private final Stream stream = Stream.fresh();

    /** Its type tells its number. */
    private boolean arrive(int number, int size) {
        Arrival arrival = new Arrival(
                ANN, Peer.of(1, "ann"), Delivery.RELIABLE_ORDERED, number, 0, 0, null, ByteBuffer.allocate(size));
        return stream.arrive(number, true, number - 1, arrival, inbox, 0);
    }

    @Test
    @DisplayName("P23 of what its sender gave up it is told what is neither taken nor held, and goes on behind it")
    void givenUp() {
        List<String> never = new ArrayList<>();
        arrive(1, 1);
        arrive(4, 1);
        assertEquals(List.of(1), taken);
        stream.raise(6, (from, to) -> never.add(from + " " + to));
        assertEquals(List.of("2 3", "3 4", "5 6"), never);
        assertEquals(3, stream.upTo(), "what is held below the floor is still to be taken");
        stream.drain(inbox, 0);
        assertEquals(List.of(1, 4), taken);
        assertEquals(5, stream.upTo());
    }

    @Test
    @DisplayName(
            "P23 P24 where nothing has come yet it begins where its sender says, however far that is; later it does not")
    void beginsAnywhere() {
        stream.tells((from, to) -> handedOut.abandon(ANN, from, to));
        assertTrue(stream.plausible(1_000_001, 1_000_001));
        stream.raise(1_000_001);
        assertEquals(1_000_000, stream.upTo());
        assertEquals(1_000_000, handedOut.marks().get(ANN.origin()).upTo());
        assertFalse(stream.plausible(3_000_001, 3_000_001));
        handedOut.abandon(ANN, 1_000_005, 1_000_007);
        assertEquals(
                new Marks(1_000_000, List.of(1_000_005L, 1_000_006L)),
                handedOut.marks().get(ANN.origin()));
    }

    @Test
    @DisplayName("P52 holds four windows of bytes, and takes what it had no room for when it comes again")
    void heldBytes() {
        for (int number = 2; number <= 5; number++) assertTrue(arrive(number, Backlog.WINDOW_BYTES));
        assertFalse(arrive(6, Backlog.WINDOW_BYTES));
        arrive(1, 1);
        assertEquals(List.of(1, 2, 3, 4, 5), taken);
        assertTrue(arrive(6, Backlog.WINDOW_BYTES));
        assertEquals(6, stream.upTo());
    }
}
