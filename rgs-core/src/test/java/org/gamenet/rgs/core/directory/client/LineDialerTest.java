package org.gamenet.rgs.core.directory.client;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.core.directory.line.DirectoryLine;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Dialling that meets something else than a directory that cannot be reached. */
class LineDialerTest {

    @Test
    @DisplayName("a fault in dialling is told with its reason, and dialled again like any other failure")
    void outlivesFaults() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            DirectoryAddress address = DirectoryAddress.parse("127.0.0.1:" + server.getLocalPort());
            // Nobody has given it keys.
            SSLContext unfinished = SSLContext.getInstance("TLSv1.3");
            LineDialer dialer = new LineDialer("test", List.of(address), unfinished, new LineDialer.Listener() {
                @Override
                public void connected(DirectoryLine line, DirectoryAddress at, byte[] challenge) {
                    throw new AssertionError("connected to " + at);
                }

                @Override
                public void failed(String tried) {
                    told.add(tried);
                }

                @Override
                public DirectoryLine.Listener ofLine() {
                    throw new AssertionError("a line");
                }
            });
            try {
                for (int i = 0; i < 2; i++) {
                    dialer.dial();
                    String tried = told.poll(10, TimeUnit.SECONDS);
                    assertNotNull(tried, "nothing was told within 10 s");
                    assertTrue(tried.contains("not initialized"), tried);
                }
            } finally {
                dialer.close();
            }
        }
    }
}
