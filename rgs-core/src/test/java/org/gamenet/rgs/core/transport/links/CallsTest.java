package org.gamenet.rgs.core.transport.links;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Links that come and go as there is something to say. */
class CallsTest {
    private final List<End> ends = new ArrayList<>();

    private End end() throws IOException {
        End end = new End();
        ends.add(end);
        return end;
    }

    @AfterEach
    void close() {
        ends.forEach(End::close);
    }

    @Test
    @DisplayName("who is called is dialled, and hears what was said before there was a link, in its order")
    void dialsWhomItCalls() throws Exception {
        End ann = end();
        End bob = end();
        for (byte i = 1; i <= 3; i++) ann.links.call(bob.place, new byte[] {i}, Lane.RELIABLE);
        for (byte i = 1; i <= 3; i++)
            assertEquals(ByteBuffer.wrap(new byte[] {i}), End.next(bob.heard).frame());
        ann.links.call(bob.place, new byte[] {4}, Lane.RELIABLE);
        assertEquals(ByteBuffer.wrap(new byte[] {4}), End.next(bob.heard).frame());
    }

    @Test
    @DisplayName("a link that nobody wants and that is idle goes, and neither end takes that for a death")
    void letsGo() throws Exception {
        End ann = end();
        End bob = end();
        ann.links.call(bob.place, new byte[] {1}, Lane.RELIABLE);
        End.next(bob.heard);
        bob.links.call(ann.place, new byte[] {2}, Lane.RELIABLE);
        End.next(ann.heard);
        End.await(() -> ann.links.count() == 0 && bob.links.count() == 0);
        assertTrue(ann.unlinked.isEmpty() && bob.unlinked.isEmpty());
        ann.links.call(bob.place, new byte[] {3}, Lane.RELIABLE);
        assertEquals(ByteBuffer.wrap(new byte[] {3}), End.next(bob.heard).frame());
    }

    @Test
    @DisplayName("what waits for somebody who never comes is bounded, and forgotten")
    void forgetsCalls() throws Exception {
        End ann = end();
        Endpoint nobody;
        try (End gone = new End()) {
            nobody = gone.place;
        }
        for (int i = 0; i < 1_000; i++) ann.links.call(nobody, new byte[100_000], Lane.RELIABLE);
        assertTrue(ann.links.waiting(nobody) <= 10, ann.links.waiting(nobody) + " wait");
        End.await(() -> ann.links.waiting(nobody) == 0);
    }
}
