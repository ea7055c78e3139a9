package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class DiallerTest {

    @Test
    @DisplayName(
            "HG4 a dial that is reset together with all other connections is tried again: its target lives, and answers")
    void triesAgain() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread living = new Thread(() -> {
                try {
                    Socket first = port.accept();
                    first.setSoLinger(true, 0);
                    first.close();
                    port.accept().close();
                } catch (IOException over) {
                    // The test is over.
                }
            });
            living.start();
            assertEquals(Probe.ANSWERED, dial(port.getLocalPort()));
        }
    }

    @Test
    @DisplayName("a process that has gone refuses, one that stands still is silent")
    void tellsThemApart() throws Exception {
        int gone;
        try (ServerSocket port = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            gone = port.getLocalPort();
            assertEquals(Probe.SILENT, dial(gone));
        }
        assertEquals(Probe.REFUSED, dial(gone));
    }

    @Test
    @DisplayName("P25 of many that are dialled at once each is dialled: nobody is out of reach because others are")
    void waitsItsTurn() throws Exception {
        int gone;
        try (ServerSocket port = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            gone = port.getLocalPort();
        }
        try (ServerSocket silent = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
                Dialler dialler = new Dialler()) {
            Endpoint still = new Endpoint("127.0.0.1", silent.getLocalPort(), silent.getLocalPort());
            for (int i = 0; i < 40; i++) dialler.dial(still, (process, probe) -> {});
            CompletableFuture<Probe> found = new CompletableFuture<>();
            dialler.dial(new Endpoint("127.0.0.1", gone, gone), (process, probe) -> found.complete(probe));
            assertEquals(Probe.REFUSED, found.get(10, TimeUnit.SECONDS));
        }
    }

    private static Probe dial(int port) throws Exception {
        CompletableFuture<Probe> found = new CompletableFuture<>();
        try (Dialler dialler = new Dialler()) {
            dialler.dial(new Endpoint("127.0.0.1", port, port), (process, probe) -> found.complete(probe));
            return found.get(10, TimeUnit.SECONDS);
        }
    }
}
