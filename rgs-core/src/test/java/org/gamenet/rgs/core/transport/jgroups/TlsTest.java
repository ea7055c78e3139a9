package org.gamenet.rgs.core.transport.jgroups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.transport.links.Trust;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups behind mutual TLS. */
class TlsTest {

    /** The kind of item that a frame is on a link. */
    private static final byte FRAME = 1;

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

    /** Says a frame as a process of that place, by this certificate; whether it was let stay. */
    private static boolean says(SSLContext as, Recorder to, Endpoint from, String text) throws IOException {
        byte[] host = from.host().getBytes(StandardCharsets.US_ASCII);
        byte[] frame = Recorder.bytes(text);
        try (Socket visitor =
                as.getSocketFactory().createSocket(to.place().host(), to.place().probePort())) {
            DataOutputStream out = new DataOutputStream(visitor.getOutputStream());
            out.writeInt(0x52475320);
            out.writeByte(3);
            out.writeByte(host.length);
            out.writeShort(from.groupPort());
            out.writeShort(from.probePort());
            out.write(host);
            out.writeByte(FRAME);
            number(out, frame.length);
            out.write(frame);
            out.flush();
            visitor.setSoTimeout(2_000);
            int seen = 0;
            while (visitor.getInputStream().read() >= 0) if (++seen > host.length + 10) return true;
            return false;
        } catch (SocketTimeoutException kept) {
            return true;
        } catch (IOException sentAway) {
            return false;
        }
    }

    /** Seven bits a byte, lowest first. */
    private static void number(DataOutputStream out, int number) throws IOException {
        int rest = number;
        for (; rest > 0x7f; rest >>>= 7) out.writeByte(rest | 0x80);
        out.writeByte(rest);
    }

    @Test
    @DisplayName(
            "K6 with TLS a process has one certificate: who shows another passes for it no longer than until its port is dialled")
    void oneCertificate() throws Exception {
        SSLContext anns = Certificates.among(folder, "ann", "bob", "eve");
        SSLContext bobs = Certificates.among(folder, "bob", "ann", "eve");
        SSLContext eves = Certificates.among(folder, "eve", "ann", "bob");
        try (Recorder ann = new Recorder(settings("ann", true, anns));
                Recorder bob = new Recorder(settings("bob", false, bobs))) {
            ann.transport.link(Set.of(bob.place()));
            Recorder.awaitQuietly("a link", () -> ann.transport.linked(bob.place()));
            assertFalse(says(eves, ann, bob.place(), "I am bob"), "eve passes for bob");
            Endpoint hers = new Endpoint("127.0.0.1", 1, 1);
            assertTrue(says(eves, ann, hers, "I am eve"), "eve is not heard as herself");
            bob.transport.say(ann.place(), Recorder.bytes("I am bob myself"), Lane.URGENT);
            assertTrue(ann.transport.linked(bob.place()), "bob lost his link by it");
        }
    }

    @Test
    @DisplayName(
            "G20 who may serve is told by the certificate of who listens there; not if that is unknown; all may where nothing is said")
    void permitsServing() throws Exception {
        SSLContext anns = Certificates.among(folder, "ann", "bob");
        SSLContext bobs = Certificates.among(folder, "bob", "ann");
        Trust annOnly = new Trust(
                anns, shown -> shown.getSubjectX500Principal().getName().equals("CN=ann"));
        assertTrue(annOnly.permitsThisProcess());
        assertFalse(new Trust(bobs, annOnly.permits()).permitsThisProcess());
        assertTrue(new Trust(bobs).permitsThisProcess());
        assertFalse(annOnly.permits(null), "who shows none");
        Trust throwing = new Trust(anns, shown -> {
            throw new IllegalStateException("undecided");
        });
        assertFalse(throwing.permitsThisProcess(), "throwing is a no");
        TransportSettings strict =
                new TransportSettings("127.0.0.1", 0, annOnly, true, "ann", TransportLimits.DEFAULT, List.of());
        try (Recorder ann = new Recorder(strict);
                Recorder bob = new Recorder(settings("bob", false, bobs))) {
            assertFalse(ann.transport.mayServe(bob.place()), "before it is known");
            ann.transport.link(Set.of(bob.place()));
            Recorder.awaitQuietly(
                    "a link", () -> ann.transport.linked(bob.place()) && bob.transport.linked(ann.place()));
            assertFalse(ann.transport.mayServe(bob.place()));
            assertFalse(ann.transport.mayServe(null));
            assertTrue(bob.transport.mayServe(ann.place()));
            assertTrue(bob.transport.mayServe(null), "bob was told nothing of certificates");
        }
        SSLContext other = Certificates.among(folder, "ann", "cat");
        SSLContext cats = Certificates.among(folder, "cat", "ann");
        TransportSettings lenient = new TransportSettings(
                "127.0.0.1", 0, new Trust(cats, annOnly.permits()), true, "cat", TransportLimits.DEFAULT, List.of());
        try (Recorder ann = new Recorder(settings("ann", false, other));
                Recorder cat = new Recorder(lenient)) {
            cat.transport.link(Set.of(ann.place()));
            Recorder.awaitQuietly("a link", () -> cat.transport.linked(ann.place()));
            assertTrue(cat.transport.mayServe(ann.place()));
        }
    }
}
