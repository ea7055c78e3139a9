package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.gamenet.rgs.core.directory.line.LineFrame;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LineServerTest {
    private static final DirectoryLine.Listener NOBODY = new DirectoryLine.Listener() {
        @Override
        public void received(DirectoryLine line, LineFrame frame) {}

        @Override
        public void ended(DirectoryLine line, String why) {}
    };

    private final DirectoryLoop loop = new DirectoryLoop("lines-test", Quotas.standard(), 1, () -> {}, fault -> {});

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    @DisplayName("S15 a line whose thread cannot be started gives its place back")
    void cannotStart() throws IOException {
        Place place = new Place("127.0.0.1");
        try (LineServer lines = LineServer.bind(
                        new DirectorySetup("127.0.0.1", 0, -1, Path.of(""), null, Quotas.standard()), loop);
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(other.getInetAddress(), other.getLocalPort())) {
            DirectoryLine started = new DirectoryLine("started", socket, socket, NOBODY);
            started.start();
            for (long number = 1; number <= 3; number++) {
                place.opened();
                var line = new ServedLine(number, loop, socket, lines, place, Quotas.standard());
                assertThrows(IllegalThreadStateException.class, () -> lines.start(line, started));
                assertEquals(0, place.lines());
            }
        }
    }
}
