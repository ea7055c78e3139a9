package org.gamenet.rgs.core.directory.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverlappingDialsTest {
    private final List<Socket> dialled = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    private OverlappingDials dials(OverlappingDials.Dial dial) {
        return new OverlappingDials("test", 10, (socket, millis) -> {
            dialled.add(socket);
            dial.connect(socket, millis);
        });
    }

    private void swallowed() throws IOException {
        try {
            over.await();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    @Test
    @DisplayName("a dial that a cut has swallowed holds up nobody: the next gets through, and the one before is closed")
    void theNextGetsThrough() throws IOException {
        Socket won = dials((socket, millis) -> {
                    if (dialled.indexOf(socket) < 2) swallowed();
                })
                .connect(30_000);
        assertTrue(dialled.size() >= 3);
        assertTrue(dialled.indexOf(won) >= 2 && !won.isClosed());
        for (Socket each : dialled) assertEquals(each != won, each.isClosed());
        over.countDown();
        won.close();
    }

    @Test
    @DisplayName("whoever is refused is told so at once, whatever else is under way")
    void aRefusalEndsIt() {
        ConnectException refused = new ConnectException("refused");
        assertSame(
                refused,
                assertThrows(
                        IOException.class,
                        () -> dials((socket, millis) -> {
                                    if (dialled.indexOf(socket) < 1) swallowed();
                                    throw refused;
                                })
                                .connect(30_000)));
        over.countDown();
        for (Socket each : dialled) assertTrue(each.isClosed());
    }

    @Test
    @DisplayName("none gets through: it is over in time, and nothing is left open")
    void endsInTime() {
        assertThrows(
                SocketTimeoutException.class,
                () -> dials((socket, millis) -> swallowed()).connect(100));
        over.countDown();
        assertFalse(dialled.isEmpty());
        for (Socket each : dialled) assertTrue(each.isClosed());
    }
}
