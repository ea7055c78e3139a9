package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.port.Lane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups behind mutual TLS. */
class TlsTest {

    @TempDir
    Path folder;

    private static TransportSettings settings(String name, boolean last, @Nullable SSLContext tls) {
        return new TransportSettings("127.0.0.1", 0, tls, last, name, TransportLimits.DEFAULT);
    }

    @Test
    @DisplayName(
            "Trusted processes form a group and survive a reset; in the clear or with another certificate nobody gets in")
    void trustedOnly() throws Exception {
        SSLContext ours = Certificates.own(folder, "ours");
        SSLContext theirs = Certificates.own(folder, "theirs");
        try (Recorder a = new Recorder(settings("a", true, ours));
                Recorder b = new Recorder(settings("b", false, ours));
                Recorder clear = new Recorder(settings("clear", false, null));
                Recorder other = new Recorder(settings("other", false, theirs))) {
            a.found("tls");
            long start = System.nanoTime();
            b.join("tls", a);
            assertNull(b.failure());
            System.out.printf("cold TLS join %.0f ms%n", (System.nanoTime() - start) / 1e6);
            for (Recorder outsider : List.of(clear, other)) {
                outsider.transport.join("tls", List.of(a.place(), b.place()), 1500);
            }
            a.transport.cast(new byte[300_000], Lane.RELIABLE);
            b.awaitFrames(1, frame -> frame.length() == 300_000);
            b.transport.send(a.self(), Recorder.bytes("back"), Lane.URGENT);
            a.awaitFrames(1, frame -> frame.text().equals("back"));
            for (Recorder outsider : List.of(clear, other)) {
                outsider.await("a failure", () -> outsider.failure() != null);
                System.out.println(outsider.failure());
                assertEquals(Reason.NETWORK, outsider.reason());
                assertTrue(outsider.connectedSizes().isEmpty());
            }
            a.transport.resetConnections();
            a.transport.cast(Recorder.bytes("after"), Lane.RELIABLE);
            b.awaitFrames(1, frame -> frame.text().equals("after"));
            assertEquals(2, a.members().size());
            assertEquals(2, b.members().size());
        }
    }
}
